import LanguageProtocol

/// `workspace/did…`: settings, folders and files that change.
extension Session {
  /// Clients that answer `workspace/configuration` say here only that there is something to ask for.
  func didChangeConfiguration(_ params: DidChangeConfigurationParams) {
    if client.answersConfiguration {
      askForConfiguration()
    } else {
      settings.configuration = params.settings
      applySettings()
    }
  }

  func didChangeWorkspaceFolders(_ params: DidChangeWorkspaceFoldersParams) {
    let removed = Set(params.event.removed.compactMap(\.uri.filePath).map(FolderPath.plain))
    roots.removeAll { removed.contains($0) }
    var known = Set(roots)
    for folder in params.event.added.compactMap(\.uri.filePath).map(FolderPath.plain)
    where known.insert(folder).inserted {
      roots.append(folder)
    }
    isRootAdopted = false
    rootsChanged()
  }

  func didChangeWatchedFiles(_ params: DidChangeWatchedFilesParams) {
    noteFiles(params.changes.map(\.uri))
    filesChanged(params.changes.compactMap(\.uri.filePath))
  }

  /// Before or after the client closes the old name and opens the new one.
  func didRenameFiles(_ params: RenameFilesParams) {
    stepKeeping(.renamed(params.files, closed: []))
    noteFiles(params.files.flatMap { [$0.oldUri, $0.newUri] })
  }

  /// Somebody who opens a single file has no workspace folder; the file's own then stands in for it.
  ///
  /// - Returns: whether it does, so that settings are about to be read.
  func adoptRoot(of document: DocumentURI) -> Bool {
    guard roots.isEmpty, let path = document.filePath, let slash = path.lastIndex(of: "/") else {
      return false
    }
    roots = [slash == path.startIndex ? "/" : String(path[..<slash])]
    isRootAdopted = true
    rootsChanged()
    return true
  }

  private func rootsChanged() {
    settings.locate(roots: roots, environment: options.environment)
    perform(.readSettings(settings.paths))
  }
}
