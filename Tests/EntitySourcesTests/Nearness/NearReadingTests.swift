import MentionsTestKit
import Testing

@testable import EntitySources

/// What git prints, read: blame, trailers, git's comment in a message; and lines found in another version.
@Suite struct NearReadingTests {
  private let ada = String(repeating: "a", count: 40)
  private let bob = String(repeating: "b", count: 64)

  private func blame(_ text: String, limit: Int = 100, piece: Int = .max) -> [String] {
    var reader = BlameReader(limit: limit)
    let bytes = Array(text.utf8)
    var at = 0
    while at < bytes.count {
      let end = min(bytes.count, piece == .max ? bytes.count : at + piece)
      reader.take(Array(bytes[at..<end]))
      at = end
    }
    reader.finish()
    return reader.result.map {
      "\($0.number) \(String(decoding: $0.name, as: UTF8.self)) <\(String(decoding: $0.email, as: UTF8.self))>"
    }
  }

  @Test func `authors are told once, and hold for all lines of a commit`() {
    let text = """
      \(ada) 1 5 2
      author Ada Lovelace
      author-mail <ada@x>
      author-time 1
      summary author-mail <evil@x>
      filename a
      \tfirst
      \(ada) 2 6
      \tauthor Eve
      \(bob) 1 7 1
      author Bob
      author-mail <bob@x>
      boundary
      filename a
      \t\(ada) 9 9
      \(ada) 3 8 1
      \tlast
      """
    let expected = [
      "4 Ada Lovelace <ada@x>", "5 Ada Lovelace <ada@x>", "6 Bob <bob@x>", "7 Ada Lovelace <ada@x>",
    ]
    for piece in [1, 7, .max] { #expect(blame(text, piece: piece) == expected) }
    #expect(blame(text, limit: 2) == Array(expected.prefix(2)))
  }

  @Test func `what is no blame yields nobody`() {
    let hostile = [
      "", "\t", "author Eve\nauthor-mail <eve@x>\n\tx", "\(ada) 1 0 1\nauthor Eve\n\tx", "\(ada) 1 -5\n\tx",
      "\(ada) 1 99999999999999999999\n\tx", "short 1 1 1\nauthor Eve\n\tx", "\(ada)\n\tx",
      String(repeating: "x", count: 3 << 20),
    ]
    for text in hostile { #expect(blame(text) == []) }
    // A name is bounded, a commit without one is somebody without a name.
    let long = String(repeating: "n", count: 100_000)
    #expect((blame("\(ada) 1 1 1\nauthor \(long)\n\tx").first?.utf8.count ?? 0) < 9000)
    #expect(blame("\(ada) 1 1 1\n\tx") == ["0  <>"])
  }

  private func committed(_ line: Int, _ own: String, _ head: String, first: Int = 0) -> Int? {
    let texts = own.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.utf8) }
    return CommittedLines.line(of: NearLine(line: line, first: first, texts: texts), in: Array(head.utf8))?
      .line
  }

  @Test func `a line is found by the lines around it`() {
    let head = "alpha\nbravo\n}\ncharlie\ndelta\n}\necho\n"
    #expect(committed(1, "alpha\nbravo", head) == 1)
    // Two lines were put in above.
    #expect(committed(4, "new one\nnew two\nalpha\nbravo\nbrand new", head) == 2)
    // The line itself says more than its neighbours.
    #expect(committed(1, "alpha\ndelta", head) == 4)
    // Of equal lines the nearest number counts.
    #expect(committed(6, "same\nsame\nsame", "same\nx\nx\nx\nsame\nx\nsame", first: 4) == 6)
    // Braces and blank lines say nothing; indentation and CR LF do not matter.
    #expect(committed(1, "}\n\n", head) == 1)
    #expect(committed(1, "x\n  delta\r", head) == 4)
    // Nothing is there: the same number, at most the last.
    #expect(committed(3, "u\nv\nw\nnowhere", head) == 3)
    #expect(committed(90, "nowhere", head, first: 90) == 6)
    #expect(committed(0, "alpha", "") == nil)
    #expect(committed(0, "", "\n") == 0)
  }

