import MentionsTestKit
import Testing

/// The rules read code, not comments and strings; this is how they tell.
@Suite struct SwiftCodeTests {
  @Test(arguments: [
    ("a // b\nc", "a     \nc"),
    ("a /* b /* c */ d\n e */ f", "a               \n      f"),
    (#"a "b" c"#, #"a " " c"#),
    (#"a "b\"c" d"#, #"a "    " d"#),
    (#"a "b\(c("d"))e" f"#, #"a "           " f"#),
    (##"a #"b"c"# d"##, ##"a #"   "# d"##),
    (##"a #"\#(b)"# c"##, ##"a #"     "# c"##),
    ("a \"\"\"\n b \"c\"\n \"\"\" d", "a \"\"\"\n      \n \"\"\" d"),
    ("a \"\" b \"// c\" d", "a \"\" b \"    \" d"),
    ("a \"b\nc", "a \" \nc"),
    ("é \"é\" /", "é \"  \" /"),
  ])
  func `comments and strings are blanked`(source: String, expected: String) {
    #expect(SwiftCode.blanked(source) == expected)
  }
}
