import JSONText
import Testing

/// Parses a text and writes it again on one line; of a fault, its description.
private func outcome(_ text: String, _ options: JSONParser.Options = .init()) -> String {
  outcome(Array(text.utf8), options)
}

private func outcome(_ bytes: [UInt8], _ options: JSONParser.Options = .init()) -> String {
  do {
    return try JSONParser.parse(bytes, options: options).description
  } catch {
    return error.description
  }
}

@Suite struct ParserTests {
  @Test(arguments: [
    ("0", "0"), ("-1", "-1"), ("9223372036854775807", "9223372036854775807"),
    ("-9223372036854775808", "-9223372036854775808"), ("9223372036854775808", "9.223372036854776e+18"),
    ("-0", "-0.0"), ("1.0", "1.0"), ("1e2", "100.0"), ("1E+2", "100.0"), ("25e-1", "2.5"),
    ("5e-324", "5e-324"),
    ("1e-400", "0.0"), ("0.1", "0.1"), ("123456789012345678901234567890", "1.2345678901234568e+29"),
  ])
  func `numbers`(_ text: String, _ expected: String) {
    #expect(outcome(text) == expected)
  }

  @Test(arguments: [
    ("01", "number with a leading zero"), ("-", "expected a digit, found the end of the text"),
    ("+1", "expected a value, found '+'"), (".5", "expected a value, found '.'"),
    ("1.", "expected a digit after the decimal point, found the end of the text"),
    ("1e", "expected a digit in the exponent, found the end of the text"), ("1e400", "number too large"),
    ("NaN", "expected a value, found 'N'"), ("0x10", "expected the end, found 'x'"),
  ])
  func `malformed numbers`(_ text: String, _ reason: String) {
    #expect(outcome(text).hasSuffix(": " + reason))
  }