  @Test func `a line that is everywhere is found by those around it`() {
    func function(_ number: Int) -> String {
      "func f\(number)() {\n  let result = \(number)\n  return result\n}\n"
    }
    let head = (0..<80).map(function).joined()
    let own = (38..<42).map(function).joined()
    // Three hundred lines were put on top.
    for line in 0..<16 { #expect(committed(452 + line, own, head, first: 452) == 152 + line) }
    // Twice the same lines: what is beside the one and not the other tells.
    let twice = "start one\nsame\nsame too\nstart two\nsame\nsame too\n"
    #expect(committed(101, "start two\nsame\nsame too", twice, first: 100) == 4)
    #expect(committed(101, "start one\nsame\nsame too", twice, first: 100) == 1)
    // The line has moved, and its neighbours have not.
    let moved = "alpha\nbravo\ncharlie\ndelta\nelsewhere"
    #expect(committed(2, "alpha\nbravo\nelsewhere\ncharlie\ndelta", moved) == 4)
  }

  private func trailers(_ message: String) -> [String] {
    Trailers.named(in: Array(message.utf8)).map { "\($0.name) <\($0.email ?? "")>" }
  }

  @Test func `trailers are those of the last paragraph, whatever stands beside them`() {
    #expect(
      trailers(
        """
        Subject

        Reviewed-by: Early <early@x>

        Reviewed-by: Ada <ada@x>
        Closes #12
        reviewed-BY: Bob
        Signed-off-by: Carol <carol@x>
        Tested-by: Dan <dan@x>
        Co-authored-by: Eve <eve@x>
        Acked-by: Fay <fay@x>
        Acked-by: Fay <fay@x>
        Reviewed by: Nobody <n@x>
        Reviewed-by:

        """) == ["Ada <ada@x>", "Bob <>", "Eve <eve@x>", "Fay <fay@x>"])
    #expect(trailers("Reviewed-by: Ada <ada@x>") == [])
    #expect(trailers("") == [])
    #expect(trailers("\n\n\n") == [])
    #expect(trailers("Subject\r\n\r\nReviewed-by: Ada <ada@x>\r\n") == ["Ada <ada@x>"])
  }

  @Test func `fields are cut where they are too long, and read in any pieces`() {
    let bytes =
      Array("a\u{0}b\u{0}".utf8) + Array(repeating: UInt8(ascii: "x"), count: 1 << 19) + [0]
      + Array("c\u{0}d\u{0}e\u{0}f".utf8)
    for piece in [3, 1 << 17, bytes.count] {
      var fields = FieldSplitter(count: 3)
      var records: [[Int]] = []
      for start in stride(from: 0, to: bytes.count, by: piece) {
        fields.take(Array(bytes[start..<min(bytes.count, start + piece)])) { records.append($0.map(\.count)) }
      }
      #expect(records == [[1, 1, FieldSplitter.longestField], [1, 1, 1]])
    }
  }

  @Test func `the first list in git's comment is what is committed`() {
    let message = """

      # Bitte geben Sie eine Commit-Beschreibung ein.
      #
      # Zum Commit vorgemerkte Änderungen:
      #\tgeändert:       Sources/main.swift
      #\tneue Datei:     a b.txt
      #\tumbenannt:      old.txt -> new/old.txt
      #\t"quoted: x"
      #
      # Änderungen, die nicht zum Commit vorgemerkt sind:
      #\tgeändert:       other.swift
      """
    #expect(
      StagedFiles.commented(in: Array(message.utf8)) == [
        "Sources/main.swift", "a b.txt", "old.txt", "new/old.txt",
      ])
    #expect(StagedFiles.commented(in: Array("Subject\n\nBody: text\n# x\n#\tuntracked\n".utf8)) == [])
    #expect(StagedFiles.commented(in: []) == [])
  }

  @Test func `paths from a folder of the work tree are found by their ends`() {
    let tracked = Array("a.txt\u{0}sub/a.txt\u{0}sub/b.txt\u{0}sub/deep/c.txt\u{0}x/d\u{0}y/d\u{0}".utf8)
    let listed = ["a.txt", "b.txt", "deep/c.txt", "../a.txt", "d", "eep/c.txt", "gone"]
    #expect(
      StagedFiles.paths(listed, among: tracked) == ["a.txt", "sub/b.txt", "sub/deep/c.txt", "a.txt"])
    #expect(StagedFiles.paths(["a"], among: []) == [])
  }
}
