import Entities
import Mentions
import MentionsTestKit
import Testing

/// Acceptance recognised from the text alone (Behaviour, section 11).
@Suite("Acceptance")
struct AcceptanceTests {
  @Test(arguments: TypingScript.Style.allCases)
  func `in every style in which clients send it`(_ style: TypingScript.Style) {
    let end = [.space: " |", .comma: ",|"][style] ?? "|"
    let state = [.space: "ready", .comma: "ready"][style] ?? "stalled"
    check(
      "type ‘see @al’; batch Ben, Alice Smith; accept 2 \(style.rawValue); ",
      expects: "see «Alice Smith»\(end) state: \(state)")
    check(
      "type ‘see Ali’; batch Alice Smith; accept 1 \(style.rawValue)",
      expects: "see «Alice Smith»\(end) state: \(state)")
    check(
      "policy format @{handle}; type ‘@al’; batch Alice <alice-s>; accept 1 \(style.rawValue)",
      expects: "«@alice-s»\(end) state: \(state)")
    check(
      "policy format [«@{handle}»](x); type ‘@’; batch Alice <alice>; accept 1 \(style.rawValue)",
      expects: "[«@alice»](x)\(end) state: \(state)")
  }

  @Test
  func `a word after the cursor is removed, in insert and in replace mode`() {
    check(
      "open ‘see |John’; type ‘@’; batch John Backus; accept 1", expects: "see «John Backus»| state: stalled")
    check(
      "open ‘see |John’; type ‘@’; batch John Backus; accept 1 overwrite",
      expects: "see «John Backus»| state: stalled")
    check(
      "open ‘see |John x’; type ‘@’; batch Ada; accept 1 neovim", expects: "see «Ada»|John x state: stalled")
    check(
      "open ‘@|ohn x’; passive; type ‘J’; batch Elton John; accept 1 overwrite",
      expects: "«Elton John»| x state: stalled")
  }

  @Test
  func `a word after the cursor is removed even if it begins like the rest of the text`() {
    check(
      "policy format @{handle}; open ‘see |a x’; type ‘@’; batch Adam <adam>; accept 1",
      expects: "see «@adam»| x state: stalled")
    check(
      "policy format @{handle}; open ‘see |dam’; type ‘@a’; batch Adam <adam2>; accept 1 overwrite",
      expects: "see «@adam2»| state: stalled")
    for style in ["one", "overwrite", "minimal"] {
      check(
        "policy format @{handle}; open ‘see |ada x’; type ‘@’; batch Ada <ada2>; accept 1 \(style)",
        expects: "see «@ada2»| x state: stalled")
    }
    // By the smallest edits this is typing.
    for style in ["one", "overwrite"] {
      check(
        "policy format @{handle}; open ‘see |da2 x’; type ‘@’; batch Ada <ada2>; accept 1 \(style)",
        expects: "see «@ada2»| x state: stalled")
    }
  }

  @Test
  func `a word after the cursor that equals the rest of the text: replaced by itself`() {
    for style in ["one", "overwrite", "minimal"] {
      check(
        "policy format @{handle}; open ‘see |jane x’; type ‘@’; batch Jane <jane>; accept 1 \(style)",
        expects: "see «@jane»| x state: stalled")
    }
  }

  @Test
  func `a picked item is recognised even if only the control character was deleted`() {
    check("type ‘@Ada’; batch Ada; shown; pick 1", expects: "«Ada»| state: stalled")
    check("type ‘@Ada’; batch Ada; shown; change 0-1 ‘’", expects: "|Ada state: stalled")
    check("type ‘@Axda’; batch Ada; shown; change 2-3 ‘’ 0-1 ‘’", expects: "|Ada state: stalled")
  }

  @Test
  func `the smallest edits, with the word behind the cursor as one of them, are one acceptance`() {
    check(
      "open ‘see |John’; type ‘@’; batch John Backus; accept 1 minimal",
      expects: "see «John Backus»| state: stalled")
    check("open ‘see |ice’; type ‘@al’; batch Hal; accept 1 minimal", expects: "see «Hal»| state: stalled")
    check(
      "policy format @{handle}; open ‘see |ice x’; type ‘@al’; batch Alan <al2>; accept 1 minimal",
      expects: "see «@al2»| x state: stalled")
  }

