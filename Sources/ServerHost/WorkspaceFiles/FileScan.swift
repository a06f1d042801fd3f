import Entities
import EntitySources
import JSONText
import Mentions
import MentionsServer
import Synchronization
import SystemCalls
import TextModel

/// Finds the mentions in single files. An instance can be shared between threads, each of which has its own readers.
final class FileScan: Sendable {
  typealias Readers = FileReaders<ScanRules.File>

  private let scan: WorkspaceScan
  private let indexes = Mutex(FieldIndexes())
  private let lookups = LookupMemory<KnownPlace>()
  private let kept: KeptMentionFiles
  /// The workspace folders as named; ``realRoots`` are those folders with links resolved.
  private let roots: [FolderPath]
  private let realRoots: [FolderPath]

  /// Identifies the known entities of a trigger, or of mentions without one, in a workspace folder.
  private struct KnownPlace: Hashable {
    var folder: Int
    var trigger: Int?
  }

  /// Lists the folders with stored mentions.
  init(_ scan: WorkspaceScan) {
    self.scan = scan
    kept = KeptMentionFiles(folders: scan.rules.keptFolders)
    roots = scan.rules.roots.compactMap { FolderPath($0, home: nil) }
    realRoots = scan.rules.roots.compactMap { FolderPath(Platform.realPath($0) ?? $0, home: nil) }
  }

  /// The result of reading a file.
  enum Outcome {
    /// The file was read.
    ///
    /// - Parameters:
    ///   - mark: the mark of the file; see ``FileMark``.
    ///   - isBarren: whether the file cannot contain mentions, regardless of the known entities.
    case read(FileMentions, mark: UInt64, isBarren: Bool)
    /// The known result is still valid.
    case unchanged
    case missing
    case unreadable
  }

  /// Reads a file.
  ///
  /// - Parameter known: the mark of the file when an earlier result was determined; that result remains valid as long
  ///   as the mark is the same. Nil if there is no such result.
  func outcome(of path: String, known: UInt64?, _ readers: inout Readers) -> Outcome {
    let place = kept.file(scan.rules.kept(path))
    let keptStamp = place.flatMap { Platform.stamp($0.path) }
    if let known {
      guard let stamp = Platform.stamp(path) else { return .missing }
      if known == FileMark.of(stamp, kept: keptStamp) { return .unchanged }
    }
    let (contents, stamp) = TextFileRule.readStamped(path)
    // A file that changes while it is read gets no mark, because the mark would hide later changes.
    let mark = stamp.map { FileMark.lasting($0, kept: keptStamp) } ?? FileMark.none
    switch contents {
    case .unreadable: return Platform.stamp(path) == nil ? .missing : .unreadable
    case .binary, .tooLong: return .read(FileMentions(path: path), mark: mark, isBarren: true)
    case .text(let bytes):
      let text = ReadableText(bytes, of: path)
      let rules = scan.rules.file(path)
      let reader = readers.reader(rules, text.language) { scan.rules.policy(of: rules) }
      // Most texts contain nothing that could begin a mention.
      if place == nil, !reader.mayFind(in: text.bytes) {
        return .read(FileMentions(path: path), mark: mark, isBarren: true)
      }
      return .read(
        mentions(in: text, of: path, rules, reader, kept: place), mark: mark, isBarren: false)
    }
  }

  /// Checks a file for which a result is known.
  ///
  /// - Returns: the current mentions, if the file may have changed since the known result; otherwise nil. A missing or
  ///   unreadable file has no mentions.
  func recheck(_ path: String, _ stored: StoredIndex, _ readers: inout Readers) -> RereadFile? {
    switch outcome(of: path, known: stored.file(path).map { stored.mark(ofFile: $0) }, &readers) {
    case .unchanged: nil
    case .read(let mentions, _, _): RereadFile(mentions: mentions)
    case .missing, .unreadable: RereadFile(mentions: FileMentions(path: path))
    }
  }

  /// Reads a file that will be edited.
  func reread(_ path: String) -> RereadFile {
    let realPath = Platform.realPath(path)
    func faulty(_ fault: String?) -> RereadFile {
      RereadFile(mentions: FileMentions(path: path), fault: fault, realPath: realPath)
    }
    let stamp = Platform.stamp(path)
    // An open document may not have a file yet.
    let isLocked = stamp != nil && !Platform.isWritable(path)
    let fault =
      leadsOut(path, realPath)
      ? "a symbolic link in its path leads out of the workspace"
      : isLocked ? "the file cannot be written" : nil
    if fault != nil || scan.unread.contains(path) { return faulty(fault) }
    switch TextFileRule.read(path) {
    case .text(let bytes):
      guard stamp == Platform.stamp(path) else { return faulty("the file is being changed") }
      let readable = ReadableText(bytes, of: path)
      let rules = scan.rules.file(path)
      let reader = FileReader(policy: scan.rules.policy(of: rules), languageID: readable.language)
      let (found, text) = found(in: readable, rules, reader, kept: kept.file(scan.rules.kept(path)))
      var file = RereadFile(path: path, realPath: realPath, found, in: text, scan.encoding)
      file.isForReading = LanguageID.isForReading(readable.fileLanguage)
      return file
    case .unreadable(let why): return faulty(why)
    case .binary, .tooLong: return faulty("the file is now too long, or no longer text")
    }
  }

