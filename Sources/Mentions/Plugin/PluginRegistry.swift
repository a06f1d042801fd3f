import TextEvents
import TextModel

/// A plug-in with what the document keeps for it.
struct RegisteredPlugin: Sendable {
  let id: PluginID
  var plugin: any Plugin
  /// Recognizes the text events that the plug-in hears; nil: it hears none.
  var textEvents: AbstractionLayer?
}

/// The plug-ins of a document, in the order of their registration.
///
/// A plug-in that is called is out of the registry until it returns, so that it may change the document, and the registry
/// too. All operations are O(n) in the number of plug-ins.
struct PluginRegistry: Sendable {
  private struct Entry: Sendable {
    let id: PluginID
    /// Nil while the plug-in is called.
    var registered: RegisteredPlugin?
    /// Whether the plug-in was unregistered while it was called.
    var isLeaving = false
  }

  private var entries: [Entry] = []
  private var lastID = 0
  /// The plug-in that decides; nil: everything is allowed.
  private(set) var deciding: PluginID?
  /// What takes back the change that was refused last, as net changes; empty: nothing is to be taken back.
  private var reversal: [AppliedEdit] = []

  var isEmpty: Bool { entries.isEmpty }

  /// In the order of registration, without those that were unregistered.
  var ids: [PluginID] { entries.filter { !$0.isLeaving }.map(\.id) }

  /// Adds a plug-in that is about to be set up, as if it were called.
  mutating func add(deciding decides: Bool) throws(PluginError) -> PluginID {
    if decides, let deciding { throw .otherDecides(deciding) }
    lastID += 1
    let id = PluginID(rawValue: lastID)
    entries.append(Entry(id: id))
    if decides { deciding = id }
    return id
  }

  /// Takes a plug-in out to be called; nil if there is none, or it is being called.
  mutating func take(_ id: PluginID) -> RegisteredPlugin? {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return nil }
    return entries[index].registered.take()
  }

  /// Puts a plug-in back after a call. False if it was unregistered meanwhile and is to be cleaned up.
  mutating func putBack(_ plugin: RegisteredPlugin) -> Bool {
    guard let index = entries.firstIndex(where: { $0.id == plugin.id }) else { return false }
    if entries[index].isLeaving {
      entries.remove(at: index)
      return false
    }
    entries[index].registered = plugin
    return true
  }

  /// Takes a plug-in out for good; nil if there is none, or it is being called: then it leaves after that.
  mutating func remove(_ id: PluginID) -> RegisteredPlugin? {
    guard let index = entries.firstIndex(where: { $0.id == id }), !entries[index].isLeaving else {
      return nil
    }
    if deciding == id {
      deciding = nil
      reversal = []
    }
    guard let plugin = entries[index].registered else {
      entries[index].isLeaving = true
      return nil
    }
    entries.remove(at: index)
    return plugin
  }

  // MARK: Edits of plug-ins

  /// A change was refused: the change that makes these net changes takes it back.
  mutating func expectReversal(_ parts: [AppliedEdit]) { reversal = parts }

  /// Whether a change takes back what was refused. Another change that comes first makes the editor refuse that.
  mutating func isReversal(_ change: DocumentChange) -> Bool {
    guard !reversal.isEmpty else { return false }
    defer { reversal = [] }
    return EditBatch(change.edits).netChanges() == reversal
  }

  /// Announces the edits of a report: to the other plug-ins they are not the user's either.
  ///
  /// - Parameter own: of this plug-in, which knows of them.
  mutating func announce(
    _ report: DocumentReport, in buffer: TextBuffer, except own: PluginID? = nil, now: Instant
  ) {
    for case .changeByPlugin(let edits) in report.effects {
      for index in entries.indices where entries[index].id != own {
        entries[index].registered?.textEvents?.announce(
          edits, in: buffer, isSilent: true, now: Int(now.milliseconds))
      }
    }
  }

  /// Follows a change that no plug-in hears of.
  mutating func follow(_ change: DocumentChange, in buffer: TextBuffer, now: Instant) {
    for index in entries.indices {
      guard var layer = entries[index].registered?.textEvents else { continue }
      layer.pushIgnore(.silent)
      _ = layer.receive(change, in: buffer, now: Int(now.milliseconds))
      layer.popIgnore()
      entries[index].registered?.textEvents = layer
    }
  }
}
