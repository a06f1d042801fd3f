import EntitySources
import JSONText
import LanguageProtocol
import Mentions
import TextEvents
import TextModel

/// When the programs of plug-ins (`"plugins"` in the settings) start and end, and which documents they work on.
extension Session {
  /// New settings name the plug-ins. Returns what those that are gone have not decided.
  func applyPlugins() -> [PluginQuestions.Question] {
    var open: [PluginQuestions.Question] = []
    for entry in plugins.configure(settings.all.flatMap(\.plugins)) {
      retire(entry)
      open += plugins.end(entry.key)
    }
    setUpPlugins()
    return open
  }

  /// Starts the plug-ins that a document wants, and tells each of the documents that it is to work on.
  func setUpPlugins() {
    for entry in plugins.entries where !entry.isUnregistered {
      let wanted = openKeys.filter { key in
        documents[key].map { settings[$0.uri].plugins.contains(entry.specification) } ?? false
      }
      for key in openKeys where entry.documents.contains(key) && !wanted.contains(key) {
        cleanUp(entry, in: key)
      }
      guard !wanted.isEmpty else { continue }
      if !entry.isRunning {
        perform(.startPlugin(entry.specification, key: entry.key, start: plugins.begin(entry.key, now: now)))
      }
      for key in wanted where !entry.documents.contains(key) { setUp(entry, in: key) }
    }
    wakeForPlugins()
  }

  private func setUp(_ entry: PluginPrograms.Entry, in key: DocumentURI) {
    guard let document = documents[key] else { return }
    if document.textEvents == nil { document.textEvents = AbstractionLayer(policy: .standard) }
    plugins.update(entry.key) { $0.documents.insert(key) }
    let buffer = document.mentions.text.buffer
    var shown: JSONObject = [
      "uri": .string(document.uri.text), "languageId": .string(document.languageID),
      "version": .integer(document.version),
    ]
    if buffer.count <= plugins.policy.longestText { shown["text"] = .string(buffer.string(in: buffer.range)) }
    tell(
      entry,
      [
        "event": "setUp", "document": .object(shown),
        "positionEncoding": .string(positions.encoding.rawValue),
      ])
  }

  private func cleanUp(_ entry: PluginPrograms.Entry, in key: DocumentURI) {
    plugins.update(entry.key) {
      $0.documents.remove(key)
      $0.formerDocuments.insert(key)
    }
    tell(entry, ["event": "cleanUp", "document": ["uri": .string((documents[key]?.uri ?? key).text)]])
  }

  /// A document will be closed.
  func closePlugins(in key: DocumentURI) {
    for entry in plugins.entries where entry.documents.contains(key) { cleanUp(entry, in: key) }
    plugins.forget(key)
  }

  /// The server will end.
  func endPlugins() {
    for entry in plugins.entries where entry.isRunning {
      retire(entry)
      plugins.update(entry.key) { $0.isUnregistered = true }
      _ = plugins.end(entry.key)
    }
  }

  /// Ends a program that runs, once it has cleaned up.
  func retire(_ entry: PluginPrograms.Entry) {
    guard entry.isRunning else { return }
    for key in openKeys where entry.documents.contains(key) { cleanUp(entry, in: key) }
    perform(.stopPlugin(key: entry.key))
  }

  func wakeForPlugins() { if let due = plugins.nextDue { perform(.wake(at: due)) } }

  // MARK: Telling

  func tell(_ entry: PluginPrograms.Entry, _ message: JSONObject) {
    perform(.tellPlugin(key: entry.key, JSONWriter.bytes(of: JSONValue.object(message)) + [0x0A]))
  }
}
