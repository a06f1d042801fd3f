import LanguageProtocol
import Mentions
import TextModel

/// `textDocument/didOpen`, `didChange`, `didSave`, `didClose`.
extension Session {
  func didOpen(_ params: DidOpenTextDocumentParams) {
    let item = params.textDocument
    let key = item.uri
    let readsSettings = adoptRoot(of: item.uri)
    // A client that opens twice has lost its memory; what it says now holds.
    if documents[key] != nil { close(key) }
    let mentions = MentionsDocument(
      text: item.text, languageID: item.languageId,
      policy: policy(for: item.uri))
    let document = OpenDocument(
      uri: item.uri, languageID: item.languageId, number: nextDocumentNumber(), version: item.version,
      mentions: mentions)
    readTextEvents(in: document)
    open(document, as: key)
    document.mentions.setScanning(settings[key].diagnostics.findsAny)
    findingsMayDiffer(in: key)
    stepKeeping(.opened(key))
    setUpNearness(of: key)
    // What is started now would be started anew with the settings that are read.
    if !readsSettings { setUpPlugins() }
    for make in options.plugins {
      update(key) { $0.register(make(item.languageId), now: now).report }
    }
  }

  func didChange(_ params: DidChangeTextDocumentParams) {
    let key = params.textDocument.uri
    let positions = positions
    kept.noteChange(of: key)
    let changed = withDocument(key) { document in
      document.changed = now
      let before = document.version
      document.mentions.beginChanges()
      for change in params.contentChanges {
        if let range = change.range {
          let place = positions.range(range, in: document.mentions.text)
          document.mentions.splice(TextReplacement(range: place, replacement: change.text))
        } else {
          document.mentions.replaceAll(with: change.text)
        }
      }
      document.version = params.textDocument.version
      let change = document.textEvents == nil ? nil : document.mentions.pendingChange
      return (document, before, report: document.mentions.finishChanges(now: now), change)
    }
    guard let (document, before, report, change) = changed else {
      return log(.warning, "didChange for a document that is not open")
    }
    noteEdited(document)
    notePluginChange(change, after: before, in: key) { take(report, of: document, key) }
    askWhoIsNear(key)
    if let change { tellTextEvents(change, report, in: key) }
  }

  func didSave(_ params: DidSaveTextDocumentParams) {
    stepKeeping(.saved(params.textDocument.uri))
    noteFiles([params.textDocument.uri])
    documents[params.textDocument.uri]?.nearness?.noteHistory()
    // Settings and people files are often edited in the same editor.
    if !client.watchesFiles { perform(.checkFiles(settings.paths + sources.watched.map(\.path))) }
    lookAtRepositories()
  }

  func didClose(_ params: DidCloseTextDocumentParams) {
    let key = params.textDocument.uri
    guard documents[key] != nil else { return log(.warning, "didClose for a document that is not open") }
    close(key)
  }

  private func close(_ key: DocumentURI) {
    finishTextEvents(in: key)
    closePlugins(in: key)
    indexClosing(key)
    keepClosing(key)
    if let queryID = documents[key]?.searching?.queryID { retract(queryID, in: key) }
    withdrawDiagnostics(of: key)
    cleanUpPlugins(of: key)
    forget(key)
  }

  /// A document will not be heard of again: nobody is left to do what its plug-ins still want.
  func cleanUpPlugins(of key: DocumentURI) {
    _ = documents[key]?.mentions.unregisterAllPlugins(now: now)
  }
}