  @Test(arguments: [
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"), (#""\u0041\u00e9""#, "Aé"),
    (#""\ud83d\ude00""#, "😀"), (#""\ud83d""#, "\u{FFFD}"), (#""\ude00x""#, "\u{FFFD}x"),
    (#""\ud83d\u0041""#, "\u{FFFD}A"), (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"), (#""\u0000""#, "\0"),
    ("\"😀é\"", "😀é"), (#""""#, ""),
  ])
  func `strings`(_ text: String, _ expected: String) throws {
    #expect(try JSONParser.parse(text) == .string(expected))
  }

  @Test(arguments: [
    (#""\x""#, "invalid escape sequence in a string"), (#""\u12g4""#, "'\\u' needs four hexadecimal digits"),
    (#""\u12"#, "'\\u' needs four hexadecimal digits"), ("\"a", "unterminated string"),
    ("\"\\", "unterminated string"),
    ("\"a\nb\"", "control character in a string; it must be escaped"),
  ])
  func `malformed strings`(_ text: String, _ reason: String) {
    #expect(outcome(text).hasSuffix(": " + reason))
  }

  @Test(
    arguments: [
      [0xFF], [0xC0, 0xAF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC3],
      [0xE2, 0x82],
      [0xF0, 0x9F, 0x98], [0x80],
    ] as [[UInt8]])
  func `bytes that are no UTF8`(_ wrong: [UInt8]) {
    let text = Array("\"ab".utf8) + wrong + Array("\"".utf8)
    #expect(outcome(text) == "line 1, column 4: the string is not valid UTF-8")
  }

  /// Strings are read eight bytes at a time.
  @Test func `strings are read alike wherever in a word something special is`() throws {
    let escapes = [
      (#"\""#, "\""), (#"\\"#, "\\"), (#"\n"#, "\n"), (#"\/"#, "/"), (#"\n\n\t"#, "\n\n\t"),
      (#"\u00e9"#, "é"),
      (#"\ud83d\ude00"#, "😀"), (#"\ud83d"#, "\u{FFFD}"), (#"\ud83dx"#, "\u{FFFD}x"), ("é", "é"), ("😀", "😀"),
      ("\u{7F}", "\u{7F}"), ("", ""),
    ]
    for before in 0...17 {
      for behind in 0...9 {
        let (left, right) = (String(repeating: "a", count: before), String(repeating: "b", count: behind))
        for (written, meant) in escapes {
          var reader = JSONReader(Array("[\"\(left)\(written)\(right)\",\"\(written)\"]  ".utf8))
          try reader.beginArray()
          #expect(try reader.nextElement())
          #expect(
            try reader.readUTF8() == Array("\(left)\(meant)\(right)".utf8), "\(before) \(written) \(behind)")
          #expect(try reader.nextElement())
          #expect(try reader.readString() == meant)
          #expect(try !reader.nextElement())
          try reader.finish()
        }
        #expect(
          outcome("\"\(left)\t\(right)\"")
            == "line 1, column \(before + 2): control character in a string; it must be escaped")
        let wrong = Array("\"\(left)".utf8) + [0xC3] + Array("\(right)\"".utf8)
        #expect(outcome(wrong) == "line 1, column \(before + 2): the string is not valid UTF-8")
        #expect(outcome("\"\(left)\(right)").hasSuffix(": unterminated string"))
      }
    }
  }

  @Test(arguments: [
    ("", "line 1, column 1: expected a value, found the end of the text"),
    ("  ", "line 1, column 3: expected a value, found the end of the text"),
    ("nul", "line 1, column 1: expected 'null'"), ("nope", "line 1, column 1: expected a value, found 'n'"),
    ("truth", "line 1, column 1: expected 'true'"),
    ("[1 2]", "line 1, column 4: [0]: expected ',' or ']', found '2'"),
    ("[1,]", "line 1, column 4: [1]: trailing comma"), ("{\"a\":1,}", "line 1, column 8: trailing comma"),
    ("[,]", "line 1, column 2: [0]: expected a value, found ','"),
    ("{a:1}", "line 1, column 2: expected a member name in quotes, found 'a'"),
    ("{\"a\" 1}", "line 1, column 6: a: expected ':' after the member name, found '1'"),
    ("{\"a\":{\"b\":[0,x]}}", "line 1, column 14: a.b[1]: expected a value, found 'x'"),
    ("[1}", "line 1, column 3: [0]: expected ',' or ']', found '}'"),
    ("1 2", "line 1, column 3: expected the end, found '2'"),
    ("[1,\r\n2,\r é]", "line 3, column 2: [2]: expected a value, found 'é'"),
    ("{\"é😀\":?}", "line 1, column 7: é😀: expected a value, found '?'"),
    ("// x\n1", "line 1, column 1: expected a value, found '/'"),
  ])
  func `faults name place and path`(_ text: String, _ expected: String) {
    #expect(outcome(text) == expected)
  }

  @Test func `comments and trailing commas`() {
    let text = "// one\n{ /* two // */ \"a\": [1, 2,], // three\r\n\"b\": 1, /**/ }  // end"
    #expect(outcome(text, .handwritten) == #"{"a":[1,2],"b":1}"#)
    #expect(outcome("[1,,]", .handwritten).contains("expected a value"))
    #expect(outcome("[,]", .handwritten).contains("expected a value"))
    #expect(outcome("1 /* x", .handwritten) == "line 1, column 3: unterminated comment")
    #expect(outcome("1 /*/", .handwritten) == "line 1, column 3: unterminated comment")
    #expect(outcome("1 /", .handwritten).contains("found '/'"))
  }

  @Test func `byte order mark`() {
    #expect(outcome([0xEF, 0xBB, 0xBF] + Array("[1]".utf8)) == "[1]")
    #expect(outcome([0xEF, 0xBB, 0xBF]).contains("found the end of the text"))
  }

  @Test func `depth is bounded`() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(outcome(nested(128)) == nested(128))
    #expect(outcome(nested(129)).hasSuffix("nested more than 128 levels deep"))
    #expect(outcome(String(repeating: "[", count: 1_000_000)).hasSuffix("nested more than 128 levels deep"))
    #expect(
      outcome(String(repeating: "{\"a\":", count: 1_000_000)).hasSuffix("nested more than 128 levels deep"))
    #expect(outcome(nested(2), .init(maximumDepth: 1)).hasSuffix("nested more than 1 levels deep"))
    #expect(outcome(nested(600), .init(maximumDepth: .max)).hasSuffix("nested more than 512 levels deep"))
    #expect(outcome("1", .init(maximumDepth: -3)) == "1")
  }

  @Test func `slices are read in place`() throws {
    let bytes = Array("xx[1, {\"a\": tru}]".utf8)
    #expect(throws: JSONError(offset: 10, line: 1, column: 11, path: "[1].a", reason: "expected 'true'")) {
      try JSONParser.parse(bytes[2...])
    }
  }

  /// The end may come anywhere: no text that is cut short is read past its end or taken for whole.
  @Test func `every prefix is an error`() throws {
    let text = Array(#"{"a": [1.5e3, "x\u00e9\ud83d\ude00😀", null, true, false, {}], "b": -12}"#.utf8)
    #expect(throws: Never.self) { try JSONParser.parse(text) }
    for end in 0..<text.count {
      #expect(throws: JSONError.self, "\(end)") { try JSONParser.parse(text[..<end]) }
    }
  }
}
