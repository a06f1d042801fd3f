import Testing

@testable import EntitySources

@Suite struct TableReaderTests {
  @Test func `header names fields in any case and order`() {
    check(
      "a.csv", "EMAIL,Name,Unique ID,short_name,Aliases\na@x,Ada Lovelace,u1,Ada,Countess; AAL|Lady\n",
      expects: "Ada Lovelace <a@x> [Countess|AAL|Lady]")
  }

  @Test func `weight and gone`() {
    check(
      "a.csv", "name,Weight,gone\nA,3.5,no\nB,,yes\nC,1e3,\nD,many,perhaps\n",
      expects: """
        A ×3.5
        B gone
        C ×1000
        D
        ! team: a.csv:5: weight: expected a number, found “many”
        ! team: a.csv:5: gone: expected true or false, found “perhaps”
        """)
  }

  @Test func `quoted fields hold delimiters quotes and line ends`() {
    check(
      "a.csv", "name,detail\r\n\"Lovelace, Ada\",\"says \"\"hi\"\"\"\r\n\"Two\nLines\",x\r\nC,\n",
      expects: "Lovelace, Ada (says \"hi\")\nTwo Lines (x)\nC")
  }

  @Test func `tabs divide columns of TSV`() {
    check("a.tsv", "name\thandle\nAda\tada\nBob, Jr\t@bob\n", expects: "Ada @ada\nBob, Jr @bob")
  }

  @Test func `semicolons are taken where the header has no comma`() {
    check("a.csv", "name;email\nAda;a@x\n", expects: "Ada <a@x>")
  }

  @Test func `lone carriage returns end rows`() {
    check("a.csv", "name\rA\rB", expects: "A\nB")
  }

  @Test func `blank rows and missing fields are fine`() {
    check(
      "a.csv", "name,email\n\nA\n,\nB,b@x",
      expects:
        "A\nB <b@x>\n! team: a.csv:4: name: an entity needs a name, a handle or an e-mail address; left out")
  }

  @Test func `unknown column is only noted`() {
    check(
      "a.csv", "name,shoe\nA,42\n",
      expects: "A\n! team: a.csv:1: shoe: unknown field, ignored (known names: name, id, uniqueID, handle,"
        + " aliases, email, detail, kind, url, avatar, shortName, canTrim, weight, gone, metadata)")
  }

  @Test func `a misspelled column is a warning`() {
    var problems = SourceProblems(source: "team")
    let text = Array("name,handel,shoe\nAda,ada,42\n".utf8)
    FileSource.read(ByteReader(bytes: text), as: .csv, shownAs: nil, problems: &problems) { _ in .kept }
    #expect(problems.list.map(\.field) == ["handel", "shoe"])
    #expect(problems.list.map(\.severity) == [.warning, .note])
  }

  @Test func `a misspelled column is a warning beside the columns of an address book`() {
    var problems = SourceProblems(source: "team")
    let text = Array("First name,Last name,handel,Birthday\nAda,Lovelace,ada,1815\n".utf8)
    FileSource.read(ByteReader(bytes: text), as: .csv, shownAs: nil, problems: &problems) { _ in .kept }
    #expect(problems.list.map(\.field) == ["handel"])
    #expect(problems.list.map(\.severity) == [.warning])
  }

  @Test func `header that names nobody is one problem`() {
    check(
      "a.csv", "id,detail\n1,a\n2,b\n",
      expects:
        "! team: a.csv:1: name: the header row has no column for names, handles or e-mail addresses; expected a column “name”"
    )
    check("a.csv", "name,handle\n", expects: "! team: a.csv: the file has a header row, but no entries")
    check(
      "a.csv", "nmae,handle\nAda,ada\n",
      expects:
        "ada @ada\n! team: a.csv:1: nmae: unknown field, ignored; did you mean “name”? (known names: name, id, uniqueID,"
        + " handle, aliases, email, detail, kind, url, avatar, shortName, canTrim, weight, gone, metadata)\n"
        + "! team: a.csv:1: name: the header row has no known column for names, so people are shown by"
        + " handle or e-mail address")
    check(
      "a.csv", "", expects: "! team: a.csv: the file is empty; expected a header row with a column “name”")
  }

  @Test func `too many fields name the line`() {
    check(
      "a.csv", "name\nA,b,c\nB\n",
      expects: "A\nB\n! team: a.csv:2: the row has 3 fields, but the header only 1; the others are ignored")
  }

  @Test func `quote inside a plain field names line and field`() {
    check(
      "a.csv", "name,detail\nA,5\" disk\nB,b\n",
      expects:
        "A (5\" disk)\nB (b)\n! team: a.csv:2: detail: broken quoting: an unquoted field contains a quote"
    )
  }

  @Test func `text after a closing quote is reported with line and field`() {
    check(
      "a.csv", "name,detail\n\"A\"x,y\nB,b\n",
      expects:
        "Ax (y)\nB (b)\n! team: a.csv:2: name: broken quoting: text after the closing quote of a field (to include a quote, double it)"
    )
  }

  @Test func `quote that is never closed loses only its line`() {
    check(
      "a.csv", "name,detail\nA,a\nB,\"b\nC,c\nD,d",
      expects:
        "A (a)\nC (c)\nD (d)\n! team: a.csv:3: detail: broken quoting: a quoted field is not closed; the line is left out"
    )
  }

  @Test func `lines are counted correctly when an earlier quote spanned several`() {
    check(
      "a.csv", "name,detail\n\"A\nB\",\"never\nC,c\nD,d,e",
      expects: """
        C (c)
        D (d)
        ! team: a.csv:3: detail: broken quoting: a quoted field is not closed; the line is left out
        ! team: a.csv:3: name: broken quoting: an unquoted field contains a quote
        ! team: a.csv:3: detail: broken quoting: a quoted field is not closed; the line is left out
        ! team: a.csv:5: the row has 3 fields, but the header only 2; the others are ignored
        """
    )
  }

  @Test func `quote that is not closed in a large file does not swallow it`() {
    let rows = (0..<20_000).map { "P\($0),x" }.joined(separator: "\n")
    var problems = SourceProblems(source: "team")
    var count = 0
    FileSource.read(
      ByteReader(bytes: Array("name,detail\n\"broken,x\n\(rows)\n".utf8)), as: .csv, shownAs: "a.csv",
      problems: &problems
    ) { _ in
      count += 1
      return .kept
    }
    #expect(count == 20_000)
    #expect(problems.list.map(\.line) == [2])
  }

  @Test func `field that is not UTF8 names line and field`() {
    check(
      "a.csv", Array("name\nRen".utf8) + [0xE9] + Array("\n".utf8),
      expects:
        "Ren\u{FFFD}\n! team: a.csv:2: name: not UTF-8: byte 0xE9 at column 4; replaced by U+FFFD")
  }
}
