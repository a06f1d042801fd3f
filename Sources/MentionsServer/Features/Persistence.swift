import Entities
import LanguageProtocol
import Mentions

/// Reads, restores and writes the mentions of closed documents (Behaviour, section 9).
///
/// The stored mentions of an open document, by their ``KeptMentions/Document/Status``:
///
///                ┌────────── its place in the store changes ───────────┐
///                ▼                                                     │
///     opened ─▶ reading ──read: bytes, or nothing──▶ restored ─▶ ready ┴──write─▶ written, 2 s after a change,
///                  │                                              │               when saved, when closed
///                  └──read: unreadable──▶ locked ──write─▶ in     └──renamed──▶ stored under the new name,
///                                                         memory                moved there when closed
extension Session {
  private func place(of key: DocumentURI) -> StoredDocument.Place {
    StoredDocument.Place(
      of: key, in: settings[key].annotationStore, roots: settings.roots, environment: options.environment)
  }

  // MARK: Reading

  /// Reads the stored mentions of a document that was opened.
  func keepOpened(_ key: DocumentURI) {
    kept.open[key] = KeptMentions.Document(place: place(of: key))
    readKept(key)
  }

  private func readKept(_ key: DocumentURI) {
    guard let place = kept[key]?.place else { return }
    if let bytes = kept.held(at: place) {
      keptRead(bytes.isEmpty ? .missing : .bytes(bytes), for: key)
    } else if let path = place.path {
      readStore(path, for: .document(key))
    } else {
      keptRead(.missing, for: key)
    }
  }

  private func readStore(_ path: String, for reader: KeptMentions.Reader) {
    kept.readers[path, default: []].append(reader)
    perform(.readStore(path))
  }

  /// Passes the content of a file of the store to the documents and the renames that wait for it.
  func storeRead(_ path: String, _ contents: SettingsFile.Contents) {
    for reader in kept.readers.removeValue(forKey: path) ?? [] {
      switch reader {
      case .document(let key): if kept[key]?.place.path == path { keptRead(contents, for: key) }
      case .rename(let old, let new): moveStored(contents, from: old, to: new)
      }
    }
  }

  private func keptRead(_ contents: SettingsFile.Contents, for key: DocumentURI) {
    guard let document = kept[key], document.status == .reading else { return }
    switch contents {
    case .bytes(let bytes):
      do throws(StoredDocument.Fault) {
        let stored = try StoredDocument(bytes, of: document.place.document)
        kept.open[key]?.lastWritten = bytes
        restore(stored.states, in: key)
      } catch {
        lock(key, "\(error)")
      }
    case .missing:
      // The document may have been renamed; in that case, a document with the same text was closed recently.
      let text = kept.closed.isEmpty ? nil : documents[key].flatMap { TextFingerprint(of: $0.mentions.text) }
      restore(kept.states(of: text, for: key), in: key)
    case .unreadable(let why): lock(key, why)
    }
  }

  /// Locks a document whose file in the store cannot be read, for the given reason: the file is left unchanged, and the
  /// document's mentions are kept in memory only.
  private func lock(_ key: DocumentURI, _ why: String) {
    guard let place = kept[key]?.place else { return }
    // A problem with the folder affects every document in it, but is reported only once.
    let folder = place.folder ?? ""
    let isFolder = why.hasPrefix(folder + " ") || why.hasPrefix(folder + ":")
    let reason = isFolder ? why : "\(place.path ?? ""): \(why)"
    kept.open[key]?.status = .locked
    tellUser(
      .warning, "the stored mentions of \(key) cannot be read, and new ones cannot be stored: \(reason)",
      fault: isFolder ? why : nil, about: .store)
    if let bytes = kept.held(at: place.inMemory), let stored = try? StoredDocument(bytes, of: place.document)
    {
      restore(stored.states, in: key)
    } else {
      readAnew(key)
    }
  }

