import Entities
import EntitySources
import JSONText
import LanguageProtocol
import SessionSimulation
import Testing

@testable import ScriptedEditing

/// Editors that come one after the other, each with a server of its own, on one virtual disk.
final class Keeping {
  var store = VirtualStore()
  var options = EditorOptions()
  /// By the source's name.
  var sources: [String: LoadedSource] = [:]
  var files: [String: String] = [:]
  private(set) var log: [String] = []
  private(set) var shown: [String] = []

  init(_ settings: JSONValue = ["demo": true]) { options.initializationOptions = settings }

  /// A server's life. Documents still open at its end are closed first.
  func session(_ script: (ScriptedEditor) throws(EditorError) -> Void) {
    let transport = SessionTransport(files: files, sources: sources, store: store)
    do {
      let editor = ScriptedEditor(transport, options)
      try editor.start()
      try script(editor)
      shown += editor.readMessages()
      try editor.closeAll()
      try editor.finish()
    } catch {
      Issue.record("\(error)")
    }
    store = transport.store
    log += transport.log
  }
}

extension ScriptedEditor {
  func closeAll() throws(EditorError) {
    while buffer != nil || !others.isEmpty {
      if buffer == nil, let other = others.last { try show(other.uri.text) }
      try close()
    }
  }

  /// The text with its mentions, `|` at the cursor.
  func expect(
    _ marked: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws(EditorError) {
    let shown = try annotatedText()
    #expect(shown.utf8.elementsEqual(marked.utf8), "\(shown)", sourceLocation: sourceLocation)
  }

  func accept(typing key: String, _ label: String) throws(EditorError) {
    try type(key)
    try accept(label)
  }
}
