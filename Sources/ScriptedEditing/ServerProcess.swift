import EntitySources
import LanguageProtocol
import ServerHost
import SystemCalls

/// The connection of a scripted editor to its server.
package protocol EditorTransport: AnyObject {
  func send(_ message: RPCMessage) throws(EditorError)

  /// Returns the next message of the server; nil if no more messages will arrive, or if `waiting` is false and no
  /// message is available. If `waiting` is true, waits as long as a message may still arrive.
  func receive(waiting: Bool) throws(EditorError) -> RPCMessage?

  /// Simulates a pause of the user.
  func pause(milliseconds: Int)

  /// Waits for the server to end after `exit` was sent, and returns its exit status.
  func finish() throws(EditorError) -> Int
}

/// A server that runs in a separate process, connected by its standard streams.
package final class ServerProcess: EditorTransport {
  private enum Event: Sendable {
    case output([UInt8])
    case errors([UInt8])
    case ended(ChildStatus)
  }

  private let child: ChildProcess
  private let mailbox: Mailbox<Event>
  private let patience: Int
  private var framer = MessageFramer()
  private var inbox: [RPCMessage] = []
  private var status: ChildStatus?
  /// The server's output on standard error.
  package private(set) var errors: [UInt8] = []

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - arguments: the command line, beginning with the program.
  ///   - environment: the server's environment variables that differ from those of this process; nil removes a
  ///     variable.
  ///   - patience: the number of milliseconds to wait for a message, or for the end of the process.
  package init(
    _ arguments: [String], environment: [String: String?] = [:], patience: Int = 10_000
  ) throws(EditorError) {
    guard let mailbox = Mailbox<Event>() else {
      throw EditorError("the process has no file descriptors left")
    }
    self.mailbox = mailbox
    self.patience = patience
    let child: ChildProcess
    do throws(ChildError) {
      child = try ChildProcess(ChildCommand(arguments, environment: environment))
    } catch {
      throw EditorError("the server cannot be started: \(error)")
    }
    self.child = child
    HostProcess.startThread {
      let status = child.pump(
        .init(output: { mailbox.post(.output($0)) }, errors: { mailbox.post(.errors($0)) }))
      mailbox.post(.ended(status))
    }
  }

  deinit { child.kill() }

  package func send(_ message: RPCMessage) throws(EditorError) {
    guard child.write(RPCEncoder.frame(message)) else {
      throw EditorError("the server has ended or does not read its input\(complaint)")
    }
  }

  package func receive(waiting: Bool) throws(EditorError) -> RPCMessage? {
    let end = HostProcess.milliseconds() + (waiting ? patience : 0)
    while inbox.isEmpty, status == nil {
      let left = end - HostProcess.milliseconds()
      take(max(0, left))
      if left <= 0 { break }
    }
    if !inbox.isEmpty { return inbox.removeFirst() }
    if waiting {
      throw EditorError(
        status.map { "the server ended too early (\($0))\(complaint)" }
          ?? "the server did not answer within \(patience) ms\(complaint)")
    }
    return nil
  }

  /// A descriptor that is readable when output of the server may be available.
  package var wakeDescriptor: Int32 { mailbox.wakeDescriptor }

  /// Does nothing, since a script need not wait.
  package func pause(milliseconds: Int) {}

  package func finish() throws(EditorError) -> Int {
    child.closeInput()
    let end = HostProcess.milliseconds() + patience
    while status == nil {
      let left = end - HostProcess.milliseconds()
      guard left > 0 else { throw EditorError("the server is still running after `exit`\(complaint)") }
      take(left)
    }
    guard case .exited(let code)? = status else {
      throw EditorError("the server ended (\(status.map { "\($0)" } ?? ""))\(complaint)")
    }
    return Int(code)
  }

  private func take(_ milliseconds: Int) {
    for event in mailbox.take(waitingAtMost: milliseconds) {
      switch event {
      case .output(let bytes): framer.feed(bytes)
      case .errors(let bytes): errors += bytes
      case .ended(let status): self.status = status
      }
    }
    while let next = framer.next() {
      switch next {
      case .message(let body): inbox.append(RPCMessage.decode(body))
      case .fault(let fault): inbox.append(.invalid(id: .null, RPCError(.parseError, "\(fault)")))
      }
    }
  }

  private var complaint: String {
    errors.isEmpty ? "" : ":\n" + String(decoding: errors.suffix(2000), as: UTF8.self)
  }
}
