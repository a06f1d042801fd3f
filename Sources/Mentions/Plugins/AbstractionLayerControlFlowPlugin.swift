public import TextEvents

/// Hears what the user does instead of raw changes: the events of an `AbstractionLayer` that the document keeps for it.
/// What it does not allow is taken back by an edit for the version of the change.
public protocol AbstractionLayerControlFlowPlugin<Document>: ControlFlowPlugin, AbstractionLayerDelegate {
  /// What recognition depends on. Read once, when the plug-in is registered.
  var textEventPolicy: TextEventPolicy { get }

  /// The user did something that stands.
  ///
  /// - Parameters:
  ///   - event: relative to the text that the event before it left.
  ///   - document: holds all of the change already.
  ///   - now: the time.
  /// - Returns: what the host has to do.
  mutating func userDid(_ event: TextEvent, in document: inout Document, now: Instant) -> DocumentReport
}

extension AbstractionLayerControlFlowPlugin {
  public var textEventPolicy: TextEventPolicy { .standard }

  public mutating func allows(_ event: TextEvent) -> Bool { true }
}
