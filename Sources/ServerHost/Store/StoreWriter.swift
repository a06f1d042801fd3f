import LanguageProtocol
import Mentions
import MentionsServer
import Synchronization
import SystemCalls

/// Writes the files of the store on a separate thread, which runs while there is something to do, and posts the results
/// in order. Waiting files of the same folder are written together. Folders are tidied once nothing is left to write.
final class StoreWriter: Sendable {
  private struct State {
    /// The updates in order; those before `next` are done.
    var waiting: [StoredDocument.Update] = []
    var next = 0
    /// Folders to tidy, with the last file written there. If the file is nil, only files left by crashed servers are
    /// removed.
    var untidy: [String: String?] = [:]
    /// Folders that were tidied before anything was written there.
    var visited: Set<String> = []
    var isRunning = false
    /// The number of completed files and tidied folders, which shows whether the thread makes progress.
    var done = 0
    /// Full folders that were reported to the user.
    var full: Set<String> = []

    var left: Int { waiting.count - next }
  }

  private enum Work {
    case write([StoredDocument.Update])
    case tidy(folder: String, latest: String?)
  }

  private let state = Mutex(State())
  /// The bases of the updates that could not be written, by the paths of their files. The next update of the same file
  /// uses the same base.
  private let unwritten = Mutex<[String: StoredDocument.Update.Base]>([:])
  private let events: Mailbox<ServerEvent>
  /// The time a day before this server started, in seconds since 1970. Documents whose files were used since then may
  /// be open, here or in another editor.
  private let inUse = Platform.secondsSince1970() - 86_400

  /// The limit of the state folder. A workspace's folder has none, because its users manage the content.
  private let limit: FolderLimit

  init(events: Mailbox<ServerEvent>, limit: FolderLimit = .state) {
    (self.events, self.limit) = (events, limit)
  }

  /// Queues an update. Never blocks.
  func write(_ writing: StoredDocument.Update) {
    start { state in
      state.waiting.append(writing)
      return true
    }
  }

  /// Schedules the removal of files that an earlier server left in a folder of the store. Never blocks.
  func visit(_ folder: String) {
    start { state in
      guard state.visited.insert(folder).inserted else { return false }
      state.untidy[folder] = .some(nil)
      return true
    }
  }

  /// Waits until everything is written. Gives up if no file is completed within a number of milliseconds.
  ///
  /// - Returns: the results of the written files, and the number of files that were not written in time.
  func finish(patience milliseconds: Int) -> (events: [ServerEvent], left: Int) {
    var taken: [ServerEvent] = []
    var done = -1
    var end = 0
    while true {
      let (isRunning, now, left) = state.withLock { ($0.isRunning, $0.done, $0.left) }
      // The last results may have been posted since the state was read.
      taken += events.take(waitingAtMost: isRunning ? 20 : 0)
      if !isRunning { return (taken, 0) }
      if now != done { (done, end) = (now, Platform.milliseconds() + milliseconds) }
      if Platform.milliseconds() >= end { return (taken, left) }
    }
  }

  private func start(_ change: (inout State) -> Bool) {
    let starts = state.withLock { state in
      guard change(&state), !state.isRunning else { return false }
      state.isRunning = true
      return true
    }
    if starts, !Platform.startThread({ [self] in run() }) { run() }
  }

  private func run() {
    while let work = next() {
      switch work {
      case .write(let updates):
        let written = unwritten.withLock {
          StoredDocument.Update.perform(updates, unwritten: &$0) { StoreFiles.replace($0) }
        }
        for (path, fault) in written { events.post(.storeWritten(path: path, fault: fault)) }
        state.withLock { $0.done += updates.count }
      case .tidy(let folder, let latest):
        let isLimited = latest != nil && !GuardedFolder.isShared(folder)
        report(
          StoreFiles.tidy(folder, limit: isLimited ? limit : nil, keeping: latest, inUse: inUse), from: folder
        )
        state.withLock { $0.done += 1 }
      }
    }
  }

  /// If a file was last used longer ago than this number of seconds, its removal is not reported.
  private static let missedFor = 30 * 86_400

