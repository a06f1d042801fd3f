public import Entities
public import TextEvents
public import TextModel

/// Extends a document (seed 003, plug-ins): hears what happens in it, may change it, and may decide about it.
///
/// A plug-in is a value that belongs to one document, whose whole interface it may use. It does not hold the document:
/// each call lends it. What the host has to do for the plug-in is returned as a report. Every requirement has a standard
/// implementation that does nothing and allows everything, so that a plug-in declares only what it needs:
///
///     set-up and clean-up     once each, before and after everything else
///     after the fact          changes, text events, selections, completion requests, time: every plug-in
///     before the fact         the `allows…` questions: the one plug-in of a document that ``decides``
public protocol Plugin: Sendable {
  /// Whether the plug-in is asked the `allows…` questions. Read once, when it is registered: a document has at most one
  /// plug-in that decides. Standard: false.
  var decides: Bool { get }

  /// The numbers by which text events are recognized for ``userDid(_:in:now:)``; nil, the standard: the plug-in hears no
  /// text events, and none are looked for. Read once, when the plug-in is registered.
  var textEventPolicy: TextEventPolicy? { get }

  // MARK: Set-up and clean-up

  /// The plug-in was registered. Called exactly once, before any other call.
  ///
  /// - Parameters:
  ///   - document: what the plug-in extends.
  ///   - now: the time.
  /// - Returns: what the host has to do.
  mutating func performInitialSetup(in document: inout MentionsDocument, now: Instant) -> DocumentReport

  /// The plug-in was unregistered, or the document will be closed. Called exactly once, after all other calls.
  ///
  /// - Parameters:
  ///   - document: what the plug-in has extended.
  ///   - now: the time.
  /// - Returns: what the host has to do.
  mutating func performFinalCleanup(in document: inout MentionsDocument, now: Instant) -> DocumentReport

  // MARK: After the fact

  /// The text has changed.
  ///
  /// - Parameters:
  ///   - change: the edits of one notification.
  ///   - document: after mentions were moved.
  ///   - now: the time.
  /// - Returns: what the host has to do.
  mutating func didChange(
    _ change: Change, in document: inout MentionsDocument, now: Instant
  ) -> DocumentReport

  /// The user did something that counts.
  ///
  /// - Parameters:
  ///   - event: relative to the text that the event before it left.
  ///   - document: holds all of the change already.
  ///   - now: the time.
  /// - Returns: what the host has to do.
  mutating func userDid(
    _ event: TextEvent, in document: inout MentionsDocument, now: Instant
  ) -> DocumentReport

  /// The user has moved the cursor or selected text.
  mutating func didSelect(
    _ selection: Selection, in document: inout MentionsDocument, now: Instant
  ) -> DocumentReport

  /// Completion was requested.
  mutating func didRequestCompletion(
    _ request: CompletionRequest, in document: inout MentionsDocument, now: Instant
  ) -> DocumentReport

  /// Time has passed: the instant of a ``MentionsEffect/wake(at:)``, which another plug-in may have asked for.
  mutating func timePassed(in document: inout MentionsDocument, now: Instant) -> DocumentReport

  // MARK: Before the fact

  /// Whether a change counts. The editor has made it, and the text holds it already: false has the host take it back
  /// (``MentionsEffect/changeByPlugin(_:)``), ends the mention that is being made, and no plug-in hears of the change.
  ///
  /// - Parameters:
  ///   - change: the edits of one notification.
  ///   - document: before mentions are moved.
  ///   - now: the time.
  mutating func allowsChange(
    _ change: Change, in document: inout MentionsDocument, now: Instant
  ) -> Bool

  /// Whether an event that changed the text counts; asked where ``textEventPolicy`` is not nil. False has the host take it
  /// back, and the plug-in does not hear of it.
  mutating func allows(_ event: TextEvent, in document: inout MentionsDocument, now: Instant) -> Bool

  /// Whether the document takes notice of a selection. The editor has it already.
  mutating func allowsSelection(
    _ selection: Selection, in document: inout MentionsDocument, now: Instant
  ) -> Bool

  /// Whether a request for completion is answered.
  mutating func allowsCompletion(
    _ request: CompletionRequest, in document: inout MentionsDocument, now: Instant
  ) -> Bool

