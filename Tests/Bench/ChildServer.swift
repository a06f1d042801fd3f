import EntitySources
import JSONText
import LanguageProtocol
import Mentions
import MentionsServer
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

/// A program that is measured. It is spoken to on the thread that measures: a thread between would be measured too.
struct Child {
  let process: Int32
  /// Writing here reaches its standard input. Neither end blocks.
  let input: Int32
  /// Its standard output; its standard error goes nowhere.
  let output: Int32

  /// Starts a program, named by its whole path.
  ///
  /// - Parameters:
  ///   - command: the program's whole path and its arguments.
  ///   - environment: `NAME=value`, besides this program's own.
  init(_ command: [String], environment: [String] = []) throws(BenchError) {
    do throws(SystemError) {
      let stdin = try Platform.makePipe()
      let stdout = try Platform.makePipe()
      let nowhere = try Platform.openNowhere()
      defer {
        for descriptor in [stdin.reading, stdout.writing, nowhere] { Platform.closeDescriptor(descriptor) }
      }
      process = try Platform.spawn(
        command.first ?? "", command, directory: nil,
        environment: environment + Platform.environmentEntries(),
        descriptors: [stdin.reading, stdout.writing, nowhere])
      input = stdin.writing
      output = stdout.reading
    } catch {
      throw BenchError("\(command.first ?? "no program") could not be started: \(error.message)")
    }
    Platform.makeNonblocking(input)
    Platform.makeNonblocking(output)
  }

  /// Ends it and waits for it.
  func end() {
    Platform.closeDescriptor(input)
    Platform.closeDescriptor(output)
    Platform.killGroup(process)
    _ = Platform.reap(process)
  }
}

/// Our server without its process: a session, driven on this thread.
final class LocalSession {
  private let session = Session(options: .init(version: "bench"))
  /// What sources that are to be loaded hold, instead of reading them.
  private let loaded: LoadedSource?
  private var milliseconds: Int64 = 0
  private var lastID = 0

  /// Initializes it. Every source that the options name holds `loaded`, where that is given.
  init(options: JSONValue, loaded: LoadedSource? = nil) {
    self.loaded = loaded
    _ = handle(request(.initialize, Messages.initialize(folder: "/", options: options)))
    _ = handle(Self.bytes(Messages.notification(.initialized, [:])))
  }

  static func bytes(_ message: RPCMessage) -> [UInt8] { JSONWriter.bytes(of: message) }

  func request(_ method: Method, _ params: JSONValue) -> [UInt8] {
    lastID += 1
    return Self.bytes(Messages.request(lastID, method, params))
  }

  /// Hands one message over and performs what follows. Returns the last message that it sends.
  @discardableResult
  func handle(_ message: [UInt8]) -> [UInt8]? {
    milliseconds += 1
    return perform(session.handle(.message(message), now: Instant(milliseconds: milliseconds)))
  }

  /// How long it takes to handle the messages.
  func timed(_ messages: [UInt8]...) -> Duration {
    milliseconds += 1
    let now = Instant(milliseconds: milliseconds)
    let clock = ContinuousClock()
    var outgoing: [Outgoing] = []
    let start = clock.now
    for message in messages { outgoing += session.handle(.message(message), now: now) }
    let duration = start.duration(to: clock.now)
    perform(outgoing)
    return duration
  }

  /// The text that the session holds for a document that is open.
  func text(of uri: DocumentURI) -> [UInt8]? { session.documentText(uri) }

  @discardableResult
  private func perform(_ steps: [Outgoing]) -> [UInt8]? {
    var last: [UInt8]?
    let now = Instant(milliseconds: milliseconds)
    for step in steps {
      switch step {
      case .send(let message): last = message
      case .perform(.readSettings(let paths)):
        let files = paths.map { SettingsFile(path: $0, contents: .missing) }
        last = perform(session.handle(.settings(files), now: now)) ?? last
      case .perform(.load(let specification, let load, _)):
        let event = ServerEvent.loaded(
          source: specification.name, load: load, loaded ?? SourceFactory.load(specification))
        last = perform(session.handle(event, now: now)) ?? last
      case .perform(.readStore(let path)):
        last = perform(session.handle(.storeRead(path: path, .missing), now: now)) ?? last
      case .perform: break
      }
    }
    return last
  }
}