  /// Restores the stored mentions in an open document, if there are any, and then reads its text for mentions.
  private func restore(_ states: [DocumentArchive], in key: DocumentURI) {
    var outcome: RestoreOutcome?
    update(key) {
      let result = $0.restore(states)
      outcome = result
      return result.report
    }
    for (record, loss) in outcome?.lost ?? [] {
      log(.info, "a mention of \(personal: record.entity.name) is not restored: \(loss.description)")
    }
    guard let revision = documents[key]?.mentions.keptRevision else { return }
    if kept[key]?.status == .reading { kept.open[key]?.status = .ready }
    kept.open[key]?.revision = revision
    readAnew(key)
    guard let mentions = documents[key]?.mentions, let document = kept[key] else { return }
    // Mentions read from the text need not be stored; those restored from a document with a former name must be.
    if states.isEmpty { kept.open[key]?.revision = mentions.keptRevision }
    if !document.isChanged { kept.open[key]?.noteSaved(mentions.archive()) }
    if let outcome {
      // If all mentions of the chosen state were restored, that state is the current one and no longer one of the
      // others.
      kept.open[key]?.noteOthers(
        states.indices.filter { $0 != outcome.chosen || !outcome.lost.isEmpty }.map { states[$0] })
    }
    if document.lastWritten == nil, !states.isEmpty { kept.schedule(now) }
  }

  // MARK: Writing

  /// Stores the mentions of a document that was saved, and drops the stored states of other texts.
  func keepSaved(_ key: DocumentURI) {
    kept.open[key]?.isChanged = false
    kept.open[key]?.noteOthers([])
    keep(key)
  }

  /// Stores the mentions of a document that is about to be closed.
  func keepClosing(_ key: DocumentURI) {
    guard let mentions = documents[key]?.mentions, let document = kept[key] else { return }
    let states = document.states(with: mentions.archive())
    if moveClosing(key, states) {
      kept.forgetClosed(key)
    } else {
      keep(key, isLast: true)
      kept.remember(KeptMentions.Closed(document: key, states: states))
    }
    kept.renames[key] = nil
    kept.open[key] = nil
  }

  /// Stores all mentions, because the server is ending.
  func keepAll() {
    kept.due = nil
    // This is called at `shutdown` and at `exit`, between which nothing changes.
    if kept.isEnding { return }
    kept.isEnding = true
    for key in kept.openKeys { keep(key, isLast: true) }
  }

  /// Writes the changed mentions of all open documents, if that is due. Runs after each event.
  func writeKeptInTime() {
    guard let due = kept.due else { return }
    if now < due { return perform(.wake(at: due)) }
    kept.due = nil
    for key in kept.openKeys where kept[key]?.revision != documents[key]?.mentions.keptRevision { keep(key) }
  }

  /// Handles a change of the setting for the store, or of the workspace folders, after which documents may have another
  /// place in the store.
  func moveKept() {
    for key in kept.openKeys {
      let place = place(of: key)
      guard let document = kept[key], place != document.place else { continue }
      if document.status == .ready { keep(key) }
      kept.open[key]?.place = place
      kept.open[key]?.status = .reading
      kept.open[key]?.lastWritten = nil
      readKept(key)
      // The mentions must be written to the new store even if it is empty.
      kept.open[key]?.revision = -1
      kept.schedule(now)
    }
  }

  /// Writes the mentions of a document, if they have changed.
  ///
  /// - Parameters:
  ///   - old: the previous place, if the mentions are moved: they are written even if they have not changed, and the
  ///     previous file is removed.
  ///   - isLast: whether the document is being closed or the server is ending. The file is then written even if the
  ///     mentions have not changed, because another server may have replaced its content.
  private func keep(_ key: DocumentURI, movedFrom old: StoredDocument.Place? = nil, isLast: Bool = false) {
    guard let mentions = documents[key]?.mentions, let document = kept[key], document.status != .reading
    else { return }
    let archive = mentions.archive()
    kept.open[key]?.revision = mentions.keptRevision
    let states = document.states(with: archive)
    if !document.isChanged { kept.open[key]?.noteSaved(archive) }
    let newPlace = newPlace(of: key)
    let target = newPlace ?? document.ownPlace
    let stored = StoredDocument(document: target.document, states: states)
    let (bytes, leftOut) = stored.isEmpty ? ([], 0) : stored.encoded()
    let last = document.lastWritten
    guard old != nil || bytes != last ?? [] else {
      // Unlike `put`, this does not hold the bytes in memory: if the document is opened again, its mentions must be
      // read from the file, in which the changes of other servers are merged.
      if isLast, newPlace == nil, let path = target.path, let last, !last.isEmpty {
        perform(.writeStore(StoredDocument.Update(path: path, bytes: last, base: .known(last))))
      }
      return
    }
    kept.open[key]?.lastWritten = bytes
    if leftOut > 0 {
      log(.warning, "\(leftOut) mentions in \(key) are not stored: their file would be too large")
    }
    let isMoved = old != nil || newPlace != nil
    put(
      bytes, at: target, over: isMoved ? .replaced : .known(last.flatMap { $0.isEmpty ? nil : $0 }),
      movedFrom: old)
  }

