import Foundation
import JSONText
import MentionsTestKit
import Testing

/// A small generator, so that a failure can be repeated from its seed.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }
}

/// Foundation's opinion, as our tree.
private func tree(_ value: Any) -> JSONValue {
  switch value {
  case is NSNull: return .null
  case let number as NSNumber:
    if isBool(number) { return .bool(number.boolValue) }
    let double = number.doubleValue
    if double == 0, double.sign == .minus { return .double(double) }
    if String(cString: number.objCType) == "q" { return .integer(number.intValue) }
    return Int(exactly: number).map(JSONValue.integer) ?? .double(double)
  case let text as String: return .string(text)
  case let array as [Any]: return .array(array.map(tree))
  case let object as [String: Any]:
    return .object(
      JSONObject(object.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { ($0, tree($1)) }))
  default: return .string("unknown \(type(of: value))")
  }
}

private func isBool(_ number: NSNumber) -> Bool { String(cString: number.objCType) == "c" }

/// The same with members by name and whole doubles as integers: what survives both.
private func normal(_ value: JSONValue) -> JSONValue {
  switch value {
  case .double(let double):
    Int(exactly: double).map { double == 0 && double.sign == .minus ? value : .integer($0) } ?? value
  case .array(let array): .array(array.map(normal))
  case .object(let object):
    .object(
      JSONObject(
        object.members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }.map {
          ($0.name, normal($0.value))
        }))
  default: value
  }
}

private struct RandomValues {
  var generator: SeededGenerator

  /// Integers of 53 bits at most: some longer ones go through `Double` in Foundation on Linux.
  mutating func value(depth: Int = 0) -> JSONValue {
    switch Int.random(in: 0..<(depth > 4 ? 5 : 7), using: &generator) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &generator))
    case 2:
      return .integer(Int(truncatingIfNeeded: generator.next()) >> Int.random(in: 11..<64, using: &generator))
    case 3: return .double(Double(Int.random(in: -1_000_000_000...1_000_000_000, using: &generator)) / 8)
    case 4: return .string(text())
    case 5: return .array((0..<Int.random(in: 0..<6, using: &generator)).map { _ in value(depth: depth + 1) })
    default:
      var object = JSONObject()
      for _ in 0..<Int.random(in: 0..<20, using: &generator) { object[text()] = value(depth: depth + 1) }
      return .object(object)
    }
  }

  mutating func text() -> String {
    // Not U+FEFF: Foundation drops it from strings.
    let alphabet: [UnicodeScalar] = [
      "a", "b", "\"", "\\", "/", "\n", "\r", "\t", "\0", "\u{1F}", "\u{7F}", "é", "e", "\u{301}", "漢", "😀",
      "\u{2028}",
      "\u{10FFFF}",
    ]
    var text = ""
    for _ in 0..<Int.random(in: 0..<12, using: &generator) {
      text.unicodeScalars.append(alphabet.randomElement(using: &generator) ?? "a")
    }
    return text
  }
}

@Suite struct FoundationTests {
  @Test func `JSON written here is read by Foundation`() throws {
    for seed in seeds(1...100) {
      var random = RandomValues(generator: SeededGenerator(seed: seed))
      let value = random.value()
      for indentation in [0, 2] {
        let bytes = JSONWriter.bytes(of: value, indentation: indentation)
        let theirs = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
        // Foundation's keys are Swift strings, so that canonically equal names fall together there.
        if !hasTwins(value) { #expect(normal(value) == normal(tree(theirs)), "seed \(seed)") }
        #expect(try JSONParser.parse(bytes) == value, "seed \(seed)")
      }
    }
  }

  @Test func `JSON written by Foundation is read`() throws {
    for seed in seeds(1...100) {
      var random = RandomValues(generator: SeededGenerator(seed: seed))
      let value = random.value()
      guard !hasTwins(value) else { continue }
      let theirs = try JSONSerialization.jsonObject(
        with: Data(JSONWriter.bytes(of: value)), options: .fragmentsAllowed)
      for options in [[], .prettyPrinted] as [JSONSerialization.WritingOptions] {
        let data = try JSONSerialization.data(
          withJSONObject: theirs, options: options.union(.fragmentsAllowed))
        #expect(try normal(JSONParser.parse(Array(data))) == normal(value), "seed \(seed)")
      }
    }
  }

  /// `JSONSerialization` rounds long fractions on Linux, `JSONDecoder` does not.
  @Test func `doubles are exact`() throws {
    var generator = SeededGenerator(seed: 7)
    let doubles = (0..<5000).map { _ in Double(bitPattern: generator.next()) }.filter(\.isFinite)
    let bytes = JSONWriter.bytes(of: doubles)
    #expect(try [Double](json: bytes) == doubles)
    #expect(try JSONDecoder().decode([Double].self, from: Data(bytes)) == doubles)
  }

  /// Damage a good text by one byte: either both find a fault, or both read the same.
  @Test func `damaged texts`() throws {
    for seed in seeds(1...150) {
      var random = RandomValues(generator: SeededGenerator(seed: seed))
      var bytes = JSONWriter.bytes(of: JSONValue.array([random.value(), random.value()]))
      let at = Int.random(in: 0..<bytes.count, using: &random.generator)
      bytes[at] = Array("{}[]:,\"\\0ex- ".utf8).randomElement(using: &random.generator) ?? 0
      let ours = try? JSONParser.parse(bytes)
      let theirs = (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)).map(
        tree)
      guard let ours, let theirs else {
        // Foundation refuses lone surrogates and takes some numbers that RFC 8259 does not.
        if ours != nil { #expect(String(decoding: bytes, as: UTF8.self).contains("\\"), "seed \(seed)") }
        continue
      }
      if !hasTwins(ours) { #expect(normal(ours) == normal(theirs), "seed \(seed)") }
    }
  }

  private func hasTwins(_ value: JSONValue) -> Bool {
    switch value {
    case .array(let array): array.contains(where: hasTwins)
    case .object(let object):
      Set(object.members.map(\.name)).count != object.count || object.members.contains { hasTwins($0.value) }
    default: false
    }
  }
}
