import LanguageProtocol
import Mentions

/// What is kept of documents follows them to new names.
extension Session {
  /// `workspace/didRenameFiles`: before or after the client closes the old name and opens the new one.
  func didRenameFiles(_ params: RenameFilesParams) {
    var closed: [FileRename] = []
    for file in params.files {
      for key in documents.keys.sorted(by: { $0.key < $1.key }) where key != file.oldUri {
        if let new = key.moved(from: file.oldUri, to: file.newUri) { store.renames[key] = new }
      }
      if documents[file.oldUri] != nil {
        store.renames[file.oldUri] = file.newUri
      } else {
        renameStored(from: file.oldUri, to: file.newUri)
        closed.append(file)
      }
    }
    renameFolders(closed)
  }

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
    store.forgetClosed(old)
    let place = storePlace(of: old)
    if let bytes = store.held(for: place.key) {
      moveStored(bytes, from: old, to: new)
    } else if let path = place.path {
      store.readers[path, default: []].append(.rename(from: old, to: new))
      perform(.readStore(path))
    }
  }

  func moveStored(_ bytes: [UInt8], from old: DocumentURI, to new: DocumentURI) {
    let place = storePlace(of: old)
    // What cannot be read stays where it is.
    guard case .success(var stored) = StoredDocument.read(bytes, of: place.document) else { return }
    put([], at: place)
    if documents[new] != nil { return restoreRenamed(stored.states, in: new) }
    let target = storePlace(of: new)
    stored.document = target.document
    put(stored.encoded().bytes, at: target)
  }

  /// The document was opened under its new name before what is kept of it was there.
  func restoreRenamed(_ states: [DocumentArchive], in key: DocumentURI) {
    guard let document = documents[key], document.keeping.status == .ready,
      document.mentions.annotations.allSatisfy({ $0.source == .readBack })
    else { return }
    // What is kept says which of them the user did not want, and is read before the text is.
    update(key) { $0.takeBackReading() }
    restore(states, in: key)
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
