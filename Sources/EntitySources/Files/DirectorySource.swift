import Entities
import JSONText
import SystemCalls

/// A directory (`"type": "directory"`) of notes (one Markdown file per entity, with the fields in its front matter) and
/// of vCards, as khard and vdirsyncer store them. Subdirectories are read too, except hidden ones.
///
/// The name of a note is `name` or `title` in the front matter, else the file name. Both `aliases` and `alias` are
/// read. If a note has no id, handle or e-mail address, its id is its path under the directory without the extension,
/// because two notes may have the same name. The default kind is `document`.
package struct DirectorySource: LoadableSource {
  package let name: String
  package let path: String
  /// The path shown in messages.
  package let shownPath: String
  package let reach: FileReach

  /// The maximum depth of subdirectories, and the maximum number of files.
  private static let deepest = 16
  private static let mostFiles = 100_000

  package init(name: String, path: String, shownPath: String? = nil, reach: FileReach = .anywhere) {
    self.name = name
    self.path = path
    self.shownPath = shownPath ?? path
    self.reach = reach
  }

  package func read(_ sink: EntitySink) -> SourceReport {
    var problems = SourceProblems(source: name)
    let watched = visitFiles(&problems) { entry, folder, relative, problems in
      read(entry, in: folder, at: relative, &problems, sink)
      return true
    }
    return SourceReport(problems: problems.list, watchedPaths: watched)
  }

  /// First reads the note whose path without its extension is the entity's id, and searches all files only if that note
  /// does not define the entity.
  package func definition(of entity: Entity) -> EntityDefinition? {
    let isInside = !entity.id.utf8.split(separator: UInt8(ascii: "/")).contains {
      $0.first == UInt8(ascii: ".")
    }
    for ending in [".md", ".markdown"] where isInside {
      let relative = entity.id + ending
      if Platform.kind(of: path + "/" + relative) == .file,
        let place = definition(of: entity, inFile: relative)
      {
        return place
      }
    }
    var found: EntityDefinition?
    var problems = SourceProblems(source: name)
    _ = visitFiles(&problems) { _, _, relative, _ in
      found = definition(of: entity, inFile: relative)
      return found == nil
    }
    return found
  }

  private func definition(of entity: Entity, inFile relative: String) -> EntityDefinition? {
    let path = path + "/" + relative
    return DefinitionReader.definition(of: entity, in: path, from: name) { () throws(SystemError) in
      try reach.openFile(path)
    } _: { reader, collector in
      try? Self.read(reader, at: relative, into: &collector) { _ in .kept }
    }
  }

  /// Visits the files until `visit` returns false; returns the directories to watch.
  private func visitFiles(
    _ problems: inout SourceProblems,
    _ visit: (_ entry: String, Platform.Folder?, _ relative: String, inout SourceProblems) -> Bool
  ) -> [String] {
    var watched: [String] = [path]
    guard Platform.kind(of: path) == .directory else {
      let isThere = Platform.kind(of: path) != nil
      problems.add(
        .error, file: shownPath, isThere ? "is a file, expected a directory" : "the directory does not exist")
      return watched
    }
    var files = 0
    // The traversal is breadth-first, so that the limit cuts off the deepest files.
    var directories = [(under: "", depth: 0)]
    var next = 0
    while next < directories.count {
      let (under, depth) = directories[next]
      next += 1
      var names: [String] = []
      var folder: Platform.Folder?
      do throws(SystemError) {
        let opened = try reach.openFolder(path + "/" + under)
        let listing = try opened.listing().sorted()
        names = listing.names
        for name in listing.malformed where Self.isMarkdown(name) {
          problems.add(
            file: shownPath + "/" + (under.isEmpty ? "" : under + "/") + name, "the file name is not UTF-8",
            leavesOut: true)
        }
        folder = opened
      } catch {
        problems.add(
          file: shownPath + "/" + under,
          error == .outside
            ? reach.explanation(of: error) : "the directory cannot be read: \(error.message)",
          leavesOut: true)
      }
      for entry in names where entry.utf8.first != UInt8(ascii: ".") {
        let relative = under.isEmpty ? entry : under + "/" + entry
        switch kind(of: entry, in: folder, at: relative) {
        case .directory:
          // A link may lead to a parent folder, so the depth is limited.
          if depth < Self.deepest, directories.count < Self.mostFiles {
            directories.append((relative, depth + 1))
            watched.append(path + "/" + relative)
          }
        case .file where Self.isMarkdown(entry) || Self.isVCard(entry):
          files += 1
          if files <= Self.mostFiles, !visit(entry, folder, relative, &problems) { return watched }
        default: break
        }
      }
    }
    if files > Self.mostFiles {
      problems.add(
        file: shownPath, "\(files) files; only the first \(Self.mostFiles) are read", leavesOut: true)
    }
    return watched
  }

  private static func isMarkdown(_ file: String) -> Bool {
    let small = file.lowercased()
    return small.hasSuffix(".md") || small.hasSuffix(".markdown")
  }

  private static func isVCard(_ file: String) -> Bool { EntityFileFormat(path: file) == .vcf }

  /// The kind of an entry; for a link, the kind of its target.
  private func kind(of entry: String, in folder: Platform.Folder?, at relative: String) -> Platform.FileKind?
  {
    switch (try? folder?.facts(of: entry))?.kind {
    case .file: .file
    case .folder: .directory
    case .link: Platform.kind(of: path + "/" + relative)
    case .other: .other
    case nil: nil
    }
  }

  private func openFile(
    _ entry: String, in folder: Platform.Folder?, at relative: String
  ) throws(SystemError) -> Int32 {
    do throws(SystemError) {
      if let folder { return try folder.openFile(entry) }
    } catch {
      if !error.isLink { throw error }
    }
    return try reach.openFile(path + "/" + relative)
  }

  private func read(
    _ entry: String, in folder: Platform.Folder?, at relative: String, _ problems: inout SourceProblems,
    _ sink: EntitySink
  ) {
    var collector = RecordCollector(source: name, file: shownPath + "/" + relative, problems: problems)
    defer { problems = collector.problems }
    do throws(SystemError) {
      let file = ByteReader(descriptor: try openFile(entry, in: folder, at: relative))
      try Self.read(file, at: relative, into: &collector, sink)
    } catch {
      collector.add(.warning, reach.explanation(of: error), leavesOut: true)
    }
  }

  /// Reads a note; `relative` is its path under the directory.
  package static func read(
    note bytes: [UInt8], at relative: String, shownAs shownPath: String, problems: inout SourceProblems,
    _ sink: EntitySink
  ) {
    var collector = RecordCollector(source: problems.source, file: shownPath, problems: problems)
    try? readNote(ByteReader(bytes: bytes), at: relative, into: &collector, sink)
    problems = collector.problems
  }

  private static func read(
    _ reader: consuming ByteReader, at relative: String, into collector: inout RecordCollector,
    _ sink: EntitySink
  ) throws(SystemError) {
    guard isVCard(relative) else { return try readNote(reader, at: relative, into: &collector, sink) }
    if let complaint = reader.decode(longest: collector.limits.wholeFile) {
      collector.add(.warning, complaint, leavesOut: true)
    } else if let fault = VCardReader.read(reader, into: &collector, sink) {
      throw fault
    }
  }

  private static func readNote(
    _ reader: consuming ByteReader, at relative: String, into collector: inout RecordCollector,
    _ sink: EntitySink
  ) throws(SystemError) {
    let stem = String(
      Substring(
        relative.utf8.prefix(upTo: relative.utf8.lastIndex(of: UInt8(ascii: ".")) ?? relative.utf8.endIndex)))
    var (record, range) = try FrontMatter.read(reader, into: &collector)
    if record.name.flatMap(EntityRecord.cleaned) == nil {
      let slash = stem.utf8.lastIndex(of: UInt8(ascii: "/"))
      record.name = slash.map { String(stem[stem.utf8.index(after: $0)...]) } ?? stem
    }
    if record.id == nil, record.handle == nil, record.email == nil { record.id = stem }
    if record.kind == nil { record.kind = "document" }
    collector.finish(record, line: nil, inFile: range, sink)
  }
}
