import Entities
import Testing
import TextModel

@testable import Mentions

@Suite struct AnnotationArchiveTests {
  private func check(
    _ before: String, becomes text: String, expects after: String, lost: [AnnotationArchive.Loss] = [],
    isMerged: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let old = AnnotatedDocument(before)
    var archive = AnnotationArchive.snapshot(of: old.store, in: old.text)
    for index in archive.records.indices { archive.records[index].isMerged = isMerged }
    var new = AnnotatedDocument("")
    new.sync(text)
    let (found, losses) = archive.restore(into: new.text)
    for annotation in found { try new.store.insert(annotation, in: new.text) }
    #expect(new.marked == after, sourceLocation: sourceLocation)
    #expect(losses.map(\.loss) == lost, sourceLocation: sourceLocation)
    #expect(new.store.violations(in: new.text) == [], sourceLocation: sourceLocation)
  }

  @Test func `an unchanged document gets them all back`() throws {
    try check(
      "Hi «Ada» and ‹Bob›, «Ada».", becomes: "Hi Ada and Bob, Ada.", expects: "Hi «Ada» and ‹Bob›, «Ada».")
  }

  @Test func `text inserted before moves them`() throws {
    try check("Hi «Ada» and «Bob».", becomes: "New.\nHi Ada and Bob.", expects: "New.\nHi «Ada» and «Bob».")
  }

  @Test func `among equal texts the surroundings decide`() throws {
    try check(
      "first «Ada» one, Ada two", becomes: "Ada two, first Ada one", expects: "Ada two, first «Ada» one")
  }

  @Test func `two candidates are ambiguous`() throws {
    try check(
      "see «Ada» now\n", becomes: "\nsee Ada now\nsee Ada now\n", expects: "\nsee Ada now\nsee Ada now\n",
      lost: [.ambiguous(candidates: 2)])
  }

  @Test func `gone with its text`() throws {
    try check("see «Ada» now", becomes: "see now", expects: "see now", lost: [.textNotFound])
  }

  @Test func `nothing round it is as it was`() throws {
    try check("see «Ada» now", becomes: "xxAdayy", expects: "xxAdayy", lost: [.contextDiffers])
  }

  @Test func `its old place is preferred to another that fits as well`() throws {
    // The second one's surroundings are unchanged: the first cannot take its place.
    try check("x «Ada» y", becomes: "x Ada y, x Ada y", expects: "x «Ada» y, x Ada y")
    try check(
      "x «Ada» y x «Ada» y", becomes: "x Ada y x Ada y x Ada y", expects: "x «Ada» y x «Ada» y x Ada y")
  }

  @Test func `at its old place with other surroundings it must still be the only candidate`() throws {
    try check(
      "by «Ada» today", becomes: "by Ada tomorrow; by Ada tonight; by Ada today",
      expects: "by Ada tomorrow; by Ada tonight; by «Ada» today")
  }

  @Test func `one neighbouring word is enough, however short`() throws {
    try check("was «Ada»!", becomes: "new: was Ada?", expects: "new: was «Ada»?")
    try check("a «Ada»", becomes: "- a Ada b", expects: "- a «Ada» b")
    try check("so says\n«Ada», twice", becomes: "and he says: Ada.", expects: "and he says: «Ada».")
    try check("感谢«张三»的帮助", becomes: "我们感谢张三", expects: "我们感谢«张三»")
    try check(
      "he was «Ada»!", becomes: "new: as Ada?", expects: "new: as Ada?", lost: [.contextDiffers])
  }

  @Test func `a word of its own at its old offset`() throws {
    try check("for «Ada» now", becomes: "and Ada too", expects: "and «Ada» too")
    try check("«Ada Lovelace» said", becomes: "Ada Lovelace wrote", expects: "«Ada Lovelace» wrote")
    // The offset in a different text says nothing.
    try check(
      "for «Ada» now", becomes: "and Ada too", expects: "and Ada too", lost: [.contextDiffers], isMerged: true
    )
  }

  @Test func `part of another word is somebody else`() throws {
    try check("«Ada»", becomes: "Adam", expects: "Adam", lost: [.contextDiffers])
    try check("for «Ada» now", becomes: "for Adam now", expects: "for Adam now", lost: [.contextDiffers])
    try check(
      "for «Ada» now", becomes: "for Ada-Marie now", expects: "for Ada-Marie now", lost: [.contextDiffers])
    try check("for «Ada» now", becomes: "for McAda now", expects: "for McAda now", lost: [.contextDiffers])
    // Joined as before it is the same.
    try check("wir sehen «Ada»s Werk", becomes: "Neu: sehen Adas Werk", expects: "Neu: sehen «Ada»s Werk")
    try check("wir sehen «Ada»sch Werk", becomes: "wir sehen Adas Werk", expects: "wir sehen «Ada»s Werk")
    try check("wir sehen «Ada»s Werk", becomes: "wir sehen Adasch Werk", expects: "wir sehen «Ada»sch Werk")
  }

