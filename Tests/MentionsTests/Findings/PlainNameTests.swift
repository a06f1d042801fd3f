import MentionsTestKit
import Testing
import TextModel

@testable import Mentions

/// Where the name of somebody may be replaced by a mention (Behaviour, sections 7 and 9).
@Suite struct PlainNameTests {
  /// The text with each place of a name in brackets.
  private func places(
    of name: String, in text: String, language: String = "markdown", trigger: Int? = nil,
    policy: MentionsPolicy = .standard
  ) -> String {
    var document = MentionsDocument(text: Array(text.utf8), languageID: language, policy: policy)
    var marked = text.utf8.map(\.self)
    let found = document.plainOccurrences(of: Array(name.utf8), trigger: trigger, limit: 100)
    for range in found.reversed() {
      marked.insert(UInt8(ascii: "]"), at: range.end.utf8)
      marked.insert(UInt8(ascii: "["), at: range.start.utf8)
    }
    return String(decoding: marked, as: UTF8.self)
  }

  @Test func `a name by itself`() {
    #expect(
      places(of: "ada", in: "ada, ada. (ada) “ada” ada's ada: ada—ada ada...\n**ada**/ ada-- ada")
        == "[ada], [ada]. ([ada]) “[ada]” [ada]'s [ada]: [ada]—[ada] [ada]...\n**[ada]**/ [ada]-- [ada]")
    #expect(places(of: "J.R.", in: "J.R. J.R.R. J.R.,") == "[J.R.] J.R.R. [J.R.],")
    #expect(
      places(of: "Ada (Ops)", in: "Ada (Ops), Ada (Ops)x Ada (Ops)@x")
        == "[Ada (Ops)], Ada (Ops)x Ada (Ops)@x")
  }

  @Test(arguments: [
    // Longer words and handles, files, paths.
    "canada", "adam", "ada_", "ada-lovelace.md", "my-ada", "ada.py", "lib.ada", "ada/x", "src/ada/x",
    "src/ada",
    "_ada", "ada__", "x_ada_", "_ada_x", "__ada_",
    "/ada", "~/ada", "C:\\ada", "--ada", "--user=ada", "$ada", "#ada", "ada你",
    // Addresses.
    "https://x.org/ada", "www.x.org/ada", "ada@example.org", "ada+lists@example.org", "ada.@example.org",
    "me@ada", "me@ada.org", "me+ada@example.org",
    // Other mentions.
    "@ada", "foo@ada", "@@ada", "ada@", "@ada-lovelace",
    // In a script without spaces nobody knows where a name begins.
    "你ada",
  ]) func `no part of anything else`(_ text: String) {
    for text in [text, "see \(text) here", "(\(text))"] { #expect(places(of: "ada", in: text) == text) }
    var policy = MentionsPolicy.standard
    policy.triggers[0].character = "#"
    #expect(places(of: "ada", in: text, policy: policy) == text)
  }

  @Test func `between signs of emphasis`() {
    #expect(
      places(of: "ada", in: "_ada_ __ada__, *ada* ***_ada_*** (_ada_).")
        == "_[ada]_ __[ada]__, *[ada]* ***_[ada]_*** (_[ada]_).")
  }

  /// The stretches round the cursor that may be a name, the longest first.
  private func candidates(_ marked: String) -> [String] {
    let text = MarkedText(marked)
    let document = MentionsDocument(text: text.bytes, languageID: "markdown", policy: .standard)
    return document.nameCandidates(around: TextRange(at: text.cursor ?? .zero)).map {
      String(decoding: document.text.buffer.bytes(in: $0), as: UTF8.self)
    }
  }

  @Test(arguments: [
    "“Bo| Derek” said", "—B|o Derek—", "\\«Bo Derek|\\»", "Bo Derek|… yes", "Bo Derek|、x", "😀|Bo Derek",
    "_Bo |Derek_",
    "x — |Bo Derek, y", "__Bo| Derek__", "Bo Derek|’s x",
  ])
  func `a name between signs that are not letters`(marked: String) {
    #expect(candidates(marked).contains("Bo Derek"))
  }

  @Test func `words with what joins them`() {
    #expect(candidates("O’H|ara x").prefix(2) == ["O’Hara x", "O’Hara"])
    #expect(candidates("Jean-L|uc.").first == "Jean-Luc")
    #expect(candidates("Bo\u{A0}D|erek").first == "Bo\u{A0}Derek")
    #expect(candidates("Jose\u{301} N|ún\u{303}ez,").first == "Jose\u{301} Nún\u{303}ez")
    #expect(candidates("“| ”").isEmpty)
  }

  @Test func `the words next to a name`() {
    let document = MentionsDocument(
      text: Array("The ada  Lovelace, ada. Ada".utf8), languageID: "markdown", policy: .standard)
    #expect(document.words(beside: TextRange(4, 7)) == ["The", "Lovelace"])
    #expect(document.words(beside: TextRange(19, 22)) == [])
  }

  @Test func `a name behind a trigger, with it`() {
    #expect(
      places(of: "@ada", in: "@ada 你@ada foo@ada @@ada x/@ada @ada-b @ada.", trigger: 0)
        == "[@ada] 你[@ada] foo@ada @@ada x/@ada @ada-b [@ada].")
    #expect(
      places(of: "@ada", in: "x(@ada) // by @ada", language: "go", trigger: 0) == "x(@ada) // by [@ada]")
  }

  @Test func `not in code`() { #expect(places(of: "ada", in: "`ada` [ada](ada)") == "`ada` [[ada]](ada)") }
}
