import LanguageProtocol
import Mentions
import MentionsServer
import Synchronization
import SystemCalls

/// Writes the files of the annotation store one after the other on a thread of its own, which lives while there is
/// something to do, and posts what came of each. Folders are tidied once nothing is left to write.
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

    var left: Int { waiting.count - next }
  }

  private enum Work {
    case write(StoreUpdate)
    case tidy(folder: String, limit: StoreLimit?, latest: String?)
  }

  private let state = Mutex(State())
  private let updater = Mutex(StoreUpdater())
  private let events: Mailbox<ServerEvent>

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
      case .write(let writing):
        let written = updater.withLock { updater in
          updater.perform(writing) { StoreFiles.replace($0, limit: writing.limit, $1) }
        }
        for (path, fault) in written { events.post(.storeWritten(path: path, fault: fault)) }
      case .tidy(let folder, let limit, let latest): StoreFiles.tidy(folder, limit: limit, keeping: latest)
      }
      state.withLock { $0.done += 1 }
    }
  }

  private func next() -> Work? {
    state.withLock { state in
      if state.left > 0 {
        let writing = state.waiting[state.next]
        state.next += 1
        state.untidy[StoreFiles.split(writing.path).folder] = (writing.limit, writing.path)
        return .write(writing)
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

  /// Looks at what a file holds and puts what is to be kept in its place, while no other server writes there.
  ///
  /// - Parameters:
  ///   - path: the file, absolute.
  ///   - limit: what its folder may hold afterwards.
  ///   - outcome: decides what becomes of the file.
  /// - Returns: what went wrong.
  package static func replace(
    _ path: String, limit: StoreLimit?, _ outcome: (SettingsFile.Contents) -> StoreOutcome
  ) -> String? {
    let (place, name) = split(path)
    do throws(GuardedFolder.AccessError) {
      if let folder = try GuardedFolder(place) { return replace(name, in: folder, limit: limit, outcome) }
      guard case .write = outcome(.missing), let folder = try GuardedFolder(place, makes: true) else {
        return nil
      }
      return replace(name, in: folder, limit: limit, outcome)
    } catch {
      return error.reason
    }
  }

  private static func replace(
    _ name: String, in folder: GuardedFolder, limit: StoreLimit?,
    _ outcome: (SettingsFile.Contents) -> StoreOutcome
  ) -> String? {
    folder.locked {
      let path = "\(folder.path)/\(name)"
      let outcome = outcome(folder.read(name))
      if case .refused(let why) = outcome { return why }
      if outcome == .unchanged { return nil }
      if let facts = folder.facts(of: name), facts.mode & 0o222 == 0 { return "\(path) is read-only" }
      do throws(SystemError) {
        switch outcome {
        case .write(let bytes): try folder.write(name, bytes, mode: limit == nil ? 0o666 : 0o600)
        case .remove: try folder.remove(name)
        case .unchanged, .refused: break
        }
        return nil
      } catch {
        return "\(path): \(error.message)"
      }
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

  /// Removes what crashed servers left in a folder, then the files written longest ago until it is within its limit.
  ///
  /// - Parameters:
  ///   - folder: a folder of the annotation store, absolute.
  ///   - limit: what it may hold afterwards; nil: any amount.
  ///   - latest: the file that was written last; it stays.
  package static func tidy(_ folder: String, limit: StoreLimit?, keeping latest: String? = nil) {
    guard let folder = try? GuardedFolder(folder) else { return }
    folder.tidy(to: limit, keeping: latest.map { split($0).name })
    folder.synchronize()
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

extension MentionsDocument {
  /// Brings back the mentions that a file keeps, as far as they are found in the text. Blocks.
  mutating func restore(_ file: KeptMentionFiles.File) {
    guard case .bytes(let stored) = StoreFiles.read(file.path),
      case .success(let stored) = StoredDocument.read(stored, of: file.document)
    else { return }
    _ = restore(stored.states)
  }
}