/// What an editor sends.
enum Messages {
  static func notification(_ method: Method, _ params: JSONValue) -> RPCMessage {
    .notification(method: method, params: RPCPayload(params))
  }

  static func request(_ id: Int, _ method: Method, _ params: JSONValue) -> RPCMessage {
    .request(id: .integer(id), method: method, params: RPCPayload(params))
  }

  /// No server knows this one; all must answer that they do not. What a request costs at least.
  static let unknown = Method(rawValue: "bench/unknown")

  static func initialize(folder: String, options: JSONValue = nil) -> JSONValue {
    [
      "processId": nil, "rootUri": .string(DocumentURI(filePath: folder).text),
      "capabilities": [
        "general": ["positionEncodings": ["utf-16", "utf-8"]],
        "textDocument": [
          "completion": ["completionItem": ["labelDetailsSupport": true]],
          "semanticTokens": [
            "requests": ["full": ["delta": true]], "tokenTypes": ["decorator"], "tokenModifiers": [],
            "formats": ["relative"],
          ],
        ],
      ],
      "initializationOptions": options,
    ]
  }

  static func didOpen(_ uri: DocumentURI, _ languageID: String, _ text: String) -> RPCMessage {
    let item = TextDocumentItem(uri: uri, languageId: languageID, version: 0, text: Array(text.utf8))
    let params = DidOpenTextDocumentParams(textDocument: item)
    return .notification(method: .didOpen, params: RPCPayload(params))
  }

  /// Replaces so many UTF-16 units at a place.
  static func didChange(
    _ uri: DocumentURI, version: Int, line: Int, column: Int, removing: Int = 0, _ text: String
  ) -> RPCMessage {
    let range = LanguageProtocol.Range(
      start: Position(line: line, character: column), end: Position(line: line, character: column + removing))
    let params = DidChangeTextDocumentParams(
      textDocument: VersionedTextDocumentIdentifier(uri: uri, version: version),
      contentChanges: [TextDocumentContentChangeEvent(range: range, text: Array(text.utf8))])
    return .notification(method: .didChange, params: RPCPayload(params))
  }

  static func document(_ uri: DocumentURI) -> JSONValue {
    ["textDocument": ["uri": .string(uri.text)]]
  }

  static func place(_ uri: DocumentURI, line: Int, column: Int) -> JSONValue {
    [
      "textDocument": ["uri": .string(uri.text)],
      "position": ["line": .integer(line), "character": .integer(column)],
    ]
  }
}

/// Keys typed one after the other into a document of prose, each as one `didChange`.
struct Typing {
  let uri: DocumentURI
  let lines: Int
  /// Columns that are not prose: a comment's sign.
  let prefix: Int
  let text: [String]
  private var keys = 0

  /// Keys typed into one line before the next line's turn.
  private static let keysPerLine = 60

  init(uri: DocumentURI, lines: Int, prefix: Int, text: String = "lorem ipsum dolor sit amet ") {
    self.uri = uri
    self.lines = lines
    self.prefix = prefix
    self.text = text.map { String($0) }
  }

  /// The next key; the first ones go to the line `from`.
  mutating func next(from line: Int) -> RPCMessage {
    defer { keys += 1 }
    let at = cursor(from: line)
    return Messages.didChange(
      uri, version: keys + 1, line: at.line, column: at.character, text[keys % text.count])
  }

  /// Where the next key goes.
  func cursor(from line: Int) -> Position {
    Position(
      line: (line + keys / Self.keysPerLine) % lines, character: prefix + keys % Self.keysPerLine)
  }
}
