import JSONText
import LanguageProtocol
import Mentions
import MentionsServer

/// One part of the product that is given whatever bytes there are, and what must hold then.
///
/// The bodies are here so that both libFuzzer (`mentions-fuzz`) and the tests, which feed the kept corpus, run the
/// very same ones.
public enum FuzzTarget: String, CaseIterable, Sendable {
  /// Bytes of a connection: the same messages and faults however they are cut.
  case framer
  /// JSON: parsed, written and parsed again it is the same.
  case json
  /// Settings' layers: what is in force is valid, what is wrong lies inside.
  case settings
  /// Files of entities: whole entities, told the same when read again.
  case people
  /// Edits and annotations: a naive text agrees, and the invariants of Behaviour, section 5, hold.
  case edits
  /// Insert formats: what is read back is what was written.
  case formats
  /// A file of the store, and the text that its mentions are looked for in.
  case store
  /// What programs print: lines of a provider, the history of a repository and its mailmap.
  case programs
  /// The file of a catalog, damaged: refused, or read without harm.
  case catalogs
  /// A workspace of links: nothing outside of it is read or written.
  case links

  /// Feeds it one input. Nil: all held; else what did not, in words.
  public func finding(in input: [UInt8]) -> FuzzError? {
    do throws(FuzzError) {
      switch self {
      case .framer: try FramerFuzzing.run(input)
      case .json: try JSONFuzzing.run(input)
      case .settings: try SettingsFuzzing.run(input)
      case .people: try PeopleFuzzing.run(input)
      case .edits: try EditsFuzzing.run(input)
      case .formats: try FormatsFuzzing.run(input)
      case .store: try StoreFuzzing.run(input)
      case .programs: try ProgramsFuzzing.run(input)
      case .catalogs: try CatalogsFuzzing.run(input)
      case .links: try LinksFuzzing.run(input)
      }
      return nil
    } catch {
      return error
    }
  }
}

/// What did not hold.
public struct FuzzError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}

/// Throws unless it holds.
func require(_ holds: Bool, _ what: @autoclosure () -> String) throws(FuzzError) {
  if !holds { throw FuzzError(what()) }
}

/// Takes an input apart. Inputs are text that people can read and write; whatever else they hold is put up with.
enum FuzzInput {
  /// The parts between lines of `---`, each without the line end before that line.
  static func parts(_ input: [UInt8], atMost limit: Int) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    var rest = input[...]
    while parts.count + 1 < limit, let divider = rest.firstRange(of: Array("\n---\n".utf8)) {
      parts.append(Array(rest[..<divider.lowerBound]))
      rest = rest[divider.upperBound...]
    }
    return parts + [Array(rest)]
  }

  static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Array($0) }
  }

  static func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }
}

/// Where lines begin, found the plain way: they end at `\n`, `\r\n` or a lone `\r`.
func plainLineStarts(of bytes: [UInt8]) -> [Int] {
  var starts = [0]
  for (at, byte) in bytes.enumerated() {
    let isPair = byte == 13 && at + 1 < bytes.count && bytes[at + 1] == 10
    if byte == 10 || (byte == 13 && !isPair) { starts.append(at + 1) }
  }
  return starts
}

/// The bytes of a connection.
enum FramerFuzzing {
  struct Outcome: Equatable {
    var outputs: [FramerOutput] = []
    var faultAtEnd: FramerError?

    var messages: [[UInt8]] {
      outputs.compactMap { if case .message(let body) = $0 { body } else { nil } }
    }
    var faults: [FramerError] {
      outputs.compactMap { if case .fault(let fault) = $0 { fault } else { nil } }
    }
  }

  private static var limits: MessageFramer.Limits {
    var limits = MessageFramer.Limits()
    limits.messageBytes = 2048
    limits.headerBytes = 128
    return limits
  }

