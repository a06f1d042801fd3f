import Testing

/// Sources that are ready together, whichever was read first (Behaviour, section 4).
@Suite struct SourceOrderTests {
  private func check(_ script: String, a: String = #"{"type": "file", "path": "/a.csv"}"#) {
    ServerScript(
      people: "", sources: #""a": \#(a), "b": {"type": "file", "path": "/b.csv"}"#,
      lists: #"["a", "b"]"#, text: ""
    ).check(script)
  }

  private let a = #"loaded a [{"name": "Ada Lovelace", "handle": "ada"}, "Zoe"]"#
  private let b = #"loaded b [{"name": "Countess", "handle": "ada", "email": "ada@x.org"}, "Ben"]"#

  @Test func `are merged in their order`() {
    for loads in [[a, b], [b, a]] {
      check(
        """
        type @
        complete 1
        \(loads.joined(separator: "\n"))
        < 1 {"items": [{"label": "Ada Lovelace"}, {"label": "Zoe"}, {"label": "Ben"}]}
        """)
    }
  }

  @Test func `people of the newest commits are offered without the rest of the history`() {
    let begun = #"begun a ["Ada Lovelace"]"#
    let git = #"{"type": "git"}"#
    check(
      """
      \(begun)
      \(b)
      type @
      complete 1
      < 1 {"isIncomplete": true, "items": [{"label": "Ada Lovelace"}, {"label": "Countess"}, {"label": "Ben"}]}
      \(a)
      type z
      complete 2
      < 2 {"isIncomplete": true, "items": [{"label": "Zoe"}]}
      """, a: git)
    // A source that has not answered at all is awaited, and so is a first part that has nobody for the key.
    for (first, second) in [(begun, b), (b, begun)] {
      check(
        """
        \(first)
        type @
        complete 1
        at 100
        \(second)
        < 1 {"isIncomplete": true, "items": [{"label": "Ada Lovelace"}, {"label": "Countess"}, {"label": "Ben"}]}
        """, a: git)
    }
    check(
      """
      \(begun)
      \(b)
      type @z
      complete 1
      at 1000
      \(a)
      < 1 {"items": [{"label": "Zoe"}]}
      """, a: git)
    // The cached content of a file is not the answer while the file is being read.
    check(
      """
      \(begun)
      \(b)
      type @
      complete 1
      at 100
      loaded a ["Zoe"]
      < 1 {"items": [{"label": "Zoe"}, {"label": "Countess"}, {"label": "Ben"}]}
      """)
  }

  @Test func `a later one fills fields of what is shown and moves nobody`() {
    check(
      """
      \(b)
      type @
      complete 1
      at 2000
      < 1 {"items": [{"label": "Countess"}, {"label": "Ben"}]}
      \(a)
      complete 2
      < 2 {"items": [{"label": "Countess"}, {"label": "Ben"}, {"label": "Zoe"}]}
      """)
  }

  @Test func `whoever is in a trailer comes last in one, for an empty key`() {
    let people = #"["Ada", {"name": "Ben", "email": "ben@x.org"}, "Cid", "Dot"]"#
    func check(_ text: String, _ names: String...) {
      ServerScript(people: people).check(
        """
        ! textDocument/didOpen {"textDocument": {"uri": "file:///d", "languageId": "gitcommit", "version": 1,
          "text": "Subject\\n\\nReviewed-by: Someone <ben@x.org>, Ada <ada@x.org>\\n\(text)"}}
        change /d 3:\(text.count)-\(text.count) ‘@’
        ?1 completion /d 3:\(text.count + 1)
        < 1 {"items": [\(names.map { #"{"label": "\#($0)"}"# }.joined(separator: ", "))]}
        """)
    }
    check("Co-authored-by: ", "Cid", "Dot", "Ada", "Ben")
    check("Refs ", "Ada", "Ben", "Cid", "Dot")
  }
}
