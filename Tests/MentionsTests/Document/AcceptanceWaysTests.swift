import Mentions
import MentionsTestKit
import Testing

/// Behaviour, sections 1, 3 and 11: what an acceptance may look like beside the ordinary.
@Suite("Ways to accept") struct AcceptanceWaysTests {
  @Test
  func `only the control character is deleted, in whole-document sync`() {
    check("type ‘@김수빈’; batch 김수빈; shown; whole ‘@김수빈’ ‘김수빈’", expects: "«김수빈»| state: stalled")
    check("type ‘see @Ada’; batch Ada, Adam; shown; whole ‘@Ada’ ‘Ada’", expects: "see «Ada»| state: stalled")
    // What was not offered, not typed to its end, or abandoned is not a mention.
    check("type ‘@Ada’; batch Adam; shown; whole ‘@Ada’ ‘Ada’", expects: "Ada| state: stalled")
    check("type ‘@Ada’; batch Ada; whole ‘@Ada’ ‘Ada’", expects: "Ada| state: stalled")
    check("type ‘@Ada’; batch Ada; shown; move home; whole ‘@’ ‘’", expects: "|Ada state: ready")
    // Where the client says what was deleted, it was deleted.
    check("type ‘@Ada’; batch Ada; shown; change 0-1 ‘’", expects: "|Ada state: stalled")
  }

  @Test func `additional edits by themselves: first, last, alone`() {
    let start = "open ‘see |Edsger now’; type ‘@’; batch Edsger Dijkstra"
    for style in ["one", "additional-first", "additional-last"] {
      check("\(start); accept 1 \(style)", expects: "see «Edsger Dijkstra»| now state: stalled")
    }
    check(
      "\(start); shown; change 5-11 ‘’",
      expects: "see @| now state: explicit ‘’ results asks: ‘Edsger’ ‘’")
    check(
      "policy format @{handle}; open ‘see |ed now’; type ‘@’; batch Edsger <ed>; accept 1 additional-first",
      expects: "see «@ed»| now state: stalled")
    // The main edit changes nothing: the additional one is all that comes.
    check(
      "policy format {trigger}{metadata.x|handle}; open ‘see |John now’; type ‘@’; gather ‘jo’; slow J <jo>; shown; "
        + "change 7-11 ‘’",
      expects: "see «@jo»| now state: stalled")
  }

  /// `[[` typed where the editor closes brackets, the cursor in the middle.
  private func closed(_ format: String, key: String = "Ada") -> String {
    "policy trigger [[ format \(format); open ‘see |’; change 4-4 ‘[]’; jump left; change 5-5 ‘[]’; jump left; "
      + (key.isEmpty ? "" : "type ‘\(key)’; ") + "batch Ada Lovelace <ada>"
  }

