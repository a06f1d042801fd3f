import LanguageProtocol
import Mentions
import MentionsServer

/// The mentions in files that their texts do not tell, for whoever reads many files. Threads may share it.
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
    /// What the document is called there.
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
