extension StoredDocument {
  /// One change of the store's files.
  package struct Update: Hashable, Sendable {
    /// This server's knowledge of the file.
    package enum Base: Hashable, Sendable {
      /// The bytes that this server last read or wrote; nil if there was no file. Later changes by other servers are
      /// merged.
      case known([UInt8]?)
      /// The current content is discarded, because the name belongs to another document now.
      case replaced
    }

    package let path: String
    /// The new content; nil removes the file.
    package let bytes: [UInt8]?
    package var base: Base
    /// The file under the document's old name. It is removed once the file at `path` has been written, and otherwise
    /// left unchanged.
    package let oldPath: String?

    package init(path: String, bytes: [UInt8]?, base: Base, oldPath: String? = nil) {
      self.path = path
      self.bytes = bytes
      self.base = base
      self.oldPath = oldPath
    }
  }

  /// The outcome of an update for one file.
  package enum Outcome: Hashable, Sendable {
    case unchanged
    case write([UInt8])
    case remove
    /// The file is left unchanged, for this reason.
    case refused(String)
  }

  /// One file, and the outcome as a function of its content.
  package typealias Change = (path: String, outcome: (SettingsFile.Contents) -> Outcome)
}

extension StoredDocument.Update {
  private var change: StoredDocument.Change { (path: path, outcome: outcome(over:)) }

  /// The outcome of writing over the current content. A file that cannot be read, or that belongs to another document,
  /// is neither replaced nor removed.
  private func outcome(over contents: SettingsFile.Contents) -> StoredDocument.Outcome {
    let wanted: StoredDocument.Outcome = bytes.map { .write($0) } ?? .remove
    let present: [UInt8]
    switch contents {
    case .missing: return bytes == nil ? .unchanged : wanted
    case .unreadable(let why): return .refused("\(path): \(why)")
    case .bytes(let bytes): present = bytes
    }
    if present == bytes { return .unchanged }
    if base == .known(present) { return wanted }
    let theirs: StoredDocument
    do throws(StoredDocument.Fault) {
      theirs = try StoredDocument(present)
      guard path.hasSuffix("/" + StoredDocument.fileName(of: theirs.document)) else {
        throw .foreign(theirs.document)
      }
    } catch {
      return .refused("\(path): \(error)")
    }
    guard case .known(let base) = base else { return wanted }
    let merge = StoreMerge(base: base.flatMap { try? StoredDocument($0) }, theirs: theirs)
    let ours = bytes.flatMap { try? StoredDocument($0) }
    let merged = StoredDocument(document: theirs.document, states: merge.merged(with: ours?.states ?? []))
    if merged.isEmpty { return .remove }
    let outcome = merged.encoded().bytes
    return outcome == present ? .unchanged : .write(outcome)
  }

  // MARK: Several

  /// The first updates that can be performed together: a single update, or several of different files in the same folder,
  /// none of which has an `oldPath`.
  package static func together(_ updates: ArraySlice<Self>) -> [Self] {
    guard let first = updates.first else { return [] }
    var paths: Set<String> = [first.path]
    let others = updates.dropFirst().prefix {
      first.oldPath == nil && $0.oldPath == nil
        && StoredDocument.folder(of: $0.path) == StoredDocument.folder(of: first.path)
        && paths.insert($0.path).inserted
    }
    return [first] + others
  }

  /// Performs updates of the store, on disk or in memory.
  ///
  /// - Parameters:
  ///   - updates: the updates, which can be performed together (``together(_:)``).
  ///   - unwritten: for the path of each file that could not be written, this server's knowledge of the file; updated
  ///     by this call.
  ///   - replace: reads the files of the changes, performs the outcomes for their contents, and returns the error of
  ///     each change; nil for success.
  /// - Returns: each completed file with its error, if any, for ``ServerEvent/storeWritten(path:fault:)``.
  package static func perform(
    _ updates: [Self], unwritten: inout [String: Base], _ replace: ([StoredDocument.Change]) -> [String?]
  ) -> [(path: String, fault: String?)] {
    let updates = updates.map { update in
      var update = update
      if update.base != .replaced { update.base = unwritten[update.path] ?? update.base }
      return update
    }
    var done: [(path: String, fault: String?)] = []
    let faults = replace(updates.map(\.change))
    for (update, fault) in zip(updates, faults) {
      unwritten[update.path] = fault == nil ? nil : update.base
      done.append((update.path, fault))
      guard let oldPath = update.oldPath else { continue }
      let removal = Self(path: oldPath, bytes: nil, base: .replaced)
      done.append((oldPath, fault == nil ? replace([removal.change]).first ?? nil : nil))
    }
    return done
  }
}
