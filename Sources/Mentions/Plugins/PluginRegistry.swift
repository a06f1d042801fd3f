import TextEvents
import TextModel

/// The plug-ins of a document, in the order of their registration.
///
/// A plug-in that is called is out of the registry until it returns, so that it may change the document, and the registry
/// too.
struct PluginRegistry<Document>: Sendable {
  enum Kind: Sendable {
    case simple(any Plugin<Document>)
    /// `movesMentions`: it moves the annotations itself as the text changes.
    case direct(any DirectControlFlowPlugin<Document>, movesMentions: Bool)
    case layered(any AbstractionLayerControlFlowPlugin<Document>, AbstractionLayer)
  }

  private struct Entry: Sendable {
    let id: PluginID
    /// Nil while it is called.
    var kind: Kind?
    /// Whether it was unregistered while it was called.
    var isLeaving = false
  }

  private var entries: [Entry] = []
  private var lastID = 0
  private(set) var controlFlow: PluginID?
  /// What takes back the change that a direct plug-in refused, as net changes.
  private var takingBack: [AppliedEdit] = []

  /// In the order of registration, without those that were unregistered.
  var ids: [PluginID] { entries.filter { !$0.isLeaving }.map(\.id) }

  /// Adds a simple one that is being set up, as if it were called.
  mutating func add() -> PluginID {
    lastID += 1
    let id = PluginID(rawValue: lastID)
    entries.append(Entry(id: id, kind: nil))
    return id
  }

  /// The same of one of control flow.
  mutating func addControlFlow() throws(PluginError) -> PluginID {
    if let controlFlow { throw .controlFlowTaken(by: controlFlow) }
    let id = add()
    controlFlow = id
    return id
  }

  /// Takes a plug-in out to be called; nil where there is none, or it is being called.
  mutating func take(_ id: PluginID) -> Kind? {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return nil }
    return entries[index].kind.take()
  }

  /// Puts it back after a call. False where it was unregistered meanwhile and is to be cleaned up.
  mutating func putBack(_ kind: Kind, as id: PluginID) -> Bool {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return false }
    if entries[index].isLeaving {
      entries.remove(at: index)
      return false
    }
    entries[index].kind = kind
    return true
  }

  /// Takes a plug-in out for good; nil where there is none, or it is being called: then it leaves after that.
  mutating func remove(_ id: PluginID) -> Kind? {
    guard let index = entries.firstIndex(where: { $0.id == id }), !entries[index].isLeaving else {
      return nil
    }
    if controlFlow == id {
      controlFlow = nil
      takingBack = []
    }
    guard let kind = entries[index].kind else {
      entries[index].isLeaving = true
      return nil
    }
    entries.remove(at: index)
    return kind
  }

  // MARK: Refused changes

  /// A direct plug-in has refused a change.
  mutating func expectTakingBack(_ parts: [AppliedEdit]) { takingBack = parts }

  /// Whether a change takes back what was refused. Another one that comes first makes the editor refuse that.
  mutating func isTakingBack(_ change: DocumentChange) -> Bool {
    guard !takingBack.isEmpty else { return false }
    defer { takingBack = [] }
    return EditBatch(change.edits).netChanges() == takingBack
  }
}
