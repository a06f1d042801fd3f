/// Why a server ends that was not told to `exit`. Whatever the reason, mentions are kept as they are then.
public enum EndReason: Hashable, Sendable {
  /// The client closed the stream.
  case inputEnded
  /// Nobody can read what the server says any more.
  case outputClosed
  /// The client sends and does not read; so many bytes wait for it.
  case outputUnread(waiting: Int)
  /// The process named by `initialize` is gone.
  case parentDied
  /// The system asked for it: `SIGTERM`, `SIGINT` or `SIGHUP`.
  case signal(String)

  /// Nil where the end is an ordinary one.
  var complaint: (LogLevel, LogLine)? {
    switch self {
    case .inputEnded: nil
    case .outputClosed: (.info, "the client has closed the server's output")
    case .outputUnread(let waiting):
      (.error, "the client does not read what it is sent: the server ends, with \(waiting) bytes waiting")
    case .parentDied: (.info, "the process that started the server is gone")
    case .signal(let name): (.info, "\(name) ends the server")
    }
  }
}