  @Test
  func `a space that the client adds is recognised though the key ends with one`() {
    check(
      "type ‘@al ’; batch Alice Smith; accept 1 space", expects: "«Alice Smith» | state: ready")
    // The text does not change.
    check(
      "policy format @{handle}; type ‘@al ’; batch Alice Smith <al>; accept 1 space",
      expects: "«@al» | state: ready")
  }

  @Test
  func `a typed key that comes back is no offer of an earlier list with a space`() {
    let shown =
      "open ‘|«Ada»’; type ‘Ada’; batch Ada, Ada Lovelace; shown; type ‘ ’; batch Ada Lovelace; shown"
    let back = "\(shown); change 0-4 ‘’; change 0-0 ‘Ada Lovelace’; change 0-12 ‘’; change 0-0 ‘Ada ’"
    check(back, expects: "Ada |«Ada» state: implicit ‘Ada ’ awaiting")
    check("\(back); change 0-4 ‘’; change 0-0 ‘Ada Lovelace’", expects: "«Ada Lovelace»|«Ada» state: stalled")
    // In one notification, which changes nothing.
    check("\(shown); change 0-4 ‘Ada ’", expects: "Ada |«Ada» state: implicit ‘Ada ’ results")
  }

  @Test
  func `a reverted preview leaves no annotation, even if the typed key is its short form`() {
    check(
      "type ‘@ada’; batch ada lovelace; accept 1; change 0-12 ‘@ada’",
      expects: "@ada| state: explicit ‘ada’ awaiting")
  }

  @Test(arguments: ["change 0-12 ‘@ada x’", "change 0-12 ‘’ 0-0 ‘@ada x’"])
  func `a key that a reverted preview left is no short form when it gets shorter, and is a mention by redo`(
    _ undo: String
  ) {
    let start = "type ‘@ada x’; batch ada lovelace; accept 1; \(undo)"
    check("\(start); change 4-6 ‘’", expects: "@ada| state: explicit ‘ada’ awaiting")
    check("\(start); wait 5000; change 0-6 ‘ada lovelace’", expects: "«ada lovelace»| state: stalled")
  }

  @Test
  func `undo of an acceptance in front of a word leaves what was typed and the word`() {
    let start = "open ‘see |Edsger now’; type ‘@’; batch Edsger Dijkstra; accept 1 one"
    check("\(start); change 4-19 ‘@Edsger’", expects: "see @Edsger| now state: explicit ‘Edsger’ awaiting")
    check("\(start); change 10-19 ‘’ 4-4 ‘@’", expects: "see @|Edsger now state: stalled")
  }

  @Test
  func `a name that ends like the word after it is accepted though it was sent as text within that word`() {
    // Neovim inserts letter by letter, and sends the H of the name as one after that of the word.
    let letters = ["G", "r", "a", "c", "e", " "].enumerated().map { "\(4 + $0)-\(4 + $0) ‘\($1)’" }
    let rest = ["H", "o", "p", "p", "e", "r"].enumerated().map {
      "\(max(11, 10 + $0))-\(max(11, 10 + $0)) ‘\($1)’"
    }
    let start = "open ‘see |Hopper now’; type ‘@’; batch Grace Hopper; shown"
    let accepted = "\(start); change 4-5 ‘’ \((letters + rest).joined(separator: " "))"
    check(accepted, expects: "see «Grace Hopper»|Hopper now state: stalled")
    check("\(accepted); change 16-22 ‘’", expects: "see «Grace Hopper»| now state: stalled")
  }

  @Test
  func `after a deleted control character a name inserted at once is accepted, one typed by hand is not`() {
    let start = "open ‘x |’; type ‘@’; batch Ada, Alan; shown; change 2-3 ‘’"
    check("\(start); change 2-2 ‘A’ 3-3 ‘d’ 4-4 ‘a’", expects: "x «Ada»| state: stalled")
    check("\(start); type ‘Ada’", expects: "x Ada| state: stalled")
  }