  /// Whether a path in the workspace leads to a file elsewhere, or is a broken link. For a file that does not exist
  /// yet, its folder is resolved.
  private func leadsOut(_ path: String, _ realPath: String?) -> Bool {
    func lies(_ path: String, in folders: [FolderPath]) -> Bool {
      FolderPath(path, home: nil).map { file in folders.contains { file.relative(to: $0) != nil } } ?? false
    }
    guard lies(path, in: roots) else { return false }
    if Platform.isLink(path), realPath == nil { return true }
    var (real, above) = (realPath, path[...])
    while real == nil, let slash = above.lastIndex(of: "/"), slash > above.startIndex {
      above = above[..<slash]
      real = Platform.realPath(String(above))
    }
    return real.map { !lies($0, in: realRoots) } ?? false
  }

  private func mentions(
    in readable: ReadableText, of path: String, _ rules: ScanRules.File, _ reader: FileReader,
    kept: KeptMentionFiles.File?
  ) -> FileMentions {
    let (found, text) = found(in: readable, rules, reader, kept: kept)
    return FileMentions(path: path, found, in: text, scan.encoding)
  }

  private func found(
    in readable: ReadableText, _ rules: ScanRules.File, _ reader: FileReader, kept: KeptMentionFiles.File?
  ) -> ([FoundMention], IndexedText) {
    func known(_ trigger: Int?) -> MentionReader.Known? {
      let known = scan.rules.known(trigger, in: rules) { field, catalog in
        self.indexes.withLock { $0.index(field, of: catalog) }
      }
      return known.map {
        lookups.remembering($0, at: KnownPlace(folder: rules.folder, trigger: trigger))
      }
    }
    if let kept {
      let document = reader.document(readable.bytes, kept)
      return (document.everyKnownMention(known: known), document.text)
    }
    let text = IndexedText(readable.bytes)
    return (reader.mentions.everyKnownMention(in: text, known: known), text)
  }
}

// MARK: - Readers

/// Reads texts with one policy and language. This is a class, because copying a policy takes longer than reading a
/// short text.
final class FileReader {
  let mentions: MentionReader
  private let policy: MentionsPolicy
  private let languageID: String

  init(policy: MentionsPolicy, languageID: String) {
    (self.policy, self.languageID) = (policy, languageID)
    mentions = MentionReader(policy: policy, languageID: languageID)
  }

  /// Whether a text can contain mentions.
  func mayFind(in bytes: [UInt8]) -> Bool { mentions.mayFind(in: bytes) }

  /// A document with the given text, in which the mentions that are stored for it have been restored. Blocks.
  func document(_ text: [UInt8], _ kept: KeptMentionFiles.File) -> MentionsDocument {
    var document = MentionsDocument(text: text, languageID: languageID, policy: policy)
    document.restore(kept)
    return document
  }
}

/// The readers that one thread uses. They are reused, because creating a reader takes longer than reading most files.
struct FileReaders<Rules: Hashable> {
  private struct Key: Hashable {
    var rules: Rules
    var languageID: String
  }

  private var readers: [Key: FileReader] = [:]
  /// The reader of the previous file, which is tried first, because most files in a folder are alike.
  private var last: (key: Key, reader: FileReader)?

  /// - Parameters:
  ///   - rules: a value that identifies the policy: files with equal values have the same policy.
  ///   - languageID: the language of the text.
  ///   - policy: creates the policy; called only if there is no reader for it yet.
  mutating func reader(
    _ rules: Rules, _ languageID: String, policy: () -> MentionsPolicy
  ) -> FileReader {
    let key = Key(rules: rules, languageID: languageID)
    if let last, last.key == key { return last.reader }
    let reader = readers[key] ?? FileReader(policy: policy(), languageID: languageID)
    readers[key] = reader
    last = (key, reader)
    return reader
  }
}

