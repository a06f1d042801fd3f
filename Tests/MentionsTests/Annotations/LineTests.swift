import Entities
import MentionsTestKit
import Testing
import TextModel

@testable import Mentions

/// Behaviour, section 5: filters, formatters and sorting keep mentions, in whichever order lines go and come.
@Suite struct LineTests {
  /// In which way the new lines come.
  enum Way: String, CaseIterable, CustomTestStringConvertible {
    case oneEdit, insertFirst, deleteFirst
    var testDescription: String { rawValue }
  }

  private func document(_ before: String, becomes after: String, _ way: Way, in milliseconds: Int = 5)
    -> AnnotatedDocument
  {
    var document = AnnotatedDocument(before)
    let plain = after.filter { !"«»‹›".contains($0) }
    let lines = document.text.lines.lineCount - 1
    switch way {
    case .oneEdit: document.sync(plain)
    case .insertFirst: document.filter(0..<lines, to: plain, insertsFirst: true, after: milliseconds)
    case .deleteFirst: document.filter(0..<lines, to: plain, insertsFirst: false, after: milliseconds)
    }
    return document
  }

  private func check(
    _ before: String, becomes after: String, _ way: Way, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let document = document(before, becomes: after, way)
    expectRow(document.marked, after, label: "becomes", sourceLocation: sourceLocation)
    #expect(document.store.violations(in: document.text) == [], sourceLocation: sourceLocation)
  }

  @Test(arguments: Way.allCases) func `sorted lines keep their mentions`(way: Way) {
    check(
      "d «Ada» did\nb «Bob» saw\nplain\nc «Cy»\na «Ada» and «Bob»\n",
      becomes: "a «Ada» and «Bob»\nb «Bob» saw\nc «Cy»\nd «Ada» did\nplain\n", way)
    check("- «Bob»\n- «Ada»\n", becomes: "- «Ada»\n- «Bob»\n", way)
    check("  - «Bob»\n- «Ada»\n", becomes: "- «Ada»\n- «Bob»\n", way)
    // The two lines end alike.
    check("x «Ada» y z\nAda w z\n", becomes: "Ada w z\nx «Ada» y z\n", way)
  }

  @Test func `in one edit, each of two equal lines keeps its mention, also the one that changes`() {
    check(
      "one\n.«Ada» a b\nmiddle\n.«Ada» a b\nlast line\nend\n",
      becomes: "one[\n.«Ada»[ a b\nmiddle[\n.«Ada» a b\nlast line\nend[\n", .oneEdit)
  }

  @Test(arguments: Way.allCases) func `a filter that changes every line keeps them`(way: Way) {
    check(
      "- foo «Ada» did\n- foo «Bob» saw\n- foo plain\n",
      becomes: "- bar «Ada» did\n- bar «Bob» saw\n- bar plain\n", way)
    check("one «Ada»\ntwo «Bob»\n", becomes: "> one «Ada»\n> two «Bob»\n", way)
    // The first line becomes what the second was.
    check("one «Ada»\n> one «Ada»\n", becomes: "> one «Ada»\n> > one «Ada»\n", way)
  }

  @Test(arguments: Way.allCases) func `letters next to a name stay outside it`(way: Way) {
    check("so«Ada»x\nand «Bob»by\n", becomes: "> so«Ada»x\n> and «Bob»by\n", way)
    // Where there was none before, there may be none after.
    if way != .oneEdit { check("so «Ada» x\n", becomes: "> so xAda x\n", way) }
  }

  @Test func `a line that text is inserted into does not take over annotations`() {
    var document = AnnotatedDocument("Thanks to «Ada».\n\nfor Ada + x\n")
    document.replace(26..<26, with: "y.\n\nfor ")
    document.replace(10..<15, with: "")
    #expect(document.marked == "Thanks to \nfor Ada + y.\n\nfor x\n")
  }

  @Test func `an edit that spans more lines than it changes does not count as an insertion of them`() {
    var document = AnnotatedDocument("and Ada.\n«Ada»\n")
    document.replace(12..<13, with: " on\nx\n")
    document.replace(4..<18, with: "Ada.\nAda on\n")
    document.replace(9..<16, with: "")
    #expect(document.marked == "and Ada.\n")
    // The edit spans an earlier insertion and no annotation.
    document = AnnotatedDocument("«Ada»\nfoo\nand Ada.\n")
    document.replace(8..<8, with: "x\n")
    document.replace(4..<19, with: "foo\ny\nand Ada.\n")
    document.replace(0..<4, with: "")
    #expect(document.marked == "foo\ny\nand Ada.\n")
  }