  @Test
  func `pasting a cut mention into a key ends the creation`() {
    check(
      "open ‘«Ada Lovelace» |’; change 0-12 ‘’; move home; type ‘@x’; gather ‘Ada Lovelace’",
      expects: "@x«Ada Lovelace»|  state: stalled")
  }

  @Test
  func `a cut mention comes back inside another one`() {
    check(
      "open ‘«Ada» «Alan Turing» |’; change 0-3 ‘’; change 4-4 ‘Ada’",
      expects: " Ala«Ada»|n Turing  state: stalled")
  }

  @Test
  func `offers can be accepted after a cancel, for two seconds, until an edit elsewhere or typed text`() {
    let start = "open ‘x |’; type ‘@al’; batch Alice Smith; shown; cancel"
    check("\(start); change 2-5 ‘Alice Smith’", expects: "x «Alice Smith»| state: stalled")
    check("\(start); wait 1900; change 2-5 ‘Alice Smith’", expects: "x «Alice Smith»| state: stalled")
    check(
      "\(start); wait 2100; change 2-5 ‘Alice Smith’",
      expects: "x Alice Smith| state: implicit ‘Alice Smith’ awaiting")
    check(
      "\(start); change 0-0 ‘y’; change 3-6 ‘Alice Smith’",
      expects: "yx Alice Smith| state: implicit ‘Alice Smith’ awaiting")
    let deleted = "open ‘x |’; type ‘@’; batch Alice Smith; shown; backspace"
    check("\(deleted); change 2-2 ‘Alice Smith’", expects: "x «Alice Smith»| state: stalled")
    check(
      "\(deleted); type ‘J’; backspace; change 2-2 ‘Alice Smith’",
      expects: "x Alice Smith| state: implicit ‘Alice Smith’ awaiting")
  }

  @Test
  func `appending a single grapheme is not an acceptance: a name typed by hand is not a mention`() {
    check(
      "policy format @{handle}; type ‘@al’; batch Al <ali>; shown; type ‘i’",
      expects: "@ali| state: explicit ‘ali’ results")
    check(
      "type ‘Ali’; batch Alice; shown; type ‘c’; batch Alice; shown; type ‘e’",
      expects: "Alice| state: implicit ‘Alice’ results")
    check(
      "policy format @{handle}; type ‘@al’; batch Al <alice>; shown; change 3-3 ‘i’ 4-4 ‘c’ 5-5 ‘e’",
      expects: "@alice| state: explicit ‘alice’ results")
    check(
      "policy format @{handle}; type ‘@alix’; batch Al <ali>; shown; backspace",
      expects: "@ali| state: explicit ‘ali’ results")
    // The client's command says so, or it replaced the control character as well.
    check(
      "policy format @{handle}; type ‘@al’; batch Al <ali>; shown; type ‘i’; late 1 Al <ali>",
      expects: "@ali| state: explicit ‘ali’ results")
    check(
      "policy format @{handle}; type ‘@al’; batch Al <ali>; accept 1 one", expects: "«@ali»| state: stalled")
    check(
      "policy format @{handle}; type ‘@al’; batch Al <ali>; shown; pick 1", expects: "«@ali»| state: stalled")
  }

  @Test
  func `an offer equal to what was typed`() {
    check(
      "policy format @{handle}; type ‘@ali’; batch Al <ali>; accept 1 one", expects: "«@ali»| state: stalled")
    check(
      "policy format @{handle}; type ‘@ali’; batch Al <ali>; accept 1 neovim",
      expects: "«@ali»| state: stalled")
    check(
      "policy format @{handle}; type ‘@ali’; batch Al <ali>; accept 1 space", expects: "«@ali» | state: ready"
    )
  }