  static func run(_ input: [UInt8]) throws(FuzzError) {
    let whole = read(input, inPiecesOf: max(1, input.count))
    for size in [1, 2, 5, 31] {
      let other = read(input, inPiecesOf: size)
      try require(other == whole, "in pieces of \(size): \(other), at once: \(whole)")
    }
    let taken = whole.messages.reduce(0) { $0 + $1.count }
    try require(taken <= input.count, "\(taken) bytes of messages in \(input.count) bytes")
    for message in whole.messages {
      try require(message.count <= limits.messageBytes, "a message over the limit: \(message.count)")
    }
    if let fatal = whole.outputs.firstIndex(where: isFatal) {
      try require(fatal == whole.outputs.count - 1, "something comes after a fatal fault")
    } else if whole.faultAtEnd == nil {
      let more = read(input + frame(Array("{}".utf8)), inPiecesOf: 7)
      try require(more.messages == whole.messages + [Array("{}".utf8)], "the connection does not go on")
    }
    let again = read(whole.messages.flatMap(frame), inPiecesOf: 3)
    try require(again.messages == whole.messages, "framed again the messages are others")
    try require(again.faults.isEmpty && again.faultAtEnd == nil, "framed again there are faults")
  }

  private static func isFatal(_ output: FramerOutput) -> Bool {
    if case .fault(let fault) = output { fault.isFatal } else { false }
  }

  private static func frame(_ body: [UInt8]) -> [UInt8] {
    Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
  }

  private static func read(_ input: [UInt8], inPiecesOf size: Int) -> Outcome {
    var framer = MessageFramer(limits: limits)
    var outcome = Outcome()
    for start in stride(from: 0, to: input.count, by: size) {
      framer.feed(input[start..<min(start + size, input.count)])
      while let output = framer.next() { outcome.outputs.append(output) }
    }
    outcome.faultAtEnd = framer.faultAtEnd
    return outcome
  }
}

/// JSON texts.
enum JSONFuzzing {
  static func run(_ input: [UInt8]) throws(FuzzError) {
    let strict = parse(input)
    let loose = parse(input, .handwritten)
    switch strict {
    case .success(let value):
      try require(loose == strict, "with comments allowed it is \(loose)")
      try check(value)
      try checkReader(input)
    case .failure(let fault): try check(fault, in: input)
    }
    switch loose {
    case .success(let value): try check(value)
    case .failure(let fault): try check(fault, in: input)
    }
  }

  private static func parse(
    _ bytes: [UInt8], _ options: JSONParser.Options = .init()
  ) -> Result<JSONValue, JSONError> {
    do throws(JSONError) {
      return .success(try JSONParser.parse(bytes, options: options))
    } catch {
      return .failure(error)
    }
  }

  private static func check(_ value: JSONValue) throws(FuzzError) {
    let compact = JSONWriter.bytes(of: value)
    try require(parse(compact) == .success(value), "written it is \(FuzzInput.text(compact))")
    try require(!compact.contains(10), "a line end on one line")
    let indented = JSONWriter.bytes(of: value, indentation: 2)
    try require(parse(indented) == .success(value), "written for people it is \(FuzzInput.text(indented))")
    if case .success(let again) = parse(compact) {
      try require(again.hashValue == value.hashValue, "equal values have different hashes")
    }
    // As a member among others it is the same.
    var writer = JSONWriter()
    writer.object {
      $0.member("a", value)
      $0.member("b") { $0.raw(compact) }
    }
    let options = JSONParser.Options(maximumDepth: 129)
    if case .success(let object) = parse(writer.bytes, options) {
      try require(object["a"] == value && object["b"] == value, "as a member it is \(object)")
    } else {
      throw FuzzError("as a member it cannot be read")
    }
  }

  /// What is stepped over is checked like what is read.
  private static func checkReader(_ input: [UInt8]) throws(FuzzError) {
    do throws(JSONError) {
      var reader = JSONReader(input)
      let raw = try reader.readRaw()
      try reader.finish()
      var again = JSONReader(raw)
      try again.skip()
      try again.finish()
    } catch {
      throw FuzzError("it can be read but not stepped over: \(error)")
    }
  }

  private static func check(_ fault: JSONError, in input: [UInt8]) throws(FuzzError) {
    try require(
      (0...input.count).contains(fault.offset), "a fault at \(fault.offset) of \(input.count) bytes")
    // A line that the offset ends in the middle of `\r\n` has been counted already.
    let before = Array(input[..<fault.offset])
    let starts = plainLineStarts(of: before)
    try require(fault.line == starts.count, "a fault in line \(fault.line), not \(starts.count)")
    let column = before[(starts.last ?? 0)...].count { $0 & 0xC0 != 0x80 } + 1
    try require(fault.column == column, "a fault in column \(fault.column), not \(column)")
    try require(!fault.reason.isEmpty, "a fault without a reason")
  }
}