  @Test(arguments: Way.allCases) func `lines changed and sorted at once keep them`(way: Way) {
    check(
      "zz foo «Ada Lovelace» x\nyy foo «Bob» saw it\nxx foo «Cy» went\nww «Dee» foo\n",
      becomes: "ww «Dee» bar\nxx bar «Cy» went\nyy bar «Bob» saw it\nzz bar «Ada Lovelace» x\n", way)
  }

  @Test(arguments: Way.allCases) func `rewrapped lines keep them`(way: Way) {
    check(
      "Thanks to «Ada Lovelace» and «Grace Hopper» for all\nof it, says «Bob».\n",
      becomes: "Thanks to «Ada\nLovelace» and «Grace\nHopper» for all of it,\nsays «Bob».\n", way)
    // A new line equals an old one by chance. If the new lines come first, it is annotated like that one.
    if way != .insertFirst {
      check("Thanks to\n«Ada»\nand to Ada\n", becomes: "Thanks to «Ada» and to\nAda\n", way)
    }
  }

  @Test(arguments: Way.allCases) func `a formatter that indents and aligns keeps them`(way: Way) {
    check(
      "if x\n// «Ada» did\n// and «Bob»\nend\n", becomes: "if x\n    // «Ada» did\n    // and «Bob»\nend\n",
      way)
  }

  @Test(arguments: Way.allCases) func `people with the same name are told apart by place`(way: Way) throws {
    var document = AnnotatedDocument("3 Ada x\n1 Ada y\n2 Ada z\n")
    for (index, start) in [2, 10, 18].enumerated() {
      try document.annotate(start..<start + 3, name: "Ada", id: "\(index)")
    }
    let sorted = "1 Ada y\n2 Ada z\n3 Ada x\n"
    switch way {
    case .oneEdit: document.sync(sorted)
    case .insertFirst: document.filter(0..<3, to: sorted, insertsFirst: true)
    case .deleteFirst: document.filter(0..<3, to: sorted, insertsFirst: false)
    }
    #expect(document.ids == ["1", "2", "0"])
  }

  @Test(arguments: Way.allCases) func `equal lines of different people are told apart by place`(way: Way)
    throws
  {
    var document = AnnotatedDocument("- Ada\nx\n- Ada\n")
    try document.annotate(2..<5, name: "Ada", id: "1")
    try document.annotate(10..<13, name: "Ada", id: "2")
    let sorted = "- Ada\n- Ada\nx\n"
    switch way {
    case .oneEdit: document.sync(sorted)
    case .insertFirst: document.filter(0..<3, to: sorted, insertsFirst: true)
    case .deleteFirst: document.filter(0..<3, to: sorted, insertsFirst: false)
    }
    #expect(document.ids == ["1", "2"])
  }

  @Test(arguments: [false, true]) func `people with the same name stay in their lines when these are quoted`(
    inOneEdit: Bool
  ) throws {
    var document = AnnotatedDocument("Ada x\n> Ada x\n")
    try document.annotate(0..<3, name: "Ada", id: "1")
    try document.annotate(8..<11, name: "Ada", id: "2")
    let quoted = "> Ada x\n> > Ada x\n"
    if inOneEdit { document.sync(quoted) } else { document.filter(0..<2, to: quoted, insertsFirst: false) }
    #expect(document.ids == ["1", "2"])
  }

  @Test func `a line that was moved is not taken for one that was quoted in the same notification`() {
    var document = AnnotatedDocument("«Ada»\nx\ny\n")
    document.apply([(8..<8, "Ada\n"), (6..<6, "- Ada\n"), (0..<4, "")])
    #expect(document.marked == "x\n- Ada\ny\n«Ada»\n")
  }

  @Test func `if more equal lines are added than removed and they contradict each other, there is no match`()
    throws
  {
    var document = AnnotatedDocument("- Ada\nx\n- Ada\n")
    try document.annotate(2..<5, name: "Ada", id: "1")
    try document.annotate(10..<13, name: "Ada", id: "2")
    document.filter(0..<3, to: "y\n- Ada\n- Ada\n- Ada\n", insertsFirst: false)
    #expect(document.ids == [])
  }