  /// Holds the content for a place in memory and, if the place has a file, writes it.
  ///
  /// - Parameters:
  ///   - base: this server's knowledge of the present content of the file.
  ///   - old: the previous place, whose file is removed once the new file is written, or immediately if the new content
  ///     is kept only in memory.
  private func put(
    _ bytes: [UInt8], at place: StoredDocument.Place, over base: StoredDocument.Update.Base = .replaced,
    movedFrom old: StoredDocument.Place?
  ) {
    kept.hold(bytes, at: place)
    if let old { kept.hold([], at: old) }
    if let path = place.path {
      let contents = bytes.isEmpty ? nil : bytes
      perform(
        .writeStore(StoredDocument.Update(path: path, bytes: contents, base: base, oldPath: old?.path)))
    } else if let path = old?.path {
      perform(.writeStore(StoredDocument.Update(path: path, bytes: nil, base: .replaced)))
    }
  }

  /// Handles the result of writing or removing a file; `fault` is the error, if any.
  func storeWritten(_ path: String, _ fault: String?) {
    kept.written(path, succeeded: fault == nil)
    guard let fault else { return }
    tellUser(
      .warning, "mentions cannot be stored: \(fault)", fault: KeptMentions.reason(in: fault, at: path),
      about: .store)
  }
}

// MARK: - Renaming

extension Session {
  /// The new place of an open document that was renamed. Nil if the document was not renamed, or if another document is
  /// open under the new name, because two documents must not write the same file.
  private func newPlace(of key: DocumentURI) -> StoredDocument.Place? {
    kept.isOpenElsewhere(key) ? nil : kept.renames[key].map { place(of: $0) }
  }

  /// `workspace/didRenameFiles`: moves stored mentions, before or after the client closes the documents under their old
  /// names and opens them under the new ones.
  func keepRenamed(_ files: [FileRename]) {
    var closed: [FileRename] = []
    for file in files where file.oldUri != file.newUri && !renameOpen(file) {
      renameStored(from: file.oldUri, to: file.newUri)
      closed.append(file)
    }
    renameFolders(closed)
  }

  // MARK: Open documents

  /// Records the new names of open documents. Their stored mentions are moved when the documents are closed, since the
  /// mentions may change until then. Returns whether a document with the old name is open; documents in a folder with
  /// that name do not count.
  private func renameOpen(_ file: FileRename) -> Bool {
    var isOpen = false
    for key in kept.openKeys {
      let name = kept.renames[key] ?? key
      if key == file.oldUri || name == file.oldUri && !kept.isOpenElsewhere(key) {
        rename(key, to: file.newUri)
        isOpen = true
      } else if !kept.isOpenElsewhere(key), let new = name.moved(from: file.oldUri, to: file.newUri) {
        rename(key, to: new)
      }
    }
    return isOpen
  }

  private func rename(_ key: DocumentURI, to new: DocumentURI) {
    let last = kept.isOpenElsewhere(key) ? nil : kept.renames[key]
    kept.renames[key] = new == key ? nil : new
    guard let last, last != new else { return }
    // The mentions may be stored under the previous new name, and stay there if they cannot be moved.
    let isHeld = newPlace(of: key) == nil && kept[key]?.status == .locked
    keep(key, movedFrom: isHeld ? nil : place(of: last))
  }

  /// Moves the mentions of a document that is being closed to its new name. Returns false if the document has no new
  /// name, or if the move is not possible.
  private func moveClosing(_ key: DocumentURI, _ states: [DocumentArchive]) -> Bool {
    guard let new = kept.renames[key], let document = kept[key], document.status != .reading else {
      return false
    }
    if kept[new] != nil { return restoreRenamed(states, in: new, from: document.ownPlace) }
    keep(key, movedFrom: document.ownPlace)
    return true
  }

