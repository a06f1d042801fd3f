import JSONText
import Mentions
import MentionsTestKit
import Testing

@testable import MentionsServer

@Suite struct SettingsRandomTests {
  /// xorshift64*.
  private struct Random: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state ^= state >> 12
      state ^= state << 25
      state ^= state >> 27
      return state &* 2_685_821_657_736_338_717
    }
  }

  @Test(arguments: seeds(1...4))
  func `For any bytes the effective settings are valid and every problem lies inside the file`(_ seed: UInt64)
  {
    var random = Random(state: seed &* 7919)
    let original = Array(ContractExample.text.utf8)
    for round in 0..<150 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(at..<min(at + Int.random(in: 1...30, using: &random), bytes.count))
        default: bytes.insert(original[Int.random(in: 0..<original.count, using: &random)], at: at)
        }
      }
      check(bytes, "seed \(seed) round \(round)")
    }
  }

  @Test(arguments: seeds(1...4))
  func `The same holds for any replaced values`(_ seed: UInt64) throws {
    var random = Random(state: seed &* 104_729)
    let original = try JSONParser.parse(ContractExample.text, options: .handwritten)
    for round in 0..<60 {
      let value = mutated(original, &random)
      check(JSONWriter.bytes(of: value, indentation: 2), "seed \(seed) round \(round)")
    }
  }

  private func mutated(_ value: JSONValue, _ random: inout Random) -> JSONValue {
    let odd: [JSONValue] = [
      nil, true, 0, -1, 1.5, 1e300, "", "x", "*", "@", "\u{0}", [], [1], ["x"], [:], ["type": "git"],
      ["": nil],
    ]
    if Int.random(in: 0..<25, using: &random) == 0 { return odd.randomElement(using: &random) ?? nil }
    switch value {
    case .array(let items): return .array(items.map { mutated($0, &random) })
    case .object(let object):
      return .object(
        JSONObject(
          object.members.map { member in
            let name =
              Int.random(in: 0..<40, using: &random) == 0 ? String(member.name.dropLast()) : member.name
            return (name, mutated(member.value, &random))
          }))
    default: return value
    }
  }

  private func check(_ bytes: [UInt8], _ comment: Comment) {
    for origin in [SettingsKit.userFile, SettingsKit.workspaceFile] {
      let layer = SettingsLayer(SettingsFile(path: "", contents: .bytes(bytes)), origin: origin)
      let (settings, problems) = ServerSettings.resolve(
        layers: [layer], context: SettingsContext(folder: SettingsKit.folder, home: SettingsKit.home))
      for problem in problems {
        #expect(problem.location != nil, comment)
        #expect(problem.location.map { $0.range.upperBound <= bytes.count } == true, comment)
      }
      var again = SettingsValidator(origin: origin)
      _ = again.clean(.object(JSONObject(layer.value?.members.map { ($0.name, $0.value) } ?? [])))
      #expect(again.findings.filter { $0.code != .misplaced }.map(\.message) == [], comment)
      let characters = settings.policy.triggers.map(\.character)
      #expect(characters.allSatisfy(TextRule.controlCharacter.admits), comment)
      #expect(Set(characters.map { Array($0.utf8) }).count == characters.count, comment)
      #expect((1...1000).contains(settings.policy.limit), comment)
    }
  }
}