  /// Whether entities are offered for what is typed. False ends the mention that is being made, before a source is asked.
  mutating func allowsOffer(for query: Query, in document: inout MentionsDocument, now: Instant) -> Bool

  /// Whether an offer that the user took becomes a mention. False leaves its text without one.
  mutating func allowsAcceptance(
    of entity: Entity, in document: inout MentionsDocument, now: Instant
  ) -> Bool

  /// Whether an edit may turn a mention into plain text, or remove it. False has the host take the edit back.
  mutating func allowsDeletion(
    of mention: Annotation, in document: inout MentionsDocument, now: Instant
  ) -> Bool
}

extension Plugin {
  public var decides: Bool { false }

  public var textEventPolicy: TextEventPolicy? { nil }

  public mutating func performInitialSetup(
    in document: inout MentionsDocument, now: Instant
  ) -> DocumentReport { DocumentReport() }

  public mutating func performFinalCleanup(
    in document: inout MentionsDocument, now: Instant
  ) -> DocumentReport { DocumentReport() }

  public mutating func didChange(
    _ change: Change, in document: inout MentionsDocument, now: Instant
  ) -> DocumentReport { DocumentReport() }

  public mutating func userDid(
    _ event: TextEvent, in document: inout MentionsDocument, now: Instant
  ) -> DocumentReport { DocumentReport() }

  public mutating func didSelect(
    _ selection: Selection, in document: inout MentionsDocument, now: Instant
  ) -> DocumentReport { DocumentReport() }

  public mutating func didRequestCompletion(
    _ request: CompletionRequest, in document: inout MentionsDocument, now: Instant
  ) -> DocumentReport { DocumentReport() }

  public mutating func timePassed(
    in document: inout MentionsDocument, now: Instant
  ) -> DocumentReport { DocumentReport() }

  public mutating func allowsChange(
    _ change: Change, in document: inout MentionsDocument, now: Instant
  ) -> Bool { true }

  public mutating func allows(
    _ event: TextEvent, in document: inout MentionsDocument, now: Instant
  ) -> Bool { true }

  public mutating func allowsSelection(
    _ selection: Selection, in document: inout MentionsDocument, now: Instant
  ) -> Bool { true }

  public mutating func allowsCompletion(
    _ request: CompletionRequest, in document: inout MentionsDocument, now: Instant
  ) -> Bool { true }

  public mutating func allowsOffer(
    for query: Query, in document: inout MentionsDocument, now: Instant
  ) -> Bool { true }

  public mutating func allowsAcceptance(
    of entity: Entity, in document: inout MentionsDocument, now: Instant
  ) -> Bool { true }

  public mutating func allowsDeletion(
    of mention: Annotation, in document: inout MentionsDocument, now: Instant
  ) -> Bool { true }
}

/// Identifies a plug-in that is registered in one document.
public struct PluginID: Hashable, Sendable {
  let rawValue: Int
}

/// Why a plug-in was not registered.
public enum PluginError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another plug-in of the document decides, this one.
  case otherDecides(PluginID)

  public var description: String {
    switch self {
    case .otherDecides: "another plug-in of the document decides already; unregister it first"
    }
  }
}

/// Where the user is, as the host reports it.
public struct Selection: Hashable, Sendable {
  /// A UTF-8 offset: the cursor. It may lie outside of the text.
  public var cursor: TextOffset
  /// The selection; nil: the host reported only a position.
  public var range: TextRange?
}

/// A request for completion.
public struct CompletionRequest: Hashable, Sendable {
  /// A UTF-8 offset. It may lie outside of the text: a request may come before its change.
  public var offset: TextOffset
  /// Whether the user asked.
  public var asked: AskedHint
}

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
  /// Net changes that undo the change refused last; empty: nothing to undo.
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
  mutating func isReversal(_ change: Change) -> Bool {
    guard !reversal.isEmpty else { return false }
    defer { reversal = [] }
    return change.net == reversal
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
  mutating func follow(_ change: Change, in buffer: TextBuffer, now: Instant) {
    for index in entries.indices {
      guard var layer = entries[index].registered?.textEvents else { continue }
      layer.pushIgnore(.silent)
      _ = layer.receive(change, in: buffer, now: Int(now.milliseconds))
      layer.popIgnore()
      entries[index].registered?.textEvents = layer
    }
  }
}