  /// Reports that a folder is full, at most once for each folder, and only if a removed file was used recently.
  ///
  /// - Parameters:
  ///   - gone: the times at which the removed files were last used, in seconds since 1970.
  ///   - folder: the path of the folder.
  private func report(_ gone: [Int], from folder: String) {
    let recent = Platform.secondsSince1970() - Self.missedFor
    guard gone.contains(where: { $0 > recent }), state.withLock({ $0.full.insert(folder).inserted })
    else { return }
    events.post(
      .storeWritten(
        path: folder,
        fault: "\(folder) is full (\(limit.documents) documents, \(limit.bytes >> 20) MiB): the files "
          + "of the least recently used documents are removed"))
  }

  /// The maximum number of files written together. Each is open until all of them are on disk.
  private static let mostAtOnce = 128

  private func next() -> Work? {
    state.withLock { state in
      if state.left > 0 {
        let updates = StoredDocument.Update.together(state.waiting[state.next...].prefix(Self.mostAtOnce))
        state.next += updates.count
        for update in updates { state.untidy[StoreFiles.split(update.path).folder] = update.path }
        return .write(updates)
      }
      state.waiting = []
      state.next = 0
      if let (folder, latest) = state.untidy.popFirst() {
        return .tidy(folder: folder, latest: latest)
      }
      state.isRunning = false
      return nil
    }
  }
}

/// The files of the store on disk.
package enum StoreFiles {
  package static func read(_ path: String) -> SettingsFile.Contents {
    do throws(GuardedFolder.AccessError) {
      let (folder, name) = split(path)
      return try GuardedFolder(folder)?.read(name) ?? .missing
    } catch {
      return .unreadable(error.reason)
    }
  }

  /// Reads a file whose document was opened, and marks it as recently used.
  static func use(_ path: String) -> SettingsFile.Contents {
    let contents = read(path)
    let (folder, name) = split(path)
    if case .bytes = contents, !GuardedFolder.isShared(folder) {
      try? GuardedFolder(folder)?.touch(name)
    }
    return contents
  }

  /// Reads files of one folder and replaces them, while no other server writes there.
  ///
  /// - Parameter changes: the absolute paths of the files, without duplicates, each with the function that computes the
  ///   new content.
  /// - Returns: for each change, in order, the error in words; nil on success.
  package static func replace(_ changes: [StoredDocument.Change]) -> [String?] {
    guard let first = changes.first else { return [] }
    let place = split(first.path).folder
    do throws(GuardedFolder.AccessError) {
      if let folder = try GuardedFolder(place) { return replace(changes, in: folder) }
      let isNeeded = changes.contains { if case .write = $0.outcome(.missing) { true } else { false } }
      guard isNeeded, let folder = try GuardedFolder(place, makes: true) else {
        return changes.map { _ in nil }
      }
      return replace(changes, in: folder)
    } catch {
      return changes.map { _ in error.reason }
    }
  }

  private static func replace(_ changes: [StoredDocument.Change], in folder: GuardedFolder) -> [String?] {
    folder.locked {
      var faults: [String?] = changes.map { _ in nil }
      var written: [(index: Int, name: String, bytes: [UInt8])] = []
      for (index, change) in changes.enumerated() {
        let name = split(change.path).name
        let outcome = change.outcome(folder.read(name))
        if outcome == .unchanged { continue }
        if case .refused(let why) = outcome {
          faults[index] = why
        } else if let facts = folder.facts(of: name), facts.mode & 0o222 == 0 {
          faults[index] = "\(folder.path)/\(name) is read-only"
        } else if case .write(let bytes) = outcome {
          written.append((index, name, bytes))
        } else {
          do throws(SystemError) { try folder.remove(name) } catch {
            faults[index] = "\(folder.path)/\(name): \(error.message)"
          }
        }
      }
      let mode: UInt32 = GuardedFolder.isShared(folder.path) ? 0o666 : 0o600
      for (at, error) in folder.write(written.map { ($0.name, $0.bytes) }, mode: mode) {
        faults[written[at].index] = "\(folder.path)/\(written[at].name): \(error.message)"
      }
      return faults
    }
  }

  /// The documents whose names begin with one of `prefixes` and whose mentions are stored in a folder, sorted.
  /// Unreadable files are ignored.
  package static func documents(in folder: String, below prefixes: [String]) -> [String] {
    guard let folder = try? GuardedFolder(folder) else { return [] }
    return folder.names().filter(KeptFileName.isDocument).compactMap { name -> String? in
      guard let head = folder.head(of: name), let document = StoredDocument.name(inHead: head),
        prefixes.contains(where: document.hasPrefix)
      else { return nil }
      return document
    }.sorted()
  }

  /// Removes files left by crashed servers in a folder, and then the least recently used files until the folder is
  /// within its limit.
  ///
  /// - Parameters:
  ///   - folder: the absolute path of a folder of the store.
  ///   - limit: the limit; nil for none.
  ///   - latest: the last file written, which is not removed.
  ///   - inUse: a time in seconds since 1970; files used since then are not removed.
  /// - Returns: the times in seconds since 1970 at which the files removed because of the limit were last used.
  @discardableResult
  package static func tidy(
    _ folder: String, limit: FolderLimit?, keeping latest: String? = nil, inUse: Int = .max
  ) -> [Int] {
    guard let folder = try? GuardedFolder(folder) else { return [] }
    defer { folder.synchronize() }
    return folder.tidy(
      limit.map {
        GuardedFolder.Pruning(limit: $0, latest: latest.map { split($0).name }, inUse: inUse)
      })
  }

  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path) }
    return (String(path[..<slash]), String(path[path.utf8.index(after: slash)...]))
  }
}

