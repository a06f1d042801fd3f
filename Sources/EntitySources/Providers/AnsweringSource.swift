/// A source that answers queries itself: a provider process, a command, a web service.
///
/// No method blocks. What comes of a query is told as ``ProviderEvent``s, on a thread of the source's own:
/// batches up to one that is complete, `timedOut`, or `died` with the query among the unanswered.
public protocol AnsweringSource: AnyObject, Sendable {
  var name: String { get }
  func send(_ query: ProviderQuery)
  /// Nobody waits for that query's answer any more.
  func cancel(_ number: Int)
  /// Ends whatever runs. Nothing is told any more.
  func stop()
}

extension ProviderProcess: AnsweringSource {}
