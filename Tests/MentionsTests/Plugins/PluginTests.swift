import Mentions
import MentionsTestKit
import Testing
import TextEvents
import TextModel

/// Plug-ins of a document (seed 003).
@Suite("Plug-ins")
struct PluginTests {
  private let diary = PluginDiary()

  /// A document that a plug-in controls instead of the mentions machinery.
  private func document(
    _ marked: String, controlledBy plugin: NotingDirectPlugin
  ) throws -> MentionsDocument {
    var document = transformDocument(MarkedText(marked))
    if let mentions = document.controlFlowPlugin { _ = document.unregister(mentions, now: .zero) }
    _ = try document.registerControlFlow(direct: plugin, now: .zero)
    return document
  }

  @Test
  func `simple plug-ins are set up and cleaned up exactly once, in order`() {
    var document = transformDocument(MarkedText("text"))
    let a = document.register(NotingPlugin(name: "a", diary: diary), now: .zero).id
    let b = document.register(NotingPlugin(name: "b", diary: diary), now: .zero).id
    let c = document.register(NotingPlugin(name: "c", diary: diary), now: .zero).id
    #expect(diary.take() == ["a set up", "b set up", "c set up"])
    #expect(document.registeredPlugins.suffix(3) == [a, b, c])
    _ = document.type("x")
    _ = document.unregister(b, now: .zero)
    _ = document.unregister(b, now: .zero)
    #expect(diary.take() == ["b cleaned up"])
    _ = document.unregisterAllPlugins(now: .zero)
    _ = document.unregisterAllPlugins(now: .zero)
    #expect(diary.take() == ["a cleaned up", "c cleaned up"])
    #expect(document.registeredPlugins.isEmpty)
  }

  @Test
  func `the mentions machinery is the first control flow plug-in`() throws {
    var document = transformDocument(MarkedText("«Ada» "))
    let mentions = try #require(document.controlFlowPlugin)
    #expect(document.registeredPlugins == [mentions])
    #expect(document.type("@b").askedKeys == ["", "b"])
    #expect(document.isMakingMention)

    // Without it mentions move, and nothing is offered.
    _ = document.unregister(mentions, now: .zero)
    #expect(!document.isMakingMention)
    #expect(document.type(" @b").askedKeys == [])
    _ = document.send([TextReplacement(TextRange(at: .zero), "- ")])
    #expect(shown(document) == "- «Ada» @b @b")

    _ = try document.registerControlFlow(direct: MentionsPlugin(), now: .zero)
    #expect(document.type(" @c").askedKeys == ["", "c"])
  }