  @Test func `a short form at the start of another sentence is nobody`() throws {
    try check("‹Will›", becomes: "Will you come?", expects: "Will you come?", lost: [.contextDiffers])
    try check("‹Will› said so", becomes: "Will you come?", expects: "Will you come?", lost: [.contextDiffers])
    try check("«Ada»", becomes: "Oh, Ada!", expects: "Oh, Ada!", lost: [.contextDiffers])
  }

  @Test func `the edges of the document are surroundings`() throws {
    try check("x «Ada Lovelace»\n", becomes: "x Ada Lovelace, y\n", expects: "x «Ada Lovelace», y\n")
    try check("«Ada»", becomes: "Ada.\n", expects: "«Ada».\n")
    try check(
      "«Ada Lovelace»: x", becomes: "Ada Lovelace and Ada Lovelace",
      expects: "«Ada Lovelace» and Ada Lovelace")
    try check("«Ada»", becomes: " Ada, Ada", expects: " Ada, Ada", lost: [.contextDiffers])
  }

  @Test func `the only one of several words is found wherever it is`() throws {
    try check("x «Ada Lovelace» y", becomes: "Dear Ada Lovelace: z", expects: "Dear «Ada Lovelace»: z")
    // One that was plain text may be what is left.
    try check(
      "x «Ada Lovelace» y, not Ada Lovelace", becomes: "Dear Ada Lovelace: z",
      expects: "Dear Ada Lovelace: z",
      lost: [.contextDiffers])
    try check(
      "x «Ada Lovelace» y", becomes: "Dear Ada Lovelace: Ada Lovelace: z",
      expects: "Dear Ada Lovelace: Ada Lovelace: z", lost: [.contextDiffers])
  }

  @Test func `in another normal form, or with other white space`() throws {
    try check(
      "by «Zoë Ångström» and «Zoë»", becomes: "by Zoe\u{308} A\u{30A}ngstro\u{308}m and Zoe\u{308}",
      expects: "by «Zoe\u{308} A\u{30A}ngstro\u{308}m» and «Zoe\u{308}»")
    try check("by «Zoe\u{308} K» now", becomes: "all by\nZoë\n  K now", expects: "all by\n«Zoë\n  K» now")
    try check(
      "by «Ada Lovelace» now", becomes: "by AdaLovelace now", expects: "by AdaLovelace now",
      lost: [.textNotFound])
  }

  @Test func `surroundings in another normal form are those before`() throws {
    // At its old offset the other one begins now.
    try check(
      "e\u{301}\u{1112}\u{1161}\u{11AB} A «Ada»\u{1112}\u{1161}\u{11AB} «Ada Lovelace»",
      becomes: "é한 A Ada한 Ada Lovelace", expects: "é한 A «Ada»한 «Ada Lovelace»")
    // Of two places the one is meant that has more of the old text around it.
    try check(
      "a e\u{301} «Ada» e\u{301} b, c e\u{301} Ada e\u{301} d", becomes: "a é Ada é b, c é Ada é d",
      expects: "a é «Ada» é b, c é Ada é d")
    try check("by e\u{301}«Ada» now", becomes: "so by éAda then", expects: "so by é«Ada» then")
  }

  @Test func `a neighbouring word that is longer than the surroundings, in another normal form`() throws {
    let (old, new) = ("\u{1112}\u{1161}\u{11AB}Turingשלום", "한Turingשלום")
    // The surroundings begin inside the first syllable.
    try check(
      "All \(old)\u{1112}\u{1161}🇩🇪\n«Alan»", becomes: "All \(new)\u{1112}\u{1161}🇩🇪\nAlan",
      expects: "All \(new)\u{1112}\u{1161}🇩🇪\n«Alan»")
    try check(
      "Is \(old)\(old) «Alan»?", becomes: "\(new)\(new) Alan", expects: "\(new)\(new) «Alan»")
    // One letter is known of the word.
    let space = String(repeating: " ", count: 31)
    try check("Is a\(space)«Alan»?", becomes: "Was a\(space)Alan, now", expects: "Was a\(space)«Alan», now")
    // A shorter word is another one.
    try check(
      "Is Llanfairpwllgwyngyllgogerychwyrndrobwll «Alan»?", becomes: "Was it gogerychwyrndrobwll Alan",
      expects: "Was it gogerychwyrndrobwll Alan", lost: [.contextDiffers])
  }

