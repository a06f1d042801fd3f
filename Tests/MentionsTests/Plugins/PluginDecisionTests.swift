import Entities
import Mentions
import MentionsTestKit
import Testing
import TextModel

/// A plug-in decides about offers, acceptances and deletions.
@Suite("Decisions of plug-ins")
struct PluginDecisionTests {
  /// Ada rests from 18:00.
  private func document(_ marked: String, hour: Int) throws -> MentionsDocument {
    var document = transformDocument(MarkedText(marked))
    _ = try document.register(QuietHours(people: ["Ada Lovelace"], hour: { hour }), now: .zero)
    return document
  }

  /// Types a trigger and takes the offer of a person.
  private func accept(_ person: Entity, in document: inout MentionsDocument) throws -> DocumentReport {
    _ = document.type("@")
    let queryID = document.chooser.queryID
    _ = document.beginQuery(queryID: queryID, sources: ["team"])
    _ = document.deliver(
      ResultBatch(
        queryID: queryID, source: "team", entries: [ChooserEntry(entity: person)], isRanked: false,
        dedupe: false, isComplete: true, more: false), now: .zero)
    _ = document.markShown()
    let offers = try #require(document.offers())
    let offer = try #require(offers.offers.first)
    return document.send([TextReplacement(range: offers.range, replacement: offer.newText)])
  }

  private func events(_ report: DocumentReport) -> [String] {
    report.effects.compactMap { effect in
      switch effect {
      case .didCreate(let annotation): "created \(annotation.entity.name)"
      case .didSelect(let entity, _): "selected \(entity.name)"
      case .didDelete(let annotation): "deleted \(annotation.entity.name)"
      default: nil
      }
    }
  }

  @Test
  func `a refused acceptance leaves the text without a mention`() throws {
    var document = try document("see ", hour: 18)
    #expect(events(try accept(TransformPeople.ada, in: &document)) == [])
    #expect(shown(document) == "see Ada Lovelace")
    #expect(!document.isMakingMention)
    // It stays so.
    _ = document.type(" and ")
    #expect(
      events(try accept(TransformPeople.bob, in: &document)) == ["created Bob Kahn", "selected Bob Kahn"])
    #expect(shown(document) == "see Ada Lovelace and «Bob Kahn»")
  }

  @Test
  func `what is allowed is as without a plug-in`() throws {
    var document = try document("see ", hour: 17)
    #expect(
      events(try accept(TransformPeople.ada, in: &document)) == [
        "created Ada Lovelace", "selected Ada Lovelace",
      ])
    #expect(shown(document) == "see «Ada Lovelace»")
  }

  @Test
  func `a refused acceptance that a client confirms is refused too`() throws {
    var document = try document("see ", hour: 18)
    _ = try accept(TransformPeople.ada, in: &document)
    let report = document.confirm(
      OfferID(queryID: document.chooser.queryID, index: 0), now: .zero)
    #expect(events(report) == [])
    #expect(shown(document) == "see Ada Lovelace")
  }

  @Test(arguments: [TextRange(4, 16), TextRange(15, 16), TextRange(0, 17)])
  func `a refused deletion is taken back with its mention`(range: TextRange) throws {
    var document = try document("see «Ada Lovelace», bye", hour: 20)
    let report = document.send([TextReplacement(range, "")])
    #expect(report.pluginEdits.count == 1)
    let back = document.obey(report)
    #expect(back.pluginEdits == [])
    #expect(shown(document) == "see «Ada Lovelace», bye")
  }

  @Test
  func `what comes back is not accepted anew`() throws {
    var document = try document("see ", hour: 17)
    _ = try accept(TransformPeople.ada, in: &document)
    _ = document.unregisterAllPlugins(now: .zero)
    _ = try document.register(QuietHours(people: ["Ada Lovelace"], hour: { 20 }), now: .zero)
    let report = document.send([TextReplacement(TextRange(4, 16), "")])
    #expect(report.pluginEdits.count == 1)
    #expect(events(document.obey(report)) == ["created Ada Lovelace"])
    #expect(shown(document) == "see «Ada Lovelace»")
  }

  @Test
  func `what is allowed to be deleted is gone, and nobody is asked about what a host removes`() throws {
    var document = try document("«Ada Lovelace» and «Bob Kahn»", hour: 20)
    #expect(document.send([TextReplacement(TextRange(12, 25), "")]).pluginEdits == [])
    #expect(shown(document) == "«Ada Lovelace»")
    #expect(document.removeAnnotations(in: nil).report.pluginEdits == [])
    #expect(shown(document) == "Ada Lovelace")
  }

  @Test
  func `a refused offer asks no source and ends the making of the mention`() throws {
    var document = transformDocument(MarkedText("see "))
    _ = try document.register(QuietHours(people: [], silentTrigger: "@", hour: { 23 }), now: .zero)
    #expect(document.type("@a").askedKeys == [])
    #expect(!document.isMakingMention)
    // Not even if the user asks.
    let report = document.requestCompletion(at: document.text.buffer.end, asked: .yes, now: .zero)
    #expect(report.askedKeys == [])
    #expect(!document.isMakingMention)
    _ = document.unregisterAllPlugins(now: .zero)
    #expect(document.type(" @a").askedKeys == ["", "a"])
  }
}
