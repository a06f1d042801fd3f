// The static runtime has no testing library: there, only what the fuzzer needs of this module is built.
#if canImport(Testing)
import Entities
import JSONText
import LanguageProtocol
import Mentions
import MentionsServer
import TextModel

/// The text files of a workspace, and a host that looks through them.
struct ScriptedWorkspace {
  /// By path; an empty text: there is no such file.
  var texts: [String: String] = [:]
  /// Why files cannot be edited, by path.
  var refused: [String: String] = [:]
  /// Symbolic links, and the files that they lead to.
  var links: [String: String] = [:]
  /// How many files there are that are not looked at.
  var tooMany = 0
  /// The one that was asked for last.
  var scan: WorkspaceScan?
  /// The texts as an earlier server found them.
  var earlier: [String: String] = [:]

  /// What an earlier server found.
  func stored(for scan: WorkspaceScan) -> StoredIndex? {
    let files = earlier.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { path in
      StoredIndexBuilder.File.read(
        mentions(in: earlier[path] ?? "", of: path, by: scan), mark: 1, isBarren: false)
    }
    return StoredIndex(StoredIndexBuilder.bytes(rules: "", people: "", files))
  }

  /// What a scan finds in all the files that it asks for.
  func report(of scan: WorkspaceScan, isLast: Bool) -> ScanReport {
    let names = Array(texts.keys) + Array(links.keys)
    let paths = names.sorted().filter { path in
      scan.only.map { $0.contains { path == $0 || path.hasPrefix($0 + "/") } } ?? true
    }
    var report = ScanReport(done: paths.count, total: texts.count)
    report.gone = (scan.only ?? earlier.keys.sorted()).filter { text(of: $0).isEmpty }
    for path in paths where !text(of: path).isEmpty {
      report.files.append(mentions(in: text(of: path), of: path, by: scan))
    }
    if isLast { report.summary = ScanSummary(files: texts.count, tooMany: tooMany) }
    return report
  }

  private func text(of path: String) -> String { texts[links[path] ?? path] ?? "" }

  /// The files that are to be edited, or are not what an earlier server found.
  func reread(_ scan: WorkspaceScan) -> [RereadFile] {
    if scan.stored != nil {
      return (scan.only ?? []).filter { texts[$0] != earlier[$0] }.map {
        RereadFile(mentions: mentions(in: texts[$0] ?? "", of: $0, by: scan))
      }
    }
    return (scan.only ?? []).map { path in
      let realPath = links[path] ?? path
      if scan.unread.contains(path) {
        return RereadFile(
          mentions: FileMentions(path: path), fault: refused[realPath], realPath: realPath)
      }
      guard let text = texts[realPath], !text.isEmpty, refused[realPath] == nil else {
        return RereadFile(
          mentions: FileMentions(path: path), fault: refused[realPath] ?? "there is no such file")
      }
      let (found, indexed) = found(in: text, of: path, by: scan)
      return RereadFile(path: path, realPath: realPath, found, in: indexed, scan.encoding)
    }
  }

  private func mentions(in text: String, of path: String, by scan: WorkspaceScan) -> FileMentions {
    let (found, text) = found(in: text, of: path, by: scan)
    return FileMentions(path: path, found, in: text, scan.encoding)
  }

  private func found(
    in text: String, of path: String, by scan: WorkspaceScan
  ) -> ([FoundMention], IndexedText) {
    let rules = scan.rules.file(path)
    let document = MentionsDocument(
      text: Array(text.utf8), languageID: "markdown", policy: rules.policy)
    let found = document.everyMention { trigger in
      scan.rules.known(trigger, in: rules) { EntityFieldIndex($0, of: $1) }
    }
    return (found, document.text)
  }
}

/// A document of one line whose end is typed at. Columns are UTF-16, as without negotiation.
struct ScriptedLine {
  private static let uri = DocumentURI("file:///d")
  private var text = ""
  private var version = 0

  mutating func open(languageID: String, text: String) -> RPCMessage {
    self.text = text
    version = 1
    return .notification(
      method: .didOpen,
      params: RPCPayload(
        DidOpenTextDocumentParams(
          textDocument: TextDocumentItem(
            uri: Self.uri, languageId: languageID, version: version, text: Array(text.utf8)))))
  }

  mutating func type(_ character: Character) -> RPCMessage {
    let end = end
    let isBackspace = character == "⌫"
    if isBackspace { text.removeLast() } else { text.append(character) }
    version += 1
    let change = TextDocumentContentChangeEvent(
      range: Range(start: isBackspace ? self.end : end, end: end),
      text: isBackspace ? [] : Array(String(character).utf8))
    return .notification(
      method: .didChange,
      params: RPCPayload(
        DidChangeTextDocumentParams(
          textDocument: VersionedTextDocumentIdentifier(uri: Self.uri, version: version),
          contentChanges: [change])))
  }

  func complete(id: RPCID) -> RPCMessage {
    .request(
      id: id, method: .completion,
      params: RPCPayload(
        CompletionParams(textDocument: TextDocumentIdentifier(uri: Self.uri), position: end)))
  }

  private var end: Position { Position(line: 0, character: text.utf16.count) }
}
#endif
