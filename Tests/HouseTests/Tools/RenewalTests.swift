import JSONText
import Testing

@testable import MentionsTestKit

/// What `MENTIONS_UPDATE=1` writes into the sources of tests.
@Suite struct RenewalTests {
  private func renewed(
    _ source: String, line: Int = 1, column: Int = 1, label: String = "expects", _ known: String,
    _ new: String
  ) throws -> String {
    var renewal = SourceRenewal(source)
    try renewal.replaceArgument(label, line: line, column: column, known: known, new: new)
    return renewal.text
  }

  @Test(arguments: [
    (#"check("a", expects: "b")"#, "b", "c", #"check("a", expects: "c")"#),
    (
      #"check("expects: b", expects: "b" /* , */, x: 1)"#, "b", "",
      #"check("expects: b", expects: "" /* , */, x: 1)"#
    ),
    (
      #"check(f("(", [1, 2]), expects: "b") { g(1) }"#, "b", "c",
      #"check(f("(", [1, 2]), expects: "c") { g(1) }"#
    ),
    (#"check(expects: "b")"#, "b", #"say "c""#, ##"check(expects: #"say "c""#)"##),
    (##"check(expects: #"b"#)"##, "b", ##"a"#\#(1)"##, ###"check(expects: ##"a"#\#(1)"##)"###),
    (#"check(expects: "b")"#, "b", "a\tb\u{301}\u{200D}", ##"check(expects: "a\tb\u{301}\u{200D}")"##),
    (#"check(expects: "\u{62}\\")"#, "b\\", "c", #"check(expects: "c")"#),
    (#"try x.check(1, expects: "b")"#, "b", "«ž😀»", #"try x.check(1, expects: "«ž😀»")"#),
  ])
  func `a literal is replaced`(source: String, known: String, new: String, expected: String) throws {
    #expect(try renewed(source, known, new) == expected)
  }

  @Test func `a literal of several lines is indented like its call`() throws {
    let source = """
      func a() {
        check(
          "x",
          expects: \"""
            one
            \"\"two

            \""")
      }
      """
    let expected = """
      func a() {
        check(
          "x",
          expects: \"""
            one

            3\\u{20}
            \""")
      }
      """
    let known = "one\n\"\"two\n"
    #expect(
      try renewed(source, line: 2, column: 3, known, "one\n\n3 ") == expected.replacing("\\u", with: "\\u"))
    #expect(try renewed("f(expects: \"a\")", "a", "b\nc") == "f(expects: \"\"\"\n  b\n  c\n  \"\"\")")
  }

  @Test(arguments: [
    ("a", "", 0, false), ("a\\n\\\"b\\u{41}", "", 0, false), ("one\ntwo\n\n  three", "", 0, true),
    ("\"\"\" \\(x) #", "", 1, true), ("\r\n\u{0}\u{FEFF} é\u{301} ", "", 2, false),
  ])
  func `written text reads back`(text: String, _: String, hashes: Int, isMultiline: Bool) throws {
    var literal = StringLiteral(text)
    (literal.hashes, literal.isMultiline) = (hashes, isMultiline)
    let source = literal.source(indentation: "    ")
    let read = try #require(StringLiteral(source: source), "\(source)")
    #expect(Array(read.value.utf8) == Array(text.utf8), "\(source)")
  }

  @Test(arguments: [
    ("\"a\\(b)\"", nil), ("a", nil), ("\"a\" + \"b\"", nil), ("\"\"", ""),
    ("\"\"\"\n  a\\\n  b\n  \"\"\"", "ab"),
    ("#\"a\\n\"#", "a\\n"), ("\"a", nil), ("\"\\q\"", nil),
  ])
  func `a literal is read, and nothing else`(source: String, value: String?) {
    #expect(StringLiteral(source: source)?.value == value)
  }

  @Test func `lists are rewritten`() throws {
    var renewal = SourceRenewal("check(expects: [0, 2])\ncheck(expects: [\"a→\"])\ncheck(expects: 7)")
    try renewal.replaceArgument("expects", line: 1, column: 1, known: [0, 2], new: [])
    try renewal.replaceArgument("expects", line: 2, column: 1, known: ["a→"], new: ["b", "\"c\""])
    try renewal.replaceArgument("expects", line: 3, column: 1, known: 7, new: -8)
    #expect(renewal.text == "check(expects: [])\ncheck(expects: [\"b\", #\"\"c\"\"#])\ncheck(expects: -8)")
  }

  @Test func `changes of one file do not move each other's lines`() throws {
    let source = "check(1, expects: \"a\")\ncheck(2, expects: \"b\"); check(3, expects: \"c\")\n"
    var renewal = SourceRenewal(source)
    try renewal.replaceArgument("expects", line: 1, column: 1, known: "a", new: "1\n2\n3")
    try renewal.replaceArgument("expects", line: 2, column: 25, known: "c", new: "4\n5")
    try renewal.replaceArgument("expects", line: 2, column: 1, known: "b", new: "6")
    // A call that runs twice.
    try renewal.replaceArgument("expects", line: 2, column: 1, known: "b", new: "6")
    #expect(
      renewal.text == """
        check(1, expects: \"""
          1
          2
          3
          \""")
        check(2, expects: "6"); check(3, expects: \"""
          4
          5
          \""")

        """)
    #expect(throws: SourceRenewal.RenewalError.self) {
      try renewal.replaceArgument("expects", line: 2, column: 1, known: "b", new: "7")
    }
  }

  @Test(arguments: [
    ("check(expects: a)", "a", "no literal"), ("check(expects: \"b\")", "a", "another value"),
    ("check(\"a\")", "a", "no such argument"), ("let a = 1", "a", "no call"),
    ("check(\"(\", expects: \"a\"", "a", "open"),
  ])
  func `files that cannot be regenerated are refused`(source: String, known: String, _: String) {
    #expect(throws: SourceRenewal.RenewalError.self) { try renewed(source, known, "new") }
  }

  // MARK: Scripts

  @Test func `lines of a script are replaced, removed and added`() throws {
    let source = """
      check(
        started + \"""
          < 1 {}
          ! a {"b": "\\\\d"}
          < 1 {}
          \(#"\(x)"#)
          < 2
          \""")
      check(\"""
          < 1 {}
          \""")
      """
    var renewal = SourceRenewal(source)
    try renewal.replaceLines(
      [
        ("< 1 {}", ["< 1 {}"]), ("< 1 {}", ["< 1 {}"]), ("! a {\"b\": \"\\d\"}", ["! a {\"b\": \"\\d\"}"]),
        ("< 1 {}", ["< 1 {\"c\": \"\\n\"}", "< 3"]), ("x", ["x"]), ("< 2", []),
      ], adding: ["< 4"], line: 1, column: 1)
    let expected = """
      check(
        started + \"""
          < 1 {}
          ! a {"b": "\\\\d"}
          < 1 {"c": "\\\\n"}
          < 3
          \(#"\(x)"#)
          < 4
          \""")
      check(\"""
          < 1 {}
          \""")
      """
    #expect(renewal.text == expected)
    #expect(throws: SourceRenewal.RenewalError.self) {
      try renewal.replaceLines([("< 9", ["< 8"])], adding: [], line: 1, column: 1)
    }
  }

  @Test func `a script can expect what the server says`() {
    let script = """
      ?1 initialize {"capabilities": {}}
      < 1 {"serverInfo": {"name": "…"}, "capabilities": {"textDocumentSync": {"change": 1}, "gone": true}}
      ! initialized {}
      < ?7 workspace/nothing {}
      ?2 no/such
      < 2 {"a": 1}
      ?3 shutdown
      ?4 no/such
      """
    let expected = """
      ?1 initialize {"capabilities": {}}
      < 1 {"serverInfo": {"name": "…"}, "capabilities": {"textDocumentSync": {"change": 2}}}
      ! initialized {}
      """
    let renewed = SessionScript.renewed(script)
    #expect(renewed.hasPrefix(expected + "\n?2 no/such\n"), "\(renewed)")
    #expect(renewed.contains("\n< 2 error -32601 "), "\(renewed)")
    #expect(renewed.contains("\n?4 no/such\n< 3 null\n< 4 error -32"), "\(renewed)")
    #expect(SessionScript.play(renewed) == "")
  }

  @Test func `a pattern keeps what it does not name`() {
    #expect(
      JSONPattern(#"{"a": 1, "b": ["…", {"c": 2}]}"#).renewed(with: [
        "b": ["x", ["c": 3, "d": 4], 5], "a": 2,
      ])
        == #"{"a": 2, "b": ["…", {"c": 3}, 5]}"#)
    #expect(JSONPattern("").renewed(with: [["a": nil]]) == #"[{"a": null}]"#)
  }
}