/// An index of the files in which editors have stored mentions that cannot be recognized from the text alone. The
/// folders are listed once, so that many documents can be looked up quickly.
struct KeptMentionFiles: Sendable {
  /// The names of files with stored mentions, by folder.
  private let names: [String: Set<String>]

  /// Lists folders of the store. Blocks.
  init(folders: [String]) {
    var names: [String: Set<String>] = [:]
    for folder in folders {
      let kept = ((try? GuardedFolder(folder))?.names() ?? []).filter(KeptFileName.isDocument)
      if !kept.isEmpty { names[folder] = Set(kept) }
    }
    self.names = names
  }

  /// The file with the stored mentions of a document.
  struct File {
    let path: String
    /// The name of the document in that file.
    let document: String
  }

  /// The file at a place, if it exists.
  ///
  /// - Parameter place: the place of a document; not evaluated if no mentions are stored.
  func file(_ place: @autoclosure () -> StoredDocument.Place) -> File? {
    guard !names.isEmpty else { return nil }
    let place = place()
    guard let path = place.path else { return nil }
    let (folder, name) = StoreFiles.split(path)
    return names[folder]?.contains(name) == true ? File(path: path, document: place.document) : nil
  }
}

/// Finds the mentions that editors have stored for files of a workspace folder, for commands that read these files.
struct KeptMentionLookup: Sendable {
  private let files: KeptMentionFiles
  private let location: StoreLocation
  private let roots: [String]
  private let environment = Platform.environment()

  /// Lists folders of the store. Blocks.
  ///
  /// - Parameters:
  ///   - location: the location of the store according to the settings.
  ///   - root: the workspace folder; an absolute path.
  init(_ location: StoreLocation, root: String) {
    self.location = location
    let real = Platform.realPath(root) ?? root
    roots = real == root ? [root] : [real, root]
    files = KeptMentionFiles(
      folders: StoredDocument.folders([location], roots: roots, environment: environment))
  }

  /// The file with the stored mentions of the file at an absolute path; nil if no mentions are stored for it.
  func file(of path: String) -> KeptMentionFiles.File? {
    files.file(
      StoredDocument.Place(
        ofFile: path, in: location, roots: roots, environment: environment))
  }
}

extension MentionsDocument {
  /// Restores the stored mentions that are found in the text. Blocks.
  mutating func restore(_ file: KeptMentionFiles.File) {
    guard case .bytes(let stored) = StoreFiles.read(file.path),
      let stored = try? StoredDocument(stored, of: file.document)
    else { return }
    _ = restore(stored.states)
  }
}