  @Test func `two that claim one place: the first gets it`() throws {
    let old = AnnotatedDocument("see «Ada» now")
    var archive = AnnotationArchive.snapshot(of: old.store, in: old.text)
    archive.records.append(archive.records[0])
    archive.records[1].entity = Entity(id: "another", name: "Ada")
    let (found, lost) = archive.restore(into: old.text)
    #expect(found.map(\.entity.id) == ["Ada"])
    #expect(lost.map(\.loss) == [.overlaps] && lost.map(\.index) == [1])
  }

  @Test func `surroundings are limited to 32 bytes, never cut inside a character`() {
    let old = AnnotatedDocument(
      "xé" + String(repeating: "é", count: 20) + "«Ada»" + String(repeating: "é", count: 9))
    let record = AnnotationArchive.snapshot(of: old.store, in: old.text).records[0]
    #expect(record.before.count == 32 && record.after.count == 18)
    #expect(String(validating: record.before, as: UTF8.self) != nil)
    let odd = AnnotatedDocument(String(repeating: "é", count: 20) + "x«Ada»")
    #expect(AnnotationArchive.snapshot(of: odd.store, in: odd.text).records[0].before.count == 31)
  }

  @Test func `a trimmed one is restored as trimmed, without a short form`() throws {
    let old = AnnotatedDocument("see ‹Ada› now")
    let archive = AnnotationArchive.snapshot(of: old.store, in: old.text)
    let found = archive.restore(into: IndexedText("Now: see Ada now")).found
    #expect(found.map(\.state) == [.trimmed] && found[0].shortForm == nil)
    #expect(found[0].range == TextRange(9, 12) && found[0].source == .restored)
  }

  @Test func `with more equal names than are examined, nothing is guessed`() throws {
    let many = String(repeating: "Ada\n", count: 12_000)
    try check("see «Ada» now", becomes: many, expects: many, lost: [.tooManyPlaces(10_000)])
    // The one that fits comes after those that were examined, and there may be others.
    let before = "for Ada now\n" + many + "for «Ada» now\n"
    let after = "New.\nfor Ada now\n" + many + "for Ada now\n"
    try check(before, becomes: after, expects: after, lost: [.tooManyPlaces(10_000)])
  }

  /// Of so many lines not each can be compared with each (``AnnotationArchive/mostComparisons``).
  private static let longList = 2100

  @Test func `a long list of one name, moved by a line`() throws {
    let lines = (1...Self.longList).map { "- [ ] task \($0) for «Ada» please\n" }.joined()
    let plain = lines.filter { $0 != "«" && $0 != "»" }
    try check(lines, becomes: "New.\n" + plain, expects: "New.\n" + lines)
  }

  @Test func `a long list of one name, sorted`() throws {
    let lines = (1...Self.longList).map { "- [ ] task \($0) for «Ada» please\n" }
    let plain = lines.joined().filter { $0 != "«" && $0 != "»" }
    let sorted = lines.sorted().joined()
    try check(
      lines.joined(), becomes: plain.split(separator: "\n").sorted().joined(separator: "\n") + "\n",
      expects: sorted)
  }

  @Test func `of several archives, the one of exactly this text is used, even if not all of it is found`() {
    func archive(_ marked: String, of text: String) -> DocumentArchive {
      let old = AnnotatedDocument(marked)
      return DocumentArchive(
        mentions: .snapshot(of: old.store, in: old.text), text: TextFingerprint(of: IndexedText(text)))
    }
    let text = "see Ada and Bob, Cy and Dee"
    var own = archive("see «Ada» and Bob, Cy and Dee", of: text)
    own.mentions.records += archive("who is «Zoe»?", of: text).mentions.records
    let other = archive("see Ada and «Bob», «Cy» and «Dee»", of: "another text")
    var document = MentionsDocument(text: Array(text.utf8), languageID: "markdown", policy: .standard)
    #expect(document.restore([own, other]).chosen == 0)
    #expect(document.annotations.map(\.entity.name) == ["Ada"])
    document = MentionsDocument(text: Array("\(text)!".utf8), languageID: "markdown", policy: .standard)
    #expect(document.restore([own, other]).chosen == 1)
  }

  @Test func `a long list of one name, with nothing to tell the lines apart`() throws {
    let count = 200
    let old = (1...count).map { "\($0) for «Ada» please\n" }.joined()
    let document = AnnotatedDocument(old)
    let archive = AnnotationArchive.snapshot(of: document.store, in: document.text)
    let new = IndexedText(String(repeating: "for Ada please\n", count: count))
    var steps = 0
    let (found, lost) = archive.restore(into: new, steps: &steps, comparisons: count * count / 2)
    #expect(found.isEmpty && lost.count == count)
    #expect(Set(lost.map(\.loss)) == [.ambiguous(candidates: count), .tooManyPlaces(count)])
  }

  @Test func `joined with what follows`() throws {
    try check("see «Ada»", becomes: "see Ada\u{301}", expects: "see Ada\u{301}", lost: [.contextDiffers])
  }
}