  @Test func `a line that was plain text stays plain text`() throws {
    var document = AnnotatedDocument("- Ada\nx\n- Ada\n")
    try document.annotate(10..<13, name: "Ada", id: "2")
    document.filter(0..<3, to: "y\n- Ada\n- Ada\n", insertsFirst: false)
    #expect(document.marked == "y\n- Ada\n- «Ada»\n")
  }

  @Test func `after more than a second a line that is only similar is not the same`() {
    #expect(
      document("one «Ada»\ntwo «Bob»\n", becomes: "> one Ada\n> two Bob\n", .deleteFirst, in: 1001).marked
        == "> one Ada\n> two Bob\n")
    #expect(
      document("one «Ada»\ntwo «Bob»\n", becomes: "> one Ada\n> two Bob\n", .insertFirst, in: 1001).marked
        == "> one Ada\n> two Bob\n")
    #expect(
      document("one «Ada»\ntwo «Bob»\n", becomes: "> one «Ada»\n> two «Bob»\n", .insertFirst, in: 1000).marked
        == "> one «Ada»\n> two «Bob»\n")
  }

  @Test func `a line that is only in the range of a wide edit was not inserted`() {
    var document = AnnotatedDocument("x, by Ada Lovelace.\nplain\n- «Ada Lovelace»\n")
    document.sync("y, by Ada Lovelace.\nplain\n- Ada Lovelace\nz\n")
    #expect(document.marked == "y, by Ada Lovelace.\nplain\n- «Ada Lovelace»\nz\n")
    document.now += 400
    document.replace(26..<41, with: "")
    #expect(document.marked == "y, by Ada Lovelace.\nplain\nz\n")
  }

  @Test func `a line that equals an annotated one is annotated like it`() {
    var document = AnnotatedDocument("a «Ada»\nb «Bob»\n")
    document.replace(14..<14, with: "new\n  b Bob\n")
    #expect(document.store.annotate(linesIn: TextRange(14, 26), of: document.text).count == 1)
    #expect(document.marked.hasSuffix("  b «Bob»\n"))
  }

  @Test func `a name that is only the beginning of a word is not a mention`() {
    #expect(
      document("one «Ada»\ntwo «Bob»\n", becomes: "one Adam\ntwo Bobby\n", .deleteFirst).marked
        == "one Adam\ntwo Bobby\n")
  }

  /// A text in which what is between ⟦ and ⟧ is deleted; five seconds later, nothing is recent any more.
  private func deleted(_ marked: String) throws -> AnnotatedDocument {
    var document = AnnotatedDocument(marked)
    document.replace(try #require(AnnotatedDocument.Marks(marked).selection), with: "")
    document.now += 5000
    return document
  }

  /// Neovim sends a deleted line from the first letter in which the next line differs from it.
  @Test(arguments: [
    ("- «Ada⟦ Lovelace»\n- «Ada⟧m»\n", "- «Adam»\n"),
    ("x\n- «Ada ⟦Lovelace» wrote\n- «Ada ⟧Byron» read\n", "x\n- «Ada Byron» read\n"),
    ("- Ada⟦ Lovelace\n- «Ada⟧m»\n", "- «Adam»\n"),
    ("by Ada⟦, «Ada⟧ Lovelace»", "by «Ada Lovelace»"),
    // A client may as well compare from the end.
    ("«A⟦da» met «A⟧da», «Bob»", "«Ada», «Bob»"),
    // What is inside of one is meant, even where equal text follows.
    ("«Alan⟦ Turing⟧» Turing", "‹Alan› Turing"),
    // Where no other place leaves the same text, both are cut.
    ("«Ad⟦am» x «B⟧ob»", "Adob"),
  ])
  func `a deletion that is equal to one of whole lines is one`(before: String, after: String) throws {
    #expect(try deleted(before).marked == after)
  }

  @Test func `a line that was deleted so comes back with its mentions, and so does what was cut`() throws {
    for (before, place, text, after) in [
      ("- «Ada⟦ Lovelace»\n- «Ada⟧m»\nend\n", 7, "- Ada Lovelace\n", "- «Adam»\n- «Ada Lovelace»\nend\n"),
      ("- ⟦«Ada Lovelace»\n- ⟧«Grace»\nend\n", 8, "- Ada Lovelace\n", "- «Grace»\n- «Ada Lovelace»\nend\n"),
      ("by @⟦ «Ada» «@⟧Bob».", 7, " Ada @", "by «@Bob» «Ada» @."),
    ] {
      var document = try deleted(before)
      document.replace(place..<place, with: text)
      #expect(document.marked == after)
    }
  }

  @Test func `a filter of some lines between others`() {
    var document = AnnotatedDocument("- head «Zed»\n- c «Cy»\n- b «Bob»\n- a «Ada»\n- tail «Zed»\n")
    document.filter(1..<4, to: "- a Ada\n- b Bob\n- c Cy\n", insertsFirst: true)
    #expect(document.marked == "- head «Zed»\n- a «Ada»\n- b «Bob»\n- c «Cy»\n- tail «Zed»\n")
    document.filter(
      1..<4, to: "- A «Ada»\n- B Bob\n- C Cy\n".filter { !"«»".contains($0) }, insertsFirst: true)
    #expect(document.marked == "- head «Zed»\n- A «Ada»\n- B «Bob»\n- C «Cy»\n- tail «Zed»\n")
  }
}

