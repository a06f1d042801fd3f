import Foundation
import MentionsTestKit
import SessionSimulation
import Testing
import TextModel

@testable import MentionsTestKit

/// The corpus from which libFuzzer starts, with every input that once failed.
@Suite struct CorpusTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fuzz")

  private static func inputs(_ target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
    let place = folder.appending(path: "Corpus/\(target.rawValue)")
    return try FileManager.default.contentsOfDirectory(atPath: place.path).sorted().map {
      ($0, [UInt8](try Data(contentsOf: place.appending(path: $0))))
    }
  }

  @Test(arguments: FuzzTarget.allCases) func `every kept input holds`(target: FuzzTarget) throws {
    let inputs = try Self.inputs(target)
    #expect(inputs.count >= 3)
    for input in inputs {
      let finding = target.finding(in: input.bytes)
      #expect(finding == nil, "\(target)/\(input.name): \(finding?.description ?? "")")
    }
  }

  /// A small part of what libFuzzer does, the same on every run.
  @Test(arguments: FuzzTarget.allCases) func `slightly changed inputs hold too`(target: FuzzTarget) throws {
    for input in try Self.inputs(target) where input.bytes.count > 1 {
      for seed in seeds(1...12) {
        var random = SeededRandom(seed)
        var bytes = input.bytes
        for _ in 0..<(1 + random.below(3)) {
          let at = random.below(bytes.count)
          switch random.below(4) {
          case 0: bytes[at] = UInt8(random.below(256))
          case 1: bytes.removeSubrange(at..<min(bytes.count - 1, at + 1 + random.below(20)))
          case 2: bytes.insert(contentsOf: input.bytes[at / 2..<at], at: at)
          default: bytes[at] ^= 1 << UInt8(random.below(8))
          }
        }
        let finding = target.finding(in: bytes)
        #expect(finding == nil, "\(target)/\(input.name), seed \(seed): \(finding?.description ?? "")")
      }
    }
  }

  @Test func `the corpus and the script list the same targets`() throws {
    let names = FuzzTarget.allCases.map(\.rawValue)
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: Self.folder.appending(path: "Corpus").path)
    #expect(folders.sorted() == names.sorted())
    let script = try String(contentsOf: Self.folder.appending(path: "run"), encoding: .utf8)
    #expect(script.contains("known=\"\(names.joined(separator: " "))\""))
    #expect(script.contains(names.joined(separator: ", ")))
  }

  // MARK: The naive models say what they should

  @Test func `a naive text finds positions by walking`() {
    let text = PlainText(Array("a😀é\r\nb\rc\n".utf8))
    for (encoding, column) in [(PositionEncoding.utf8, 5), (.utf16, 3), (.utf32, 2)] {
      #expect(text.offset(of: TextPosition(line: 0, column: column), in: encoding) == 5)
      #expect(text.position(of: 5, in: encoding) == TextPosition(line: 0, column: column))
      #expect(text.offset(of: TextPosition(line: 0, column: 99), in: encoding) == 7)
      #expect(text.offset(of: TextPosition(line: 1, column: 1), in: encoding) == 10)
      #expect(text.offset(of: TextPosition(line: 3, column: 0), in: encoding) == 13)
      #expect(text.offset(of: TextPosition(line: 4, column: 0), in: encoding) == 13)
    }
    #expect(text.offset(of: TextPosition(line: 0, column: 2), in: .utf16) == 1)
    #expect(text.graphemeBoundaries == [0, 1, 5, 7, 9, 10, 11, 12, 13])
    #expect(PlainText([65, 0xFF]).bytes == Array("A\u{FFFD}".utf8))
  }

  @Test func `a script of edits is read as well as can be`() {
    let line = EditsLine(Array("= 0:3-12:15 a\\nb\\\\ ".utf8))
    #expect(line.start == TextPosition(line: 0, column: 3) && line.end == TextPosition(line: 12, column: 15))
    #expect(line.text == Array("a\nb\\ ".utf8))
    #expect(EditsLine(Array("= 7".utf8)).end == TextPosition(line: 7, column: 0))
    #expect(EditsLine([]).text.isEmpty)
    #expect(EditsLine(Array("* 1:2-3:4 x".utf8)).text == Array("1:2-3:4 x".utf8))
  }

  @Test func `an input is split into lines`() {
    let parts = FuzzInput.parts(Array("a\n---\nb\n---\nc\n---\nd".utf8), atMost: 3)
    #expect(parts.map { FuzzInput.text($0) } == ["a", "b", "c\n---\nd"])
  }
}