/// A cache of recent look-ups of entities, since the files of a folder often mention the same people, and code often
/// has the same words after an `@`. An instance can be shared between threads.
///
/// `Place` identifies the entities that are searched.
final class LookupMemory<Place: Hashable & Sendable>: Sendable {
  private struct Question: Hashable {
    var place: Place
    /// The field to search; nil for a look-up by alias.
    var field: FormatField?
    /// The bytes of the text, because texts that are equal as strings may consist of different bytes.
    var value: [UInt8]
  }

  private let answers = Mutex<[Question: [Entity]]>([:])
  /// The maximum number of stored answers. Once it is reached, all answers are removed before the next is stored.
  private static var limit: Int { 10_000 }

  /// Returns the known entities with look-ups that use this cache.
  func remembering(_ known: MentionReader.Known, at place: Place) -> MentionReader.Known {
    var remembered = known
    remembered.lookup = { field, value in
      self.answer(Question(place: place, field: field, value: Array(value.utf8))) {
        known.lookup(field, value)
      }
    }
    remembered.aliases = { alias in
      self.answer(Question(place: place, field: nil, value: Array(alias.utf8))) {
        known.aliases(alias)
      }
    }
    return remembered
  }

  private func answer(_ question: Question, _ found: () -> [Entity]) -> [Entity] {
    if let known = answers.withLock({ $0[question] }) { return known }
    let answer = found()
    answers.withLock { answers in
      if answers.count == Self.limit { answers = [:] }
      answers[question] = answer
    }
    return answer
  }
}

// MARK: - Text

/// The text of a closed file in which mentions are found: the text as editors show it; for a notebook, only its
/// Markdown cells.
struct ReadableText {
  /// The text in UTF-8. Its lines and columns are those of the file.
  let bytes: [UInt8]
  /// The language that an editor would assign to the file.
  let fileLanguage: String?
  /// The language in which `bytes` is read.
  let language: String

  /// - Parameters:
  ///   - bytes: UTF-8, including the byte order mark, if any.
  ///   - path: the path of the file, whose name determines its language.
  ///   - language: overrides the language determined by the name.
  init(_ bytes: [UInt8], of path: String, language: String? = nil) {
    let shown = TextFileRule.shown(bytes)
    fileLanguage = language ?? LanguageID.ofFile(path, beginning: shown)
    if fileLanguage == "notebook" {
      (self.bytes, self.language) = (Notebook.markdown(in: shown), "markdown")
    } else {
      (self.bytes, self.language) = (shown, fileLanguage ?? "")
    }
  }
}

/// A Jupyter notebook (nbformat 4): JSON with cells, whose source is a string, or an array with one string per line.
enum Notebook {
  /// The text with spaces in place of everything outside of Markdown cells, so that lines and columns are unchanged. If
  /// the text is not a notebook, all of it is replaced.
  static func markdown(in bytes: [UInt8]) -> [UInt8] {
    var text = bytes.map { $0 == 0x0A || $0 == 0x0D ? $0 : 0x20 }
    var reader = JSONReader(bytes)
    for string in (try? strings(&reader)) ?? [] {
      var at = string.lowerBound
      while at < string.upperBound {
        // Skips escapes: ASCII names and handles contain no escaped characters.
        if bytes[at] == UInt8(ascii: "\\") {
          at += bytes[at + 1] == UInt8(ascii: "u") ? 6 : 2
        } else {
          text[at] = bytes[at]
          at += 1
        }
      }
    }
    return text
  }

  /// The ranges of the contents of the strings in all Markdown cells, in order.
  private static func strings(_ reader: inout JSONReader) throws(JSONError) -> [Range<Int>] {
    var strings: [Range<Int>] = []
    try reader.beginObject()
    while let name = try reader.nextName() {
      guard name.text == "cells" else { continue }
      try reader.beginArray()
      while try reader.nextElement() { strings += try cell(&reader) }
    }
    return strings
  }

  private static func cell(_ reader: inout JSONReader) throws(JSONError) -> [Range<Int>] {
    var isMarkdown = false
    var source: [Range<Int>] = []
    try reader.beginObject()
    while let name = try reader.nextName() {
      switch name {
      case "cell_type": isMarkdown = try reader.read(String.self) == "markdown"
      case "source" where try reader.peekKind() == .array:
        try reader.beginArray()
        while try reader.nextElement() { source.append(try string(&reader)) }
      case "source": source.append(try string(&reader))
      default: break
      }
    }
    return isMarkdown ? source : []
  }

  /// The range of the next string without its quotation marks.
  private static func string(_ reader: inout JSONReader) throws(JSONError) -> Range<Int> {
    guard try reader.peekKind() == .string else { throw reader.mismatch(.string) }
    let start = reader.offset + 1
    try reader.skip()
    return start..<reader.offset - 1
  }
}
