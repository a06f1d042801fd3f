import Testing

/// The rules about words: this checkout keeps them, and each catches a planted violation.
@Suite struct WordTests {
  let tree: SourceTree

  init() throws { tree = try SourceTree.here.get() }

  @Test func `comments and pages use plain words`() { expectKept(WordRules.words(in: tree)) }

  @Test func `comments begin with a noun or a verb`() { expectKept(WordRules.beginnings(in: tree)) }

  @Test(arguments: [
    ("A.swift", "/// Tells the client.", "report"), ("A.swift", "let a = 1  // told before", "notified"),
    ("A.swift", "// The one behind it.", "after"), ("A.swift", "/// Where it stands.", "occurs"),
    ("A.swift", "/// Reads it anew.", "again"), ("A.swift", "// Whoever it is.", "any"),
    ("A.docc/A.md", "What goes by that name.", "known as"),
    ("A.docc/A.md", "It comes back.", "restored"),
    ("A.docc/A.md", "It is written down.", "defined"), ("A.swift", "// Nobody reads it.", "nothing"),
  ])
  func `another word is caught`(path: String, text: String, advice: String) {
    let patterns = WordRules.patterns.map {
      WordRules.Pattern($0.advice, sign: $0.sign, $0.expression, except: $0.exceptions, most: 0)
    }
    expectCaught(
      WordRules.words(in: SourceTree(planted: ["Sources/X/\(path)": text]), patterns), path, advice)
  }

  @Test(arguments: [
    ("A.swift", "let told = tells(\"told\")"), ("A.swift", "/// `{key}` stands for the key."),
    ("A.docc/A.md", "The test `what is told` passes."),
  ])
  func `code and terms are no such words`(path: String, text: String) {
    let patterns = WordRules.patterns.map {
      WordRules.Pattern($0.advice, sign: $0.sign, $0.expression, except: $0.exceptions, most: 0)
    }
    #expect(WordRules.words(in: SourceTree(planted: ["Sources/X/\(path)": text]), patterns).isEmpty)
  }

  @Test func `a comment that begins otherwise is caught, and a number that is too high`() {
    let planted = SourceTree(planted: [
      "Sources/X/A.swift": "/// What it is.\nlet a = 1\n\n/// Text.\n/// Of it.\nlet b = 2"
    ])
    expectCaught(WordRules.beginnings(in: planted, most: 0), "A.swift", "begins with")
    #expect(WordRules.beginnings(in: planted, most: 1).isEmpty)
    let inline = SourceTree(planted: ["Sources/X/A.swift": "let a = 1\n  // Not what it was.\n  let b = 2"])
    expectCaught(WordRules.beginnings(in: inline), "A.swift", "begins with")
    expectCaught(WordRules.beginnings(in: planted, most: 12), "WordRules.swift", "lower the number")
  }
}