  @Test
  func `previews are real edits, replaced and reverted: the annotation follows and is removed`() {
    let start = "type ‘@al’; batch Alice Smith, Albert, Alice Smithson; accept 1 neovim"
    check(start, expects: "«Alice Smith»| state: stalled")
    check("\(start); change 0-11 ‘Albert’", expects: "«Albert»| state: stalled")
    check(
      "\(start); change 0-11 ‘Albert’; change 0-6 ‘Alice Smithson’",
      expects: "«Alice Smithson»| state: stalled")
    check("\(start); change 0-11 ‘@al’", expects: "@al| state: explicit ‘al’ awaiting")
    check(
      "\(start); wait 5000; change 0-11 ‘@al’; wait 5000; change 0-3 ‘Albert’",
      expects: "«Albert»| state: stalled")
    check(
      "\(start); type ‘ ’; change 0-11 ‘Albert’",
      expects: "Albert|  state: stalled")
  }

  @Test
  func
    `of a name and a longer one that the letter after it completes, the one that fills its place is accepted`()
  {
    check(
      "open ‘@A|m x’; ask; batch Alan Turing, Adam, Ada; accept 1; whole ‘Alan Turing’ ‘Ada’",
      expects: "«Ada»|m x state: stalled")
  }

  @Test
  func `entities of one text: the last resolved wins, else the first; the command corrects, idempotently`() {
    let start = "type ‘@a’; batch Ada #1, Ada #2, Ada #3; shown"
    check(
      "\(start); accept 1",
      expects:
        "«Ada»| events: creating, willShow, shown, retract, created Ada, selected Ada at 1, quiescent, hidden"
    )
    check(
      "\(start); resolve 2; resolve 3; accept 1",
      expects:
        "«Ada»| events: creating, willShow, shown, retract, created Ada, selected Ada at 3, quiescent, hidden"
    )
    let script = TypingScript("\(start); accept 1")
    let id = OfferIDs.first(of: script)
    var editor = script.editor
    editor.forgetEffects()
    editor.confirm(.init(queryID: id.queryID, index: 1))
    #expect(editor.document.annotations.map(\.entity.id) == ["2"])
    let count = editor.effects.count
    #expect(count > 0)
    editor.confirm(.init(queryID: id.queryID, index: 1))
    #expect(editor.effects.count == count)
    #expect(editor.marked.description == "«Ada»|")
  }

  @Test
  func `the command annotates what did not look like an acceptance`() {
    var editor = TypingScript("policy format @{handle}; type ‘@al’; batch Al <ali>; shown").editor
    let id = OfferID(queryID: editor.document.chooser.queryID, index: 0)
    editor.change(3..<3, Array("i".utf8))
    #expect(editor.marked.description == "@ali|")
    editor.confirm(id)
    #expect(editor.marked.description == "«@ali»|")
    #expect(editor.document.phase == .stalled)
    #expect(editor.complaints == [])
  }

  @Test
  func `an older list of the same mention can still be accepted from`() {
    check(
      "type ‘@a’; batch Alice Smith; shown; type ‘l’; change 0-3 ‘Alice Smith’",
      expects: "«Alice Smith»| state: stalled")
  }

  @Test
  func `text that was not offered is not a mention`() {
    check(
      "type ‘@al’; batch Alice Smith; shown; change 0-3 ‘Bob Stone’",
      expects: "Bob Stone| state: implicit ‘Stone’ awaiting")
    check(
      "type ‘@al’; batch Alice Smith; change 0-3 ‘Alice Smith’",
      expects: "Alice Smith| state: implicit ‘Smith’ awaiting")
    check(
      "type ‘@al’; batch Alice Smith; shown; change 0-3 ‘Alice Smith, Bob’",
      expects: "Alice Smith, Bob| state: implicit ‘Bob’ awaiting")
  }

  @Test
  func `over an old annotation: the old one goes, the new one stays`() {
    check(
      "open ‘see «Ben» x’; select ‘Ben’; type ‘@a’; batch Ada Lovelace; accept 1",
      expects: "see «Ada Lovelace»| x state: stalled")
  }
}

enum OfferIDs {
  static func first(of script: TypingScript) -> OfferID {
    let queryID = script.editor.effects.compactMap { effect -> Int? in
      if case .ask(let query) = effect { query.id } else { nil }
    }.last
    return OfferID(queryID: queryID ?? 0, index: 0)
  }
}