/// Settings: the user's file, the workspace's, `initializationOptions` and the client's configuration, divided by
/// lines of `---`.
enum SettingsFuzzing {
  private static let folder = "/work"
  private static let origins: [SettingsOrigin] = [
    .userFile(path: "/home/ada/.config/mentions-lsp/config.json"),
    .workspaceFile(path: folder + "/.mentions.json", folder: folder), .initializationOptions, .configuration,
  ]
  /// The first problems of a layer stand for themselves, the others are counted.
  private static let mostProblems = 21

  static func run(_ input: [UInt8]) throws(FuzzError) {
    var layers: [SettingsLayer] = []
    for (origin, bytes) in zip(origins, FuzzInput.parts(input, atMost: origins.count)) {
      let layer = layer(bytes, origin)
      try check(layer, of: bytes)
      layers.append(layer)
    }
    let context = SettingsContext(folder: folder, home: "/home/ada")
    let (settings, problems) = ServerSettings.resolve(layers: layers, context: context)
    try check(settings)
    try require(
      problems.count <= (layers.count + 2) * mostProblems, "\(problems.count) problems for one user")
    for problem in problems { try require(!problem.message.isEmpty, "a problem without words") }
    let (again, _) = ServerSettings.resolve(layers: layers.reversed(), context: context)
    try require(again == settings, "in another order the layers give other settings")
  }

  private static func layer(_ bytes: [UInt8], _ origin: SettingsOrigin) -> SettingsLayer {
    if let path = origin.path {
      return SettingsLayer(SettingsFile(path: path, contents: .bytes(bytes)), origin: origin)
    }
    return SettingsLayer(client: try? JSONParser.parse(bytes), origin: origin)
  }

  private static func check(_ layer: SettingsLayer, of bytes: [UInt8]) throws(FuzzError) {
    try require(layer.problems.count <= mostProblems, "\(layer.problems.count) problems in one layer")
    let lines = plainLineStarts(of: bytes).count
    for problem in layer.problems {
      try require(!problem.message.isEmpty, "a problem without words")
      guard layer.origin.path != nil else { continue }
      guard let location = problem.location else { throw FuzzError("nowhere: \(problem)") }
      try require(
        location.range.upperBound <= bytes.count && (1...lines).contains(location.line), "outside: \(problem)"
      )
    }
    guard let value = layer.value else { return }
    let written = JSONWriter.bytes(of: JSONValue.object(value))
    let again = Self.layer(written, layer.origin)
    try require(again.problems.isEmpty, "what was good is bad: \(again.problems)")
    try require(again.value == value, "checked again the settings are others: \(FuzzInput.text(written))")
  }

  private static func check(_ settings: ServerSettings) throws(FuzzError) {
    let policy = settings.policy
    let characters = policy.triggers.map(\.character)
    try require(Set(characters.map { Array($0.utf8) }).count == characters.count, "a trigger twice")
    for character in characters {
      let scalars = character.unicodeScalars
      try require(
        (1...8).contains(scalars.count) && !scalars.contains { $0.properties.isWhitespace },
        "“\(character)” is not a control character")
    }
    try require((1...1000).contains(policy.limit), "limit is \(policy.limit)")
    try require((0...100).contains(policy.implicit.minimumLength), "minimumLength is out of bounds")
    try require((0...60_000).contains(settings.cooldown), "cooldown is \(settings.cooldown)")
    try require((0...10_000).contains(settings.completionDeadline), "completionDeadline is out of bounds")
    let names = settings.sources.map(\.name)
    try require(Set(names.map { Array($0.utf8) }).count == names.count, "a source twice: \(names)")
    for templates in policy.triggers.map(\.insert) + [policy.implicit.insert] {
      for format in [templates.fallback] + templates.byLanguage.values {
        let again = try? InsertFormat(format.template)
        try require(again == format, "“\(format.template)” is not the format in force")
      }
    }
    for folder in settings.trustedFolders {
      try require(folder.hasPrefix("/"), "trusted folder \(folder) is not absolute")
    }
  }
}