  @Test(arguments: ["one", "additional-first", "additional-last", "overwrite", "minimal"])
  func `brackets that the editor closed are removed if the format closes them itself`(_ style: String) {
    for key in ["", "A", "Ada", "lov", "Ada Lovelac", "Ada Lovelace"] {
      check(
        "\(closed("[[{name}]]", key: key)); accept 1 \(style)",
        expects: "see «[[Ada Lovelace]]»| state: stalled")
    }
    check(
      "\(closed("[[{handle}:«{name}»]]")); accept 1 \(style)",
      expects: "see [[ada:«Ada Lovelace»]]| state: stalled")
    // The brackets give way to a name that has none.
    check("\(closed("{name}")); accept 1 \(style)", expects: "see «Ada Lovelace»| state: stalled")
    // What is opened and left open is the editor's to close.
    check("\(closed("[[{name}")); accept 1 \(style)", expects: "see «[[Ada Lovelace»|]] state: stalled")
  }

  @Test
  func `when picked, or in whole-document sync, closing brackets are removed as well`() {
    check("\(closed("[[{name}]]")); shown; pick 1", expects: "see «[[Ada Lovelace]]»| state: stalled")
    check(
      "\(closed("[[{name}]]")); shown; whole ‘[[Ada]]’ ‘[[Ada Lovelace]]’",
      expects: "see «[[Ada Lovelace]]»| state: stalled")
  }

  @Test func `closing brackets and the word before them are removed together`() {
    for style in ["one", "additional-first", "additional-last", "overwrite", "minimal"] {
      check(
        "policy trigger [[ format [[{name}]]; open ‘see |Ada]] now’; type ‘[[’; batch Ada Lovelace; accept 1 \(style)",
        expects: "see «[[Ada Lovelace]]»| now state: stalled")
    }
  }

  @Test func `other brackets stay`() {
    check(
      "policy trigger [[ format [[{name}]]; open ‘[see |]’; type ‘[[A’; batch Ada; accept 1",
      expects: "[see «[[Ada]]»|] state: stalled")
    check(
      "policy format ({name}); open ‘(|)’; type ‘@A’; batch Ada; accept 1",
      expects: "(«(Ada)»|) state: stalled")
  }

  @Test
  func `removing closing brackets alone ends nothing and starts no new query`() {
    check(
      "\(closed("[[{name}]]")); shown; change 9-11 ‘’",
      expects: "see [[Ada| state: explicit ‘Ada’ results")
    // Half of them is a change elsewhere.
    check("\(closed("[[{name}]]")); shown; change 9-10 ‘’", expects: "see [[Ada|] state: stalled")
  }

  @Test func `the word after the cursor is the name’s last`() {
    for style in ["one", "additional-first", "additional-last"] {
      check(
        "open ‘see |Hoda now’; type ‘@’; batch Nour Hoda; accept 1 \(style)",
        expects: "see «Nour Hoda»| now state: stalled")
      check(
        "open ‘Nour a |Hoda  now’; type ‘@’; batch Nour al-Hoda; accept 1 \(style)",
        expects: "Nour a «Nour al-Hoda»|  now state: stalled")
    }
  }

  @Test
  func `of two handles the inserted one, whatever letters follow until they are deleted`() {
    let start = "policy format @{handle}; open ‘see |m now’; type ‘@Ada’; batch Adam <adam>, Ada <ada>"
    for style in ["one", "additional-first", "additional-last"] {
      check("\(start); accept 2 \(style)", expects: "see «@ada»| now state: stalled")
      check("\(start); accept 1 \(style)", expects: "see «@adam»| now state: stalled")
    }
  }

  @Test func `a letter put back into an accepted name counts as typed`() {
    check(
      "type ‘@ad’; batch Adam, Ada; accept 1; change 3-4 ‘’; wait 50; change 1-2 ‘’; wait 5; change 1-1 ‘d’; "
        + "wait 50; change 3-3 ‘m’",
      expects: "«Adam»|")
  }

  @Test func `confirming an offer where a mention is being created ends the creation`() {
    var script = TypingScript("policy implicit 0; type ‘@al’; batch Al @home; shown")
    let offer = OfferIDs.first(of: script)
    script.run("cancel; wait 5000; change 0-3 ‘Al ’; type ‘@home’")
    var editor = script.editor
    guard case .creating = editor.document.phase else {
      Issue.record("nothing is being made")
      return
    }
    editor.confirm(offer)
    #expect(editor.marked.description == "«Al @home»|")
    #expect(editor.document.phase == .stalled)
  }

  @Test func `previews are followed even if the additional edit comes in between`() {
    check(
      "open ‘|Ed x’; type ‘@’; batch Edsger, Edith; accept 1 additional-last; change 0-6 ‘Edith’",
      expects: "«Edith»| x state: stalled")
  }

  @Test
  func `at several cursors at once: each place where the typed text became the item’s`() {
    let start = "open ‘@ad and |’; type ‘@ad’; batch Ada Lovelace; shown"
    check(
      "\(start); change 8-11 ‘Ada Lovelace’ 0-3 ‘Ada Lovelace’",
      expects: "«Ada Lovelace»| and «Ada Lovelace» state: stalled")
    check(
      "open ‘|, @ad, xad’; type ‘@ad’; batch Ada Lovelace; shown; "
        + "change 13-13 ‘Ada Lovelace’ 5-8 ‘Ada Lovelace’ 0-3 ‘Ada Lovelace’",
      expects: "«Ada Lovelace»|, «Ada Lovelace», xadAda Lovelace state: stalled")
    // In whatever order, and with the word behind the first cursor.
    check(
      "open ‘@ and |Ed’; type ‘@’; batch Edsger Dijkstra; shown; change 0-1 ‘Edsger Dijkstra’ "
        + "20-23 ‘Edsger Dijkstra’",
      expects: "«Edsger Dijkstra» and «Edsger Dijkstra»| state: stalled")
    // The word behind the first cursor is the rest of the handle, so that nothing changes there.
    check(
      "policy format @{handle}; open ‘@ and |ed’; type ‘@’; batch Edsger <ed>; shown; change 0-1 ‘@ed’ "
        + "9-11 ‘’ 8-9 ‘@ed’",
      expects: "«@ed» and «@ed»| state: stalled")
    // Where one cursor gets other text, it is not an acceptance at several cursors.
    check(
      "\(start); change 8-11 ‘Ada Lovelace’ 0-3 ‘Alan’",
      expects: "Alan| and Ada Lovelace state: stalled")
  }

  @Test func `typing at several cursors is not an acceptance`() {
    check(
      "policy format @{handle}; open ‘@al and |’; type ‘@al’; batch Al <ali>; shown; change 11-11 ‘i’ 3-3 ‘i’",
      expects: "@ali| and @ali state: stalled")
  }

  @Test func `a slow client: 1.5 s between removing the key and inserting the name (ALE)`() {
    check(
      "type ‘see @al’; batch Alice Smith; shown; change 4-7 ‘’; wait 1500; change 4-4 ‘Alice Smith’",
      expects: "see «Alice Smith»| state: stalled")
    check(
      "type ‘see @al’; batch Alice Smith; shown; whole ‘@al’ ‘’; wait 1500; whole ‘see ’ ‘see Alice Smith’",
      expects: "see «Alice Smith»| state: stalled")
    check(
      "type ‘see @al’; batch Alice Smith; shown; change 4-7 ‘’; wait 2100; change 4-4 ‘Alice Smith’",
      expects: "see Alice Smith| state: implicit ‘Smith’ awaiting")
  }

  @Test
  func `the command annotates wherever the offered text is at the offered place when it arrives`() {
    let start = "policy implicit 0; type ‘see @al’; batch Alice Smith; shown"
    // Long after, behind other edits, and typed on behind it.
    check(
      "\(start); cancel; wait 5000; change 4-7 ‘Alice Smith’; type ‘, hm’; confirm 1",
      expects: "see «Alice Smith», hm| state: ready")
    check(
      "\(start); cancel; wait 5000; change 4-7 ‘Alice Smith’; change 0-0 ‘I ’; confirm 1",
      expects: "I |see «Alice Smith»")
    check("\(start); cancel; wait 5000; confirm 1", expects: "see @al|")
    // An earlier acceptance is no reason to forget this one.
    check(
      "\(start); accept 1; type ‘ and @bo’; batch Bob; shown; cancel; wait 5000; change 20-23 ‘Bob’; confirm 1",
      expects: "see «Alice Smith» and «Bob»|")
  }

  @Test func `disjoint edits cancel a creation, in whole-document sync too`() {
    check("open ‘x |’; type ‘@a’; change 3-4 ‘ad’ 0-0 ‘y’", expects: "y|x @ad state: stalled")
    check("open ‘x |’; type ‘@a’; whole ‘@a’ ‘@ad’ ‘x’ ‘yx’", expects: "yx| @ad state: stalled")
    check("open ‘x |’; type ‘@a’; whole ‘@a’ ‘@ad’", expects: "x @ad| state: explicit ‘ad’ awaiting")
    check(
      "open ‘x |’; type ‘@ada lov’; whole ‘@ada lov’ ‘@Ada Lov’",
      expects: "x @Ada Lov| state: explicit ‘Ada Lov’ awaiting")
    check("open ‘one two |’; whole ‘two ’ ‘two @’ ‘one’ ‘none’", expects: "none| two @ state: stalled")
  }

  @Test func `a mention is accepted directly before what remains of one of the same person`() {
    let start =
      "type ‘@Jos’; batch José María; accept 1; change 5-12 ‘’; move home; type ‘Jos’; batch José María; shown"
    check("\(start); change 0-3 ‘José María’", expects: "«José María»|«José» state: stalled")
    check("\(start); change 0-3 ‘’; change 0-0 ‘José María’", expects: "«José María»|«José» state: stalled")
    // Its own text completes what remains of it.
    check(
      "type ‘@Jos’; batch José María; accept 1; change 5-12 ‘’; change 5-5 ‘ María’",
      expects: "«José María»| state: ready")
  }
}
