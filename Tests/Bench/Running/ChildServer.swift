import JSONText
import LanguageProtocol
import ServerHost
import SystemCalls

/// A server process, spoken to over pipes on this thread.
final class ChildServer {
  let server: Server
  private let child: Child
  private var framer = MessageFramer()
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var outgoing: [UInt8] = []
  private var sent = 0
  private var lastID = 0
  private var hasEnded = false

  /// Longer than this no answer is awaited, in milliseconds.
  private static let patience = 120_000

  init(_ server: Server) throws(BenchError) {
    self.server = server
    child = try Child(server.command, environment: server.environment)
  }

  deinit { end() }

  /// Whether measuring or not, no child outlives us.
  func end() {
    guard !hasEnded else { return }
    hasEnded = true
    child.end()
  }

  /// Has it end as clients do, and waits for that.
  func shutDown() throws(BenchError) {
    _ = try ask(.shutdown, nil)
    queue(Messages.notification(.exit, nil))
    while true {
      do { try turn() } catch { return }
    }
  }

  // MARK: Sending

  /// Frames that are written with whatever follows, or with ``ask(_:_:)``.
  func queue(_ message: RPCMessage) { outgoing += RPCEncoder.frame(message) }

  func queue(frames: [UInt8]) { outgoing += frames }

  /// The frame of a request, for sending later; its id must be given to ``answer(to:)``.
  func frame(_ method: Method, _ params: JSONValue) -> (id: Int, bytes: [UInt8]) {
    lastID += 1
    return (lastID, RPCEncoder.frame(Messages.request(lastID, method, params)))
  }

  /// Sends what is queued and a request, and waits for the answer.
  @discardableResult
  func ask(_ method: Method, _ params: JSONValue) throws(BenchError) -> Result<RPCPayload, RPCError> {
    let request = frame(method, params)
    queue(frames: request.bytes)
    return try answer(to: request.id)
  }

  /// How long it takes until everything queued is written and the request is answered, and the answer.
  func timed(
    _ method: Method, _ params: JSONValue
  ) throws(BenchError) -> (Duration, Result<RPCPayload, RPCError>) {
    let request = frame(method, params)
    queue(frames: request.bytes)
    let start = ContinuousClock().now
    let result = try answer(to: request.id)
    return (arrival - start, result)
  }

  /// When the last answer was complete, before it was read.
  private(set) var arrival = ContinuousClock().now

  // MARK: Receiving

  /// Writes what is queued and reads until this request is answered. Questions of the server are answered
  /// with nothing.
  func answer(to id: Int) throws(BenchError) -> Result<RPCPayload, RPCError> {
    while true {
      while let output = framer.next() {
        let now = ContinuousClock().now
        guard case .message(let body) = output else {
          throw BenchError("\(server.name) sent what is not a message")
        }
        switch RPCMessage.decode(body) {
        case .response(.integer(id), let result):
          arrival = now
          return result
        case .request(let question, _, _): outgoing += RPCEncoder.response(id: question)
        case .notification, .response, .invalid: break
        }
      }
      try turn()
    }
  }

  private func turn() throws(BenchError) {
    var isBusy = false
    if sent < outgoing.count {
      switch Platform.send(child.input, outgoing, from: sent) {
      case .bytes(let count):
        sent += count
        isBusy = true
      case .wouldBlock: break
      case .end, .failed: throw BenchError("\(server.name) has ended")
      }
      if sent == outgoing.count {
        outgoing.removeAll(keepingCapacity: true)
        sent = 0
      }
    }
    switch Platform.receive(child.output, into: &buffer) {
    case .bytes(let count):
      framer.feed(buffer[..<count])
      isBusy = true
    case .wouldBlock: break
    case .end, .failed: throw BenchError("\(server.name) has ended")
    }
    if isBusy { return }
    var interests = [
      Platform.Interest(descriptor: child.output),
      Platform.Interest(descriptor: outgoing.isEmpty ? -1 : child.input, writing: true),
    ]
    Platform.wait(for: &interests, milliseconds: Self.patience)
    if !interests.contains(where: \.isReady) {
      throw BenchError("\(server.name) did not answer in \(Self.patience / 1000) s")
    }
  }

  // MARK: Steps

  func initialize(folder: String, options: JSONValue = nil) throws(BenchError) {
    if case .failure(let error) = try ask(.initialize, Messages.initialize(folder: folder, options: options))
    {
      throw BenchError("\(server.name) refused initialize: \(error.message)")
    }
  }

  /// Says `initialized` and opens a document.
  func open(_ uri: DocumentURI, _ text: String) throws(BenchError) {
    queue(Messages.notification(.initialized, [:]))
    queue(Messages.didOpen(uri, server.languageID, text))
    // The answer means that the document was taken.
    _ = try ask(Messages.unknown, [:])
  }

  /// Memory that the process holds now, in MiB; nil where the system does not tell.
  var residentMemory: Double? { memory("VmRSS:") }

  /// The part of it that no file backs.
  var anonymousMemory: Double? { memory("RssAnon:") }

  /// The part of it that is read from files: the program itself, and files that are mapped.
  var fileMemory: Double? { memory("RssFile:") }

  private func memory(_ name: String) -> Double? {
    guard let bytes = try? HostProcess.readFile("/proc/\(child.process)/status") else { return nil }
    for line in bytes.split(separator: UInt8(ascii: "\n")) where line.starts(with: name.utf8) {
      let digits = line.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      return Double(String(decoding: digits, as: UTF8.self)).map { $0 / 1024 }
    }
    return nil
  }

  /// How long processors have worked for it, in milliseconds; nil where the system does not tell.
  var processorTime: Double? {
    Platform.processorMicroseconds(of: child.process).map { Double($0) / 1000 }
  }
}
