import Mentions
import TextModel

/// Writes a smiley for `:)` while the user types.
struct Smileys: Plugin {
  private(set) var isOn = true

  mutating func didChange(
    _ change: Change, in document: inout MentionsDocument, now: Instant
  ) -> DocumentReport {
    guard isOn, let end = change.end, end.utf8 >= 2,
      document.text.buffer.holds(Array(":)".utf8), at: end - 2),
      let plan = try? document.plan(edits: [TextReplacement(TextRange(end - 2, end), "☺")], sparing: true)
    else { return DocumentReport() }
    return document.requestChange(plan)
  }

  mutating func toggle() { isOn.toggle() }
}

/// A menu of the plug-ins of a document.
struct PluginMenu {
  let smileys: PluginID

  /// One line for each plug-in.
  func lines(for document: MentionsDocument) -> [String] {
    document.registeredPlugins.map { id in
      let name = id == smileys ? "Smileys" : "Other"
      return id == document.decidingPlugin ? name + " (decides)" : name
    }
  }

  /// Switches smileys on or off; nil where the document has none.
  func toggleSmileys(in document: inout MentionsDocument, now: Instant) -> Bool? {
    document.withPlugin(smileys, as: Smileys.self, now: now) { plugin, _ in
      plugin.toggle()
      return plugin.isOn
    }?.result
  }
}