/// Behaviour, section 5: what was removed is remembered as it was at that moment.
@Suite struct MomentTests {
  @Test func `text inserted and cut within one notification comes back with its mention`() {
    var document = AnnotatedDocument("by «Ada», so")
    document.apply([(3..<3, "our "), (9..<10, "a"), (3..<10, "")])
    #expect(document.marked == "by , so")
    document.replace(3..<3, with: "our Ada")
    #expect(document.marked == "by our «Ada», so")
  }

  @Test func `at several places, whatever lies between them`() {
    var document = AnnotatedDocument("«Ada» and «Bob» and «Cy»")
    document.apply([(16..<16, "Mr "), (16..<21, ""), (8..<8, "x"), (8..<12, "")])
    #expect(document.marked == "«Ada» and  and ")
    document.replace(13..<13, with: "Mr Cy")
    document.replace(8..<8, with: "xBob")
    #expect(document.marked == "«Ada» and x«Bob» and Mr «Cy»")
  }

  @Test func `one that was changed before it was cut is not remembered`() {
    var document = AnnotatedDocument("by «Ada», so")
    document.apply([(4..<4, "x"), (3..<3, "our "), (3..<11, "")])
    document.replace(3..<3, with: "our Axda")
    #expect(document.marked == "by our Axda, so")
  }
}

/// Behaviour, section 5: up to the bounds nothing is lost.
@Suite struct RemovedBoundsTests {
  @Test func `a cut of very many mentions comes back`() throws {
    var policy = MentionsPolicy.standard
    policy.removedTextCount = 1_000
    let count = 2_000
    var document = MentionsDocument(text: [], languageID: "markdown", policy: policy)
    let lines = (0..<count).map { "- task \($0) for Ada Lovelace\n" }
    let text = Array(lines.joined().utf8)
    document.beginChanges()
    document.splice(TextReplacement(range: TextRange(0, 0), replacement: text))
    _ = document.finishChanges(now: .zero)
    var start = 0
    let requests = lines.map { line in
      defer { start += line.utf8.count }
      let end = start + line.utf8.count - 1
      return AddRequest(
        range: TextRange(end - 12, end), text: nil, entity: Entity(id: "ada", name: "Ada Lovelace"))
    }
    #expect(document.add(requests).added.count == count)
    document.beginChanges()
    document.splice(TextReplacement(range: TextRange(0, text.count), replacement: []))
    let cut = document.finishChanges(now: Instant(milliseconds: 10_000))
    #expect(!cut.effects.contains { if case .forgotten = $0 { true } else { false } })
    #expect(
      cut.effects.contains {
        if case .becamePlainText([.deleted: count], restored: 0) = $0 { true } else { false }
      })
    document.beginChanges()
    document.splice(TextReplacement(range: TextRange(0, 0), replacement: text))
    _ = document.finishChanges(now: Instant(milliseconds: 20_000))
    #expect(document.annotations.count == count)
  }

  @Test func `beyond the limits the host is told how many`() {
    var policy = MentionsPolicy.standard
    policy.removedTextBytes = 10
    var document = MentionsDocument(
      text: Array("Hi Ada and Bob".utf8), languageID: "markdown", policy: policy)
    let ranges = [TextRange(3, 6), TextRange(11, 14)]
    _ = document.add(ranges.map { AddRequest(range: $0, text: nil, entity: Entity(id: "x", name: "x")) })
    document.beginChanges()
    document.splice(TextReplacement(range: TextRange(0, 14), replacement: []))
    let report = document.finishChanges(now: .zero)
    #expect(report.effects.contains { if case .forgotten(mentions: 2) = $0 { true } else { false } })
  }
}
