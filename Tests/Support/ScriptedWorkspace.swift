// The static runtime has no testing library: there, only what the fuzzer needs of this module is built.
#if canImport(Testing)
import Entities
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
      var file = RereadFile(path: path, realPath: realPath, found, in: indexed, scan.encoding)
      file.isForReading = LanguageID.isForReading(LanguageID.ofFile(path, beginning: text.utf8))
      return file
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
      text: Array(text.utf8), languageID: "markdown", policy: scan.rules.policy(of: rules))
    let found = document.everyKnownMention { trigger in
      scan.rules.known(trigger, in: rules) { EntityFieldIndex($0, of: $1) }
    }
    return (found, document.text)
  }
}
#endif
