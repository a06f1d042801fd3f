/// Extends a document (seed 003, plug-ins). A simple plug-in is set up and cleaned up, and works on the document
/// whenever its host lets it (``MentionsDocument/withPlugin(_:as:now:_:)``); what a ``ControlFlowPlugin`` does besides, its
/// two kinds say.
///
/// A value that belongs to one document, whose whole interface it may use. It does not hold the document: each call
/// lends it. What the host has to do for the plug-in is handed back as a report.
public protocol Plugin<Document>: Sendable {
  /// What the plug-in extends.
  associatedtype Document

  /// The plug-in was registered. Called exactly once, before any other call.
  ///
  /// - Parameters:
  ///   - document: what it extends now.
  ///   - now: the time.
  /// - Returns: what the host has to do.
  mutating func performInitialSetup(in document: inout Document, now: Instant) -> DocumentReport

  /// The plug-in was unregistered, or the document will be closed. Called exactly once, after all other calls.
  ///
  /// - Parameters:
  ///   - document: what it has extended.
  ///   - now: the time.
  /// - Returns: what the host has to do.
  mutating func performFinalCleanup(in document: inout Document, now: Instant) -> DocumentReport
}

/// A plug-in that hears of what happens in a document and may decide about it. A document has at most one. It is either
/// a ``DirectControlFlowPlugin`` or an ``AbstractionLayerControlFlowPlugin``.
public protocol ControlFlowPlugin<Document>: Plugin {}

/// Stands for a plug-in that is registered in one document.
public struct PluginID: Hashable, Comparable, Sendable {
  let rawValue: Int

  public static func < (a: PluginID, b: PluginID) -> Bool { a.rawValue < b.rawValue }
}

/// Why a plug-in was not registered.
public enum PluginError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The document has a plug-in of control flow, this one.
  case controlFlowTaken(by: PluginID)

  public var description: String {
    switch self {
    case .controlFlowTaken: "the document has a control flow plug-in already; unregister it first"
    }
  }
}
