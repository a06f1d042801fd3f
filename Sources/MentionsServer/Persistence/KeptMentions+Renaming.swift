import LanguageProtocol
import Mentions

/// What is kept of documents follows them to new names.
extension KeptMentions {
  /// `workspace/didRenameFiles`: before or after the client closes the old name and opens the new one.
  mutating func rename(
    _ files: [FileRename], closed: [FileRename], _ places: StorePlaces
  ) -> [StoreEffect] {
    guard let file = files.first else { return renameFolders(closed, places) }
    let rest = Array(files.dropFirst())
    if file.oldUri == file.newUri { return [.then(.renamed(rest, closed: closed))] }
    let (isOpen, effects) = renameOpen(file, places)
    if isOpen { return effects + [.then(.renamed(rest, closed: closed))] }
    return effects + [
      .then(.renamedClosed(from: file.oldUri, to: file.newUri)),
      .then(.renamed(rest, closed: closed + [file])),
    ]
  }

  // MARK: Open documents

  /// What is open is moved when it is closed: then nothing about it changes any more. False where only documents in
  /// a folder of this name are open, or none is.
  private mutating func renameOpen(
    _ file: FileRename, _ places: StorePlaces
  ) -> (isOpen: Bool, effects: [StoreEffect]) {
    var isOpen = false
    var effects: [StoreEffect] = []
    for key in openKeys {
      let name = renames[key] ?? key
      if key == file.oldUri || name == file.oldUri && !isOpenElsewhere(key) {
        effects += rename(key, to: file.newUri, places)
        isOpen = true
      } else if !isOpenElsewhere(key), let new = name.moved(from: file.oldUri, to: file.newUri) {
        effects += rename(key, to: new, places)
      }
    }
    return (isOpen, effects)
  }

  private mutating func rename(
    _ key: DocumentURI, to new: DocumentURI, _ places: StorePlaces
  ) -> [StoreEffect] {
    let last = isOpenElsewhere(key) ? nil : renames[key]
    renames[key] = new == key ? nil : new
    guard let last, last != new else { return [] }
    // It may have been written under that name. What cannot be written under the next one stays there.
    let isHeld = newPlace(of: key, places) == nil && self[key]?.status == .locked
    return [.keep(key, movedFrom: isHeld ? nil : places[last])]
  }

  /// Moves what is kept of a document that is about to be closed to its new name, if it has one and that can be.
  func moveClosing(
    _ key: DocumentURI, _ states: [DocumentArchive]
  ) -> (isMoved: Bool, effects: [StoreEffect]) {
    guard let new = renames[key], let document = self[key], document.status != .reading else {
      return (false, [])
    }
    if self[new] == nil { return (true, [.keep(key, movedFrom: document.ownPlace)]) }
    return restoreRenamed(states, in: new, from: document.ownPlace)
  }

  // MARK: Closed documents

  /// Documents in folders of these names go with them, if they are not open. A URI does not tell whether it is a
  /// folder's.
  private mutating func renameFolders(_ renames: [FileRename], _ places: StorePlaces) -> [StoreEffect] {
    var searches: [String?: [FileRename]] = [:]
    for rename in renames {
      searches[StorePlace.folder(of: places[rename.oldUri].key), default: []].append(rename)
    }
    var effects: [StoreEffect] = []
    for (folder, renames) in searches.sorted(by: { $0.key ?? "" < $1.key ?? "" }) {
      guard let folder else {
        effects += rename(index.documents(in: nil), in: nil, by: renames)
        continue
      }
      index.searches[folder, default: []] += renames
      let names = renames.map { places[$0.oldUri].document }
      effects.append(.searchFolder(folder, below: names.map { $0.hasSuffix("/") ? $0 : $0 + "/" }))
    }
    return effects
  }

  mutating func found(_ documents: [String], in folder: String) -> [StoreEffect] {
    guard let renames = index.searches.removeValue(forKey: folder) else { return [] }
    // What is being written may not have been found.
    return rename(Set(documents + index.documents(in: folder)).sorted(), in: folder, by: renames)
  }

  private func rename(_ names: [String], in folder: String?, by renames: [FileRename]) -> [StoreEffect] {
    names.compactMap { name in
      let old = StorePlace.document(named: name, in: folder)
      let new = renames.lazy.compactMap { old.moved(from: $0.oldUri, to: $0.newUri) }.first
      // What is open goes when it is closed.
      guard let new, self[old] == nil else { return nil }
      return .then(.renamedClosed(from: old, to: new))
    }
  }

  mutating func renameStored(
    from old: DocumentURI, to new: DocumentURI, _ places: StorePlaces
  ) -> [StoreEffect] {
    let place = places[old]
    if let bytes = index.held(for: place.key) {
      return moveStored(bytes.isEmpty ? .missing : .bytes(bytes), from: old, to: new, places)
    }
    guard let path = place.path else { return [] }
    index.readers[path, default: []].append(.rename(from: old, to: new))
    return [.readFile(path)]
  }

  /// What is kept under the old name was read.
  mutating func moveStored(
    _ contents: SettingsFile.Contents, from old: DocumentURI, to new: DocumentURI, _ places: StorePlaces
  ) -> [StoreEffect] {
    let place = places[old]
    if contents == .missing { return [] }
    var effects: [StoreEffect] = []
    if case .bytes(let bytes) = contents {
      let (isMoved, all) = move(bytes, from: place, to: new, places)
      if isMoved {
        index.forgetClosed(old)
        return all
      }
      effects = all
    }
    // A file that cannot be read stays where it is; what was kept beside it in memory goes.
    if let bytes = index.held(for: place.memoryKey) {
      let (isMoved, all) = move(bytes, from: place.inMemory, to: new, places)
      if isMoved { index.forgetClosed(old) }
      effects += all
    }
    return effects
  }

  private mutating func move(
    _ bytes: [UInt8], from place: StorePlace, to new: DocumentURI, _ places: StorePlaces
  ) -> (isMoved: Bool, effects: [StoreEffect]) {
    guard case .success(var stored) = StoredDocument.read(bytes, of: place.document) else {
      return (false, [])
    }
    if self[new] != nil { return restoreRenamed(stored.states, in: new, from: place) }
    let target = places[new]
    stored.document = target.document
    return (true, put(stored.encoded().bytes, at: target, movedFrom: place))
  }

  /// The document was opened under its new name before what is kept of it was there. Whether it is kept there now:
  /// where its file cannot be read it is only shown.
  private func restoreRenamed(
    _ states: [DocumentArchive], in key: DocumentURI, from place: StorePlace
  ) -> (isMoved: Bool, effects: [StoreEffect]) {
    guard let status = self[key]?.status, status != .reading else { return (false, []) }
    // What is kept says which of them the user did not want, and is read before the text is.
    let shown: [StoreEffect] = [.takeBackReading(key), .restore(states, in: key)]
    return status == .ready ? (true, shown + [.keep(key, movedFrom: place)]) : (false, shown)
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
