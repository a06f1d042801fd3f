import Entities
import EntitySources
import LanguageProtocol
import Mentions
import MentionsServer
import SystemCalls
import TextModel

/// Reads the mentions of many files at the same time.
package struct MentionScan: Sendable {
  /// One file, once it was read.
  package struct FileResult: Sendable {
    package let file: NamedFile
    /// In order.
    package let mentions: [FileMention]
    /// Why it was not read, in words; nil: it was, or is none of those that are read.
    package let problem: String?

    package init(file: NamedFile, mentions: [FileMention], problem: String?) {
      (self.file, self.mentions, self.problem) = (file, mentions, problem)
    }
  }

  package let people: KnownPeople
  /// What is told of mentions, and how.
  package let diagnostics: DiagnosticSettings
  private let settings: ServerSettings
  /// The workspace folder.
  private let root: FolderPath?
  private let rootPath: String
  /// What all files are written in; nil: what their names say.
  private let language: String?
  private let kept: KeptMentionFiles
  private let environment: [String: String]

  /// Reads the sources. Blocks.
  ///
  /// - Parameters:
  ///   - settings: whose sources know who can be meant.
  ///   - root: an absolute path, where globs of the settings begin.
  ///   - language: an LSP identifier that holds for all files; nil: what their names say.
  ///   - severities: of single kinds of findings, whatever the settings say.
  package init(
    _ settings: ServerSettings, root: String, language: String? = nil,
    severities: [MentionFinding.Kind: ReportedSeverity] = [:]
  ) {
    people = KnownPeople(settings)
    self.settings = settings
    self.root = FolderPath(root, home: nil)
    rootPath = root
    self.language = language
    diagnostics = settings.diagnostics.withoutEditor(severities)
    environment = Platform.environment()
    kept = KeptMentionFiles(
      folders: StorePlace.folders([settings.annotationStore], roots: [root], environment: environment))
  }

  /// The path of a file in the workspace folder; its own where it does not lie in it.
  package func place(of file: NamedFile) -> String {
    root.flatMap { FolderPath(file.path, home: nil)?.relative(to: $0) } ?? file.path
  }

  /// Reads files on all cores. In their order, whatever the cores did.
  package func read(_ files: [NamedFile], on executor: some ParallelExecutor = ThreadExecutor())
    -> [FileResult]
  {
    let size = 16
    let parts = executor.map((files.count + size - 1) / size) { part in
      files[(part * size)..<min(files.count, (part + 1) * size)].map(read)
    }
    return parts.flatMap(\.self)
  }

  private func read(_ file: NamedFile) -> FileResult {
    switch TextFileRule.read(file.path) {
    case .text(let bytes):
      return FileResult(file: file, mentions: mentions(in: bytes, of: file), problem: nil)
    // What was found in a folder need not be text.
    case .binary: return none(file, file.isNamed ? "is not UTF-8 text" : nil)
    case .tooLong:
      return none(file, file.isNamed ? "is longer than \(TextFileRule.sizeLimit >> 20) MiB" : nil)
    case .unreadable(let reason):
      // Git names files that have been removed from the working tree.
      let isGone = !file.isNamed && Platform.kind(of: file.path) == nil
      return none(file, isGone ? nil : "cannot be read: \(reason)")
    }
  }

  private func none(_ file: NamedFile, _ problem: String?) -> FileResult {
    FileResult(file: file, mentions: [], problem: problem.map { "\(file.shown) \($0)" })
  }

  /// The mentions of a text that need not be in a file.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8.
  ///   - file: what it is called, which says what policy and language it is read by.
  package func mentions(in bytes: [UInt8], of file: NamedFile) -> [FileMention] {
    let policy = settings.policy.placed(at: file.path, in: root)
    let languageID = language ?? LanguageID.ofFile(file.path) ?? ""
    let scanner = MentionScanner(policy: policy, languageID: languageID)
    let kept = file.isInput ? nil : kept.file(store(of: file.path))
    guard kept != nil || scanner.mayFind(in: bytes) else { return [] }
    var document = MentionsDocument(plainText: bytes, languageID: languageID, policy: policy)
    if let kept { document.restore(kept) }
    let text = document.text
    let rules = diagnostics.rules(for: file.path, in: root)
    let everybody = people.known(nil)
    // Nothing but annotations is told here: the rest is not followed.
    let found = document.findings(rules) { everybody?.current($0) }
    let ofAnnotations = Dictionary(found.map { ($0.range, $0) }) { first, _ in first }
    var cursor = PositionCursor(.utf32)
    return document.everyScannedMention(known: people.known).map { mention in
      let written = text.buffer.string(in: mention.range)
      let finding =
        document.annotations.indices(in: mention.range).isEmpty
        ? rules.finding(of: mention, written: written) { scanner.written($0, instead: mention, in: text) }
        : ofAnnotations[mention.range]
      return FileMention(mention, in: text, &cursor, finding: finding)
    }
  }

  /// Where mentions of a file are kept that its text does not tell.
  private func store(of path: String) -> StorePlace {
    StorePlace(
      of: DocumentURI(filePath: path), in: settings.annotationStore, roots: [rootPath],
      environment: environment)
  }
}
