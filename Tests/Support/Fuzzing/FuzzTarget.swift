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
  /// Edits and annotations: a naive text agrees, and the invariants of the behaviour, section 5, hold.
  case edits
  /// Insert formats: what is read back is what was written.
  case formats
  /// A file of the annotation store, and the text that its mentions are looked for in.
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
