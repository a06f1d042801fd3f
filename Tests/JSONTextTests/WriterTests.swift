import JSONText
import MentionsTestKit
import Testing

private func check(
  indentation: Int = 0, expects: String, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: (inout JSONWriter) -> Void
) {
  var writer = JSONWriter(indentation: indentation)
  body(&writer)
  expectRow(String(decoding: writer.bytes, as: UTF8.self), expects, sourceLocation: sourceLocation)
  expectRow(String(decoding: writer.finished(), as: UTF8.self), expects, sourceLocation: sourceLocation)
}

@Suite struct WriterTests {
  @Test func `commas and colons`() {
    check(expects: #"{"a":1,"b":{"c":[],"d":{}},"e":[1,[2,3],{"f":null}],"g":true}"#) {
      $0.object {
        $0.member("a", 1)
        $0.member("b") {
          $0.object {
            $0.member("c") { $0.array { _ in } }
            $0.member("d") { $0.object { _ in } }
          }
        }
        $0.member("e") {
          $0.array {
            $0.integer(1)
            $0.array([2, 3])
            $0.object { $0.member("f", Int?.none) }
          }
        }
        $0.member("x", ifPresent: Int?.none)
        $0.member(named: "g", true)
      }
    }
  }

  @Test func `for people`() {
    check(
      indentation: 2,
      expects: """
        {
          "a": [
            1,
            {
              "b": "c"
            }
          ],
          "d": {},
          "e": []
        }
        """
    ) { $0.write(["a": [1, ["b": "c"]], "d": .object([:]), "e": []] as JSONValue) }
  }

  @Test func `only what must be escaped is`() {
    check(expects: #""/é😀\"\\\b\t\n\f\r\u0000\u001f\#u{7F}\#u{2028}""#) {
      $0.string("/é😀\"\\\u{8}\t\n\u{c}\r\0\u{1f}\u{7f}\u{2028}")
    }
    check(expects: #""a\nb""#) { $0.string(utf8: Array("a\nb".utf8)) }
    check(expects: "\"a\u{FFFD}b\\n\"") { $0.string(utf8: [0x61, 0xFF, 0x62, 0x0A]) }
    check(expects: #"{"a\"b":1}"#) { $0.object { $0.member(named: "a\"b", 1) } }
  }

  @Test(arguments: [
    0, 1, -1, 9, 10, 11, 99, 100, 12345, -12345, 999_999_999_999, Int.max, Int.min, Int.max - 9, -10,
  ])
  func `integers`(_ value: Int) {
    check(expects: String(value)) { $0.integer(value) }
  }

  @Test func `doubles`() {
    check(expects: "[0.1,-0.0,1e+300,5e-324,null,null]") {
      $0.array([0.1, -0.0, 1e300, .leastNonzeroMagnitude, .infinity, .nan])
    }
  }

  @Test func `appended to existing bytes`() {
    var writer = JSONWriter(appendingTo: [1, 2])
    writer.write(["a": 1] as JSONValue)
    #expect(writer.finished() == [1, 2] + Array(#"{"a":1}"#.utf8))
  }

  @Test func `strings of every length`() throws {
    for length in 0..<200 {
      let text = String(repeating: "x", count: length)
      for special in ["", "\"", "\n", "é", "\u{1}"] {
        let value = JSONValue.string(text + special + text)
        #expect(try JSONParser.parse(JSONWriter.bytes(of: value)) == value)
      }
    }
  }
}
