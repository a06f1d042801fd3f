import MentionsTestKit
import Testing

@testable import Entities

/// Typing errors counted by bits, compared with the matrix of the textbook.
@Suite struct TypoTests {
  /// The optimal string alignment distance between the pattern and every beginning of the word; the least.
  private func fewest(_ pattern: [UInt8], _ word: [UInt8]) -> Int {
    var rows = [Array(0...pattern.count)]
    for (at, letter) in word.enumerated() {
      var row = [at + 1]
      for place in pattern.indices {
        var best = min(row[place], rows[at][place + 1]) + 1
        best = min(best, rows[at][place] + (pattern[place] == letter ? 0 : 1))
        if at > 0, place > 0, pattern[place] == word[at - 1], pattern[place - 1] == letter {
          best = min(best, rows[at - 1][place - 1] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows.map { $0[pattern.count] }.min() ?? pattern.count
  }

  private func pattern(_ letters: [UInt8]) -> TypoPattern? { TypoPattern(letters.span) }

  private func typos(_ pattern: TypoPattern, _ word: [UInt8], limit: Int) -> Int? {
    pattern.typos(inPrefixOf: word.span, limit: limit)
  }

  @Test(arguments: seeds(1...20))
  func `bits count what the matrix counts`(seed: UInt64) throws {
    var random = SeededRandom(seed)
    func text(_ least: Int, _ most: Int) -> [UInt8] {
      (0..<Int.random(in: least...most, using: &random)).map { _ in UInt8.random(in: 97...100, using: &random)
      }
    }
    for _ in 0..<500 {
      let letters = text(1, 9)
      let word = text(1, 11)
      let typos = try #require(pattern(letters))
      let expected = fewest(letters, word)
      let shown =
        "seed \(seed), \(String(decoding: letters, as: UTF8.self)) in "
        + String(decoding: word, as: UTF8.self)
      let distance = typos.distance(toPrefixOf: word.span).typos
      #expect(distance == expected, "\(shown)")
      for limit in 0...2 where limit < letters.count {
        #expect(
          self.typos(typos, word, limit: limit) == (expected <= limit ? expected : nil),
          "\(shown), limit \(limit)")
      }
    }
  }

  @Test func `a pattern of sixty four letters is the longest`() throws {
    let longest = Array(repeating: UInt8(ascii: "a"), count: 64)
    let typos = try #require(pattern(longest))
    for missing in 0...3 {
      let found = self.typos(typos, Array(longest.dropLast(missing)), limit: 2)
      #expect(found == (missing <= 2 ? missing : nil))
    }
    #expect(pattern(longest + longest.prefix(1)) == nil)
  }
}
