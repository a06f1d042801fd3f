import LanguageProtocol
import Mentions

/// What is kept of documents follows them to new names.
extension Session {
  /// `workspace/didRenameFiles`: before or after the client closes the old name and opens the new one.
  func didRenameFiles(_ params: RenameFilesParams) {
    var closed: [FileRename] = []
    for file in params.files where file.oldUri != file.newUri {
      if renameOpen(file) { continue }
      renameStored(from: file.oldUri, to: file.newUri)
      closed.append(file)
    }
    renameFolders(closed)
  }

  // MARK: Open documents

  /// What is open is moved when it is closed: then nothing about it changes any more. False where only documents in
  /// a folder of this name are open, or none is.
  private func renameOpen(_ file: FileRename) -> Bool {
    var isOpen = false
    for key in documents.keys.sorted(by: { $0.key < $1.key }) {
      let name = store.renames[key] ?? key
      if key == file.oldUri || name == file.oldUri && !isOpenElsewhere(key) {
        rename(key, to: file.newUri)
        isOpen = true
      } else if !isOpenElsewhere(key), let new = name.moved(from: file.oldUri, to: file.newUri) {
        rename(key, to: new)
      }
    }
    return isOpen
  }

  /// Whether a document is open under its new name too: what is kept goes there then, whatever that is called later.
  private func isOpenElsewhere(_ key: DocumentURI) -> Bool {
    store.renames[key].map { documents[$0] != nil } ?? false
  }

  private func rename(_ key: DocumentURI, to new: DocumentURI) {
    let last = isOpenElsewhere(key) ? nil : store.renames[key]
    store.renames[key] = new == key ? nil : new
    guard let last, last != new else { return }
    // It may have been written under that name. What cannot be written under the next one stays there.
    let isHeld = newPlace(of: key) == nil && documents[key]?.keeping.status == .locked
    writeStore(key, movedFrom: isHeld ? nil : storePlace(of: last))
  }

  /// Where an open document is kept that has another name by now. Nil where it has not, and where the document of
  /// that name is open itself: two must not write one file.
  func newPlace(of key: DocumentURI) -> StorePlace? {
    isOpenElsewhere(key) ? nil : store.renames[key].map { storePlace(of: $0) }
  }

  /// Whether a document that is about to be closed has another name and what is kept of it could be moved there.
  func moveClosing(_ key: DocumentURI, _ states: [DocumentArchive]) -> Bool {
    guard let new = store.renames[key], let keeping = documents[key]?.keeping, keeping.status != .reading
    else { return false }
    if documents[new] != nil { return restoreRenamed(states, in: new, from: keeping.ownPlace) }
    writeStore(key, movedFrom: keeping.ownPlace)
    return true
  }

  // MARK: Closed documents

  /// Documents in folders of these names go with them, if they are not open. A URI does not tell whether it is a
  /// folder's.
  private func renameFolders(_ renames: [FileRename]) {
    var searches: [String?: [FileRename]] = [:]
    for rename in renames {
      searches[StorePlace.folder(of: storePlace(of: rename.oldUri).key), default: []].append(rename)
    }
    for (folder, renames) in searches.sorted(by: { $0.key ?? "" < $1.key ?? "" }) {
      guard let folder else {
        rename(store.documents(in: nil), in: nil, by: renames)
        continue
      }
      store.searches[folder, default: []] += renames
      let names = renames.map { storePlace(of: $0.oldUri).document }
      perform(.searchStore(folder: folder, below: names.map { $0.hasSuffix("/") ? $0 : $0 + "/" }))
    }
  }

  /// A folder of the store was searched.
  func storeFound(_ documents: [String], in folder: String) {
    guard let renames = store.searches.removeValue(forKey: folder) else { return }
    // What is being written may not have been found.
    rename(Set(documents + store.documents(in: folder)).sorted(), in: folder, by: renames)
  }

  private func rename(_ names: [String], in folder: String?, by renames: [FileRename]) {
    for name in names {
      let old = StorePlace.document(named: name, in: folder)
      let new = renames.lazy.compactMap { old.moved(from: $0.oldUri, to: $0.newUri) }.first
      // What is open goes when it is closed.
      if let new, documents[old] == nil { renameStored(from: old, to: new) }
    }
  }

  private func renameStored(from old: DocumentURI, to new: DocumentURI) {
    let place = storePlace(of: old)
    if let bytes = store.held(for: place.key) {
      moveStored(bytes.isEmpty ? .missing : .bytes(bytes), from: old, to: new)
    } else if let path = place.path {
      store.readers[path, default: []].append(.rename(from: old, to: new))
      perform(.readStore(path))
    }
  }

  /// What is kept under the old name was read.
  func moveStored(_ contents: SettingsFile.Contents, from old: DocumentURI, to new: DocumentURI) {
    let place = storePlace(of: old)
    if contents == .missing { return }
    if case .bytes(let bytes) = contents, move(bytes, from: place, to: new) { return store.forgetClosed(old) }
    // A file that cannot be read stays where it is; what was kept beside it in memory goes.
    if let bytes = store.held(for: place.memoryKey), move(bytes, from: place.inMemory, to: new) {
      store.forgetClosed(old)
    }
  }

  private func move(_ bytes: [UInt8], from place: StorePlace, to new: DocumentURI) -> Bool {
    guard case .success(var stored) = StoredDocument.read(bytes, of: place.document) else { return false }
    if documents[new] != nil { return restoreRenamed(stored.states, in: new, from: place) }
    let target = storePlace(of: new)
    stored.document = target.document
    put(stored.encoded().bytes, at: target, movedFrom: place)
    return true
  }

  /// The document was opened under its new name before what is kept of it was there. Whether it is kept there now:
  /// where its file cannot be read it is only shown.
  private func restoreRenamed(
    _ states: [DocumentArchive], in key: DocumentURI, from place: StorePlace
  ) -> Bool {
    guard let status = documents[key]?.keeping.status, status != .reading else { return false }
    // What is kept says which of them the user did not want, and is read before the text is.
    update(key) { $0.takeBackReading() }
    restore(states, in: key)
    guard status == .ready else { return false }
    writeStore(key, movedFrom: place)
    return true
  }
}

extension DocumentURI {
  /// This document's name once the folder it is in has another one; nil where it is not in it.
  fileprivate func moved(from old: DocumentURI, to new: DocumentURI) -> DocumentURI? {
    let folder = old.key.hasSuffix("/") ? old.key : old.key + "/"
    guard key.hasPrefix(folder) else { return nil }
    let target = new.key.hasSuffix("/") ? new.key : new.key + "/"
    return DocumentURI(target + key.dropFirst(folder.count))
  }
}