  // MARK: Closed documents

  /// Moves the stored mentions of documents in folders with these names, unless the documents are open. Every name is
  /// treated as that of a folder, since a URI does not indicate whether it is one.
  private func renameFolders(_ renames: [FileRename]) {
    let folders = Dictionary(grouping: renames) { place(of: $0.oldUri).folder }
    for (folder, renames) in folders.sorted(by: { $0.key ?? "" < $1.key ?? "" }) {
      guard let folder else {
        rename(kept.documents(in: nil), in: nil, by: renames)
        continue
      }
      kept.searches[folder, default: []] += renames
      let names = renames.map { place(of: $0.oldUri).document }
      perform(.searchStore(folder: folder, below: names.map { $0.hasSuffix("/") ? $0 : $0 + "/" }))
    }
  }

  /// Moves the documents that were found in a folder of the store to their new names.
  func storeFound(_ documents: [String], in folder: String) {
    guard let renames = kept.searches.removeValue(forKey: folder) else { return }
    // The search may miss files that are being written, whose content is held in memory.
    rename(Set(documents + kept.documents(in: folder)).sorted(), in: folder, by: renames)
  }

  private func rename(_ names: [String], in folder: String?, by renames: [FileRename]) {
    for name in names {
      let old = StoredDocument.document(named: name, in: folder)
      let new = renames.lazy.compactMap { old.moved(from: $0.oldUri, to: $0.newUri) }.first
      // Open documents are moved when they are closed.
      if let new, kept[old] == nil { renameStored(from: old, to: new) }
    }
  }

  /// Moves the stored mentions of a renamed document that is not open.
  private func renameStored(from old: DocumentURI, to new: DocumentURI) {
    let place = place(of: old)
    if let bytes = kept.held(at: place) {
      moveStored(bytes.isEmpty ? .missing : .bytes(bytes), from: old, to: new)
    } else if let path = place.path {
      readStore(path, for: .rename(from: old, to: new))
    }
  }

  /// Moves the content stored under the old name.
  private func moveStored(_ contents: SettingsFile.Contents, from old: DocumentURI, to new: DocumentURI) {
    if contents == .missing { return }
    let place = place(of: old)
    var isMoved = false
    if case .bytes(let bytes) = contents { isMoved = move(bytes, from: place, to: new) }
    // An unreadable file is not moved, but mentions held in memory in its place are.
    if !isMoved, let bytes = kept.held(at: place.inMemory) {
      isMoved = move(bytes, from: place.inMemory, to: new)
    }
    if isMoved { kept.forgetClosed(old) }
  }

  private func move(_ bytes: [UInt8], from place: StoredDocument.Place, to new: DocumentURI) -> Bool {
    guard var stored = try? StoredDocument(bytes, of: place.document) else { return false }
    if kept[new] != nil { return restoreRenamed(stored.states, in: new, from: place) }
    let target = self.place(of: new)
    stored.document = target.document
    put(stored.encoded().bytes, at: target, movedFrom: place)
    return true
  }

  /// Restores mentions in a document that was opened under its new name before its stored mentions were moved. Returns
  /// whether the mentions are now stored under the new name; if the file there cannot be read, they are only restored.
  private func restoreRenamed(
    _ states: [DocumentArchive], in key: DocumentURI, from place: StoredDocument.Place
  ) -> Bool {
    guard let status = kept[key]?.status, status != .reading else { return false }
    // Stored mentions must be restored before the text is read, because they include declined ones.
    update(key) { $0.takeBackReading() }
    unread.insert(key)
    restore(states, in: key)
    if status == .ready { keep(key, movedFrom: place) }
    return status == .ready
  }
}

extension DocumentURI {
  /// The new name of this document after a rename of its folder; nil if it is not in that folder.
  fileprivate func moved(from old: DocumentURI, to new: DocumentURI) -> DocumentURI? {
    let folder = old.key.hasSuffix("/") ? old.key : old.key + "/"
    guard key.hasPrefix(folder) else { return nil }
    let target = new.key.hasSuffix("/") ? new.key : new.key + "/"
    return DocumentURI(target + key.dropFirst(folder.count))
  }
}
