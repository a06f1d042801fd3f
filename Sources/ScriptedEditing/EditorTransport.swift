import LanguageProtocol

/// How a scripted editor reaches its server.
package protocol EditorTransport: AnyObject {
  func send(_ message: RPCMessage) throws(EditorError)

  /// The next message of the server. Waits for it as long as one may still come; nil when none will, or none is
  /// there and `waiting` is false.
  func receive(waiting: Bool) throws(EditorError) -> RPCMessage?

  /// The user does nothing for so many milliseconds.
  func pause(milliseconds: Int)

  /// After `exit` was sent: waits for the server's end and returns its exit status.
  func finish() throws(EditorError) -> Int
}
