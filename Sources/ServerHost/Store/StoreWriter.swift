import LanguageProtocol
import Mentions
import MentionsServer
import Synchronization
import SystemCalls

/// Writes the files of the annotation store on a thread of its own, which lives while there is something to do, and
/// posts what came of each: in order, those of one folder that wait together at once. Folders are tidied once nothing is
/// left to write.
final class StoreWriter: Sendable {
  private struct State {
    /// In order; those before `next` are done.
    var waiting: [StoreUpdate] = []
    var next = 0
    /// Folders that are to be looked through, with their limits and what was written there last.
    var untidy: [String: (limit: StoreLimit?, latest: String?)] = [:]
    /// Folders that were looked through before anything was written there.
    var visited: Set<String> = []
    /// Whether the thread lives.
    var isRunning = false
    /// Number of files that are done.
    var done = 0
    /// Full folders that were reported to the user.
    var full: Set<String> = []

    var left: Int { waiting.count - next }
  }

  private enum Work {
    case write([StoreUpdate])
    case tidy(folder: String, limit: StoreLimit?, latest: String?)
  }

  private let state = Mutex(State())
  private let updater = Mutex(StoreUpdater())
  private let events: Mailbox<ServerEvent>
  /// Files used since then may be open, here or in another editor: this run and the day before it.
  private let inUse = Platform.secondsSince1970() - 86_400

  init(events: Mailbox<ServerEvent>) { self.events = events }

  /// Never blocks.
  func write(_ writing: StoreUpdate) {
    start { state in
      state.waiting.append(writing)
      return true
    }
  }

  /// A folder of the store is used: what an earlier server left in it goes. Never blocks.
  func visit(_ folder: String, limit: StoreLimit?) {
    start { state in
      guard state.visited.insert(folder).inserted else { return false }
      state.untidy[folder] = (limit, nil)
      return true
    }
  }

  /// Waits until everything is written. Gives up where no file is done in so many milliseconds.
  /// - Returns: what came of the files, and how many were given up.
  func finish(patience milliseconds: Int) -> (events: [ServerEvent], left: Int) {
    var taken: [ServerEvent] = []
    var done = -1
    var end = 0
    while true {
      let (isRunning, now, left) = state.withLock { ($0.isRunning, $0.done, $0.left) }
      // The last of them may have been posted since.
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
        let written = updater.withLock { updater in updater.perform(updates) { StoreFiles.replace($0) } }
        for (path, fault) in written { events.post(.storeWritten(path: path, fault: fault)) }
        state.withLock { $0.done += updates.count }
      case .tidy(let folder, let limit, let latest):
        let gone = StoreFiles.tidy(folder, limit: limit, keeping: latest, inUse: inUse)
        if let limit { report(gone, from: folder, limit) }
        state.withLock { $0.done += 1 }
      }
    }
  }

  /// Files that nobody has used for longer are not missed.
  private static let missedFor = 30 * 86_400

  /// Reports once that a folder is full.
  private func report(_ gone: [Int], from folder: String, _ limit: StoreLimit) {
    let recent = Platform.secondsSince1970() - Self.missedFor
    guard gone.contains(where: { $0 > recent }), state.withLock({ $0.full.insert(folder).inserted })
    else { return }
    events.post(
      .storeWritten(
        path: folder,
        fault: "\(folder) is full (\(limit.documents) documents, \(limit.bytes >> 20) MiB): those of the "
          + "documents that were used longest ago are removed"))
  }

  /// More files are not written at once: each is open until all of them are on the disk.
  private static let mostAtOnce = 128

  private func next() -> Work? {
    state.withLock { state in
      if state.left > 0 {
        let updates = StoreUpdate.together(state.waiting[state.next...].prefix(Self.mostAtOnce))
        state.next += updates.count
        for update in updates {
          state.untidy[StoreFiles.split(update.path).folder] = (update.limit, update.path)
        }
        return .write(updates)
      }
      state.waiting = []
      state.next = 0
      if let (folder, (limit, latest)) = state.untidy.first {
        state.untidy[folder] = nil
        return .tidy(folder: folder, limit: limit, latest: latest)
      }
      state.isRunning = false
      return nil
    }
  }
}

