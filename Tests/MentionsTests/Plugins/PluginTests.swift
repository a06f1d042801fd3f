import Mentions
import MentionsTestKit
import Testing
import TextEvents
import TextModel

/// Plug-ins of a document.
@Suite("Plug-ins")
struct PluginTests {
  private let diary = PluginDiary()

  private func document(_ marked: String, with plugin: some Plugin) throws -> MentionsDocument {
    var document = transformDocument(MarkedText(marked))
    _ = try document.register(plugin, now: .zero)
    return document
  }

  @Test
  func `plug-ins are set up and cleaned up exactly once, in order`() throws {
    var document = transformDocument(MarkedText("text"))
    let a = try document.register(NotingPlugin(name: "a", diary: diary), now: .zero).id
    let b = try document.register(NotingPlugin(name: "b", diary: diary), now: .zero).id
    let c = try document.register(NotingPlugin(name: "c", diary: diary), now: .zero).id
    #expect(diary.take() == ["a set up", "b set up", "c set up"])
    #expect(document.registeredPlugins == [a, b, c])
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
  func `mentions move and are made without any plug-in, and with one that decides nothing`() throws {
    for register in [false, true] {
      var document = transformDocument(MarkedText("«Ada» "))
      #expect(document.registeredPlugins.isEmpty)
      if register { _ = try document.register(NotingPlugin(name: "a", diary: diary), now: .zero) }
      #expect(document.type("@b").askedKeys == ["", "b"])
      #expect(document.isMakingMention)
      _ = document.send([TextReplacement(TextRange(at: .zero), "- ")])
      #expect(shown(document) == "- «Ada» @b")
    }
  }

  @Test
  func `at most one plug-in decides`() throws {
    var document = transformDocument(MarkedText("text"))
    let first = try document.register(EmojiExpander(rejected: "\t"), now: .zero).id
    #expect(throws: PluginError.otherDecides(first)) {
      try document.register(DecidingPlugin(diary: diary), now: .zero)
    }
    #expect(diary.take() == [], "a refused plug-in is not set up")
    _ = try document.register(EmojiExpander(), now: .zero)
    _ = document.unregister(first, now: .zero)
    let own = try document.register(DecidingPlugin(diary: diary), now: .zero).id
    #expect(document.decidingPlugin == own)
  }

  @Test
  func `a plug-in hears of edits, selections, requests and time before and after`() throws {
    var document = try document("«Ada» b", with: DecidingPlugin(diary: diary))
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
        "change “”→“c”: true", "did change “”→“c”", "select 2", "did select 2",
        "select 1", "complete at 2", "did request completion at 2", "complete at 1",
        "time passed",
      ])
    #expect(shown(document) == "«Ada» bc")
  }

  @Test
  func `a refused change is taken back with its mentions`() throws {
    var document = try document(
      "a «Ada» b", with: DecidingPlugin(diary: diary, refused: "Ada"))
    _ = diary.take()
    let report = document.send([TextReplacement(TextRange(TextOffset(2), TextOffset(5)), "")])
    #expect(shown(document) == "a  b")
    #expect(report.pluginEdits == [[TextReplacement(TextRange(at: TextOffset(2)), "Ada")]])
    #expect(document.obey(report).pluginEdits == [])
    #expect(shown(document) == "a «Ada» b")
    #expect(diary.take() == ["change “Ada”→“”: false"], "its own edit is no question")
    // What comes first makes the editor refuse the edit: then the text is the user's.
    _ = document.send([TextReplacement(TextRange(TextOffset(2), TextOffset(5)), "")])
    _ = document.type("!")
    _ = document.send([TextReplacement(TextRange(at: TextOffset(2)), "Ada")])
    #expect(
      diary.take() == [
        "change “Ada”→“”: false", "change “”→“!”: true", "did change “”→“!”",
        "change “”→“Ada”: false",
      ])
  }

  @Test
  func `a plug-in that unregisters itself is cleaned up once, after the call`() throws {
    var document = try document(
      "", with: DecidingPlugin(diary: diary, leavesWhenToldOf: "b"))
    _ = document.type("abc")
    #expect(
      diary.take() == [
        "set up", "change “”→“a”: true", "did change “”→“a”", "change “”→“b”: true",
        "did change “”→“b”", "still here", "cleaned up",
      ])
    #expect(document.decidingPlugin == nil)
    #expect(shown(document) == "abc")
  }

  @Test
  func `a host works with its plug-in, and a plug-in with its document`() throws {
    var document = transformDocument(MarkedText("Dear «Ada Lovelace», hello"))
    let id = try document.register(WordCounter(), now: .zero).id
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
    let id = try document.register(EmojiExpander(), now: .zero).id
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
    var document = try document("ab", with: EmojiExpander(rejected: "\t"))
    let report = document.type("\t")
    #expect(report.pluginEdits == [[TextReplacement(TextRange(TextOffset(2), TextOffset(3)), "")]])
    #expect(document.obey(report).pluginEdits == [])
    #expect(shown(document) == "ab")
    #expect(document.obey(document.type(":tada:")).pluginEdits == [])
    #expect(shown(document) == "ab🎉")
  }

  @Test
  func `a refused change ends the mention that is being made`() throws {
    var document = try document("", with: DecidingPlugin(diary: diary, refused: "x"))
    _ = document.type("@a")
    #expect(document.isMakingMention)
    let report = document.type("x")
    #expect(!document.isMakingMention)
    _ = document.obey(report)
    #expect(shown(document) == "@a")
    #expect(document.type(" @b").askedKeys == ["", "b"])
  }

  @Test
  func `every plug-in hears events, but not of the edits of another one`() throws {
    var document = transformDocument(MarkedText(""))
    let observer = try document.register(EventCounter(), now: .zero).id
    _ = try document.register(EmojiExpander(rejected: "\t"), now: .zero)
    let heard = { (document: inout MentionsDocument) in
      document.withPlugin(observer, as: EventCounter.self, now: .zero) { plugin, _ in plugin.heard }?.result
    }
    _ = document.obey(document.type(":tada:"))
    #expect(shown(document) == "🎉")
    #expect(heard(&document) == 6)
    _ = document.obey(document.type("\t"))
    #expect(shown(document) == "🎉")
    #expect(heard(&document) == 7, "the tab has been typed")
    _ = document.type("a")
    #expect(heard(&document) == 8)
  }

  @Test
  func `a plug-in that refuses an edit leaves nothing of it to the events of another one`() throws {
    var document = transformDocument(MarkedText(""))
    let observer = try document.register(EventCounter(), now: .zero).id
    _ = try document.register(DecidingPlugin(diary: diary, refused: "x"), now: .zero)
    _ = document.obey(document.type("x"))
    _ = document.type("a")
    let heard = document.withPlugin(observer, as: EventCounter.self, now: .zero) { plugin, _ in plugin.heard }
    #expect(heard?.result == 1)
  }
}