  @Test
  func `there is at most one control flow plug-in`() throws {
    var document = transformDocument(MarkedText("text"))
    let mentions = try #require(document.controlFlowPlugin)
    #expect(throws: PluginError.controlFlowTaken(by: mentions)) {
      try document.registerControlFlow(direct: NotingDirectPlugin(diary: diary), now: .zero)
    }
    #expect(throws: PluginError.controlFlowTaken(by: mentions)) {
      try document.registerControlFlow(layered: EmojiExpander(), now: .zero)
    }
    #expect(diary.take() == [], "a refused plug-in is not set up")
    _ = document.unregister(mentions, now: .zero)
    let own = try document.registerControlFlow(direct: NotingDirectPlugin(diary: diary), now: .zero).id
    #expect(document.controlFlowPlugin == own)
  }

  @Test
  func `a direct plug-in hears of edits, selections, requests and time before and after`() throws {
    var document = try document("«Ada» b", controlledBy: NotingDirectPlugin(diary: diary))
    #expect(diary.take() == ["set up"])
    _ = document.type("c")
    _ = document.moveCursor(to: TextOffset(2), selection: nil, now: .zero)
    _ = document.moveCursor(to: TextOffset(1), selection: nil, now: .zero)
    #expect(document.cursor == TextOffset(2), "a refused selection is not taken notice of")
    _ = document.requestCompletion(at: TextOffset(2), asked: .yes, now: .zero)
    _ = document.requestCompletion(at: TextOffset(1), asked: .yes, now: .zero)
    _ = document.tick(now: .zero)
    #expect(
      diary.take() == [
        "should change “”→“c”: true", "did change “”→“c”", "should select 2", "did select 2",
        "should select 1", "should complete at 2", "did request completion at 2", "should complete at 1",
        "time passed",
      ])
    #expect(shown(document) == "«Ada» bc")
  }

  @Test
  func `what a direct plug-in refuses is taken back with its mentions`() throws {
    var document = try document(
      "a «Ada» b", controlledBy: NotingDirectPlugin(diary: diary, refused: "Ada"))
    _ = diary.take()
    let report = document.send([TextReplacement(TextRange(TextOffset(2), TextOffset(5)), "")])
    #expect(shown(document) == "a  b")
    #expect(report.pluginEdits == [[TextReplacement(TextRange(at: TextOffset(2)), "Ada")]])
    #expect(document.obey(report).pluginEdits == [])
    #expect(shown(document) == "a «Ada» b")
    #expect(diary.take() == ["should change “Ada”→“”: false"], "its own edit is no question")
    // What comes first makes the editor refuse the edit: then the text is the user's.
    _ = document.send([TextReplacement(TextRange(TextOffset(2), TextOffset(5)), "")])
    _ = document.type("!")
    _ = document.send([TextReplacement(TextRange(at: TextOffset(2)), "Ada")])
    #expect(
      diary.take() == [
        "should change “Ada”→“”: false", "should change “”→“!”: true", "did change “”→“!”",
        "should change “”→“Ada”: false",
      ])
  }

  @Test
  func `a plug-in that unregisters itself is cleaned up once, after the call`() throws {
    var document = try document(
      "", controlledBy: NotingDirectPlugin(diary: diary, leavesWhenToldOf: "b"))
    _ = document.type("abc")
    #expect(
      diary.take() == [
        "set up", "should change “”→“a”: true", "did change “”→“a”", "should change “”→“b”: true",
        "did change “”→“b”", "still here", "cleaned up",
      ])
    #expect(document.controlFlowPlugin == nil)
    #expect(shown(document) == "abc")
  }

  @Test
  func `a host works with its plug-in, and a plug-in with its document`() {
    var document = transformDocument(MarkedText("Dear «Ada Lovelace», hello"))
    let id = document.register(WordCounter(), now: .zero).id
    #expect(document.withPlugin(id, as: WordCounter.self, now: .zero) { $0.count(in: $1) }?.result == 3)
    _ = document.type(" again, don’t wait")
    #expect(document.withPlugin(id, as: WordCounter.self, now: .zero) { $0.count(in: $1) }?.result == 6)
    #expect(
      document.withPlugin(id, as: WordCounter.self, now: .zero) { plugin, _ in plugin.grown }?.result == 3)
    #expect(document.withPlugin(id, as: NotingPlugin.self, now: .zero) { _, _ in 0 } == nil)
    _ = document.unregister(id, now: .zero)
    #expect(document.withPlugin(id, as: WordCounter.self, now: .zero) { $0.count(in: $1) } == nil)
  }

  @Test
  func `a plug-in by events changes the text, and does not hear of its own edit`() throws {
    var document = transformDocument(MarkedText("«Ada» says "))
    if let mentions = document.controlFlowPlugin { _ = document.unregister(mentions, now: .zero) }
    let id = try document.registerControlFlow(layered: EmojiExpander(), now: .zero).id
    let report = document.type(":smile:")
    #expect(report.pluginEdits.count == 1)
    #expect(document.obey(report).pluginEdits == [])
    #expect(shown(document) == "«Ada» says 😄")
    #expect(document.type(":nobody:").pluginEdits == [])
    let heard = document.withPlugin(id, as: EmojiExpander.self, now: .zero) { plugin, _ in plugin.heard }
    #expect(heard?.result == ":smile::nobody:".count)
  }

  @Test
  func `what a plug-in by events rejects is taken back, and its events go on`() throws {
    var document = transformDocument(MarkedText("ab"))
    if let mentions = document.controlFlowPlugin { _ = document.unregister(mentions, now: .zero) }
    _ = try document.registerControlFlow(layered: EmojiExpander(rejected: "\t"), now: .zero)
    let report = document.type("\t")
    #expect(report.pluginEdits == [[TextReplacement(TextRange(TextOffset(2), TextOffset(3)), "")]])
    #expect(document.obey(report).pluginEdits == [])
    #expect(shown(document) == "ab")
    #expect(document.obey(document.type(":tada:")).pluginEdits == [])
    #expect(shown(document) == "ab🎉")
  }
}