/// The files of the annotation store on the disk.
package enum StoreFiles {
  package static func read(_ path: String) -> SettingsFile.Contents {
    do throws(GuardedFolder.AccessError) {
      let (folder, name) = split(path)
      return try GuardedFolder(folder)?.read(name) ?? .missing
    } catch {
      return .unreadable(error.reason)
    }
  }

  /// Reads a file whose document was opened, and marks it as used.
  static func use(_ path: String) -> SettingsFile.Contents {
    let contents = read(path)
    let (folder, name) = split(path)
    if case .bytes = contents, !folder.hasSuffix("/" + StoreFile.workspaceFolder) {
      try? GuardedFolder(folder)?.touch(name)
    }
    return contents
  }

  /// Looks at what files of one folder hold and puts what is to be kept in their places, while no other server writes
  /// there.
  ///
  /// - Parameter changes: the files, absolute, each once, and what becomes of them.
  /// - Returns: what went wrong, for each.
  package static func replace(_ changes: [StoreChange]) -> [String?] {
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

  private static func replace(_ changes: [StoreChange], in folder: GuardedFolder) -> [String?] {
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
      let mode: UInt32 = changes[0].limit == nil ? 0o666 : 0o600
      for (at, error) in folder.write(written.map { ($0.name, $0.bytes) }, mode: mode) {
        faults[written[at].index] = "\(folder.path)/\(written[at].name): \(error.message)"
      }
      return faults
    }
  }

  /// The documents whose mentions are kept in a folder and whose names begin with one of `prefixes`, sorted. What
  /// cannot be read is passed over.
  package static func documents(in folder: String, below prefixes: [String]) -> [String] {
    guard let folder = try? GuardedFolder(folder) else { return [] }
    return folder.names().filter(KeptFileName.isDocument).compactMap { name -> String? in
      guard let head = folder.head(of: name), let document = StoredDocument.name(inHead: head),
        prefixes.contains(where: document.hasPrefix)
      else { return nil }
      return document
    }.sorted()
  }

  /// Removes what crashed servers left in a folder, then the files used longest ago until it is within its limit.
  ///
  /// - Parameters:
  ///   - folder: a folder of the annotation store, absolute.
  ///   - limit: what it may hold afterwards; nil: any amount.
  ///   - latest: the file that was written last; it stays.
  ///   - inUse: in seconds since 1970; files that were used since then stay.
  /// - Returns: when the files were used that had to go for the limit, in seconds since 1970.
  @discardableResult
  package static func tidy(
    _ folder: String, limit: StoreLimit?, keeping latest: String? = nil, inUse: Int = .max
  ) -> [Int] {
    guard let folder = try? GuardedFolder(folder) else { return [] }
    defer { folder.synchronize() }
    return folder.tidy(
      limit.map {
        GuardedFolder.Pruning(limit: $0, latest: latest.map { split($0).name }, inUse: inUse)
      })
  }

  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path) }
    return (String(path[..<slash]), String(path[path.index(after: slash)...]))
  }
}

/// Kept mentions of many files, which their texts alone do not show. Threads may share it.
struct KeptMentionFiles: Sendable {
  /// Which files with kept mentions there are, by their folders.
  private let names: [String: Set<String>]

  /// Lists folders of the annotation store. Blocks.
  init(folders: [String]) {
    var names: [String: Set<String>] = [:]
    for folder in folders {
      let kept = ((try? GuardedFolder(folder))?.names() ?? []).filter(KeptFileName.isDocument)
      if !kept.isEmpty { names[folder] = Set(kept) }
    }
    self.names = names
  }

  /// The file with kept mentions of a document.
  struct File {
    let path: String
    /// Name of the document in that file.
    let document: String
  }

  /// If there is one.
  ///
  /// - Parameter place: where it would be.
  func file(_ place: @autoclosure () -> StoreFile) -> File? {
    guard !names.isEmpty else { return nil }
    let place = place()
    guard let path = place.path else { return nil }
    let (folder, name) = StoreFiles.split(path)
    return names[folder]?.contains(name) == true ? File(path: path, document: place.document) : nil
  }
}

/// Where commands that read files of a workspace folder find what editors have kept of them.
struct KeptMentionLookup: Sendable {
  private let files: KeptMentionFiles
  private let location: StoreLocation
  private let roots: [String]
  private let environment = Platform.environment()

  /// Lists folders of the annotation store. Blocks.
  ///
  /// - Parameters:
  ///   - location: by the settings.
  ///   - root: the workspace folder; an absolute path.
  init(_ location: StoreLocation, root: String) {
    self.location = location
    let real = Platform.realPath(root) ?? root
    roots = real == root ? [root] : [real, root]
    files = KeptMentionFiles(folders: StoreFile.folders([location], roots: roots, environment: environment))
  }

  /// The kept mentions of a file by its absolute path; nil where there are none.
  func file(of path: String) -> KeptMentionFiles.File? {
    files.file(
      StoreFile(of: DocumentURI(filePath: path), in: location, roots: roots, environment: environment))
  }
}

extension MentionsDocument {
  /// Brings back the mentions that a file keeps, as far as they are found in the text. Blocks.
  mutating func restore(_ file: KeptMentionFiles.File) {
    guard case .bytes(let stored) = StoreFiles.read(file.path),
      case .success(let stored) = StoredDocument.read(stored, of: file.document)
    else { return }
    _ = restore(stored.states)
  }
}
