import MentionsServer
import SystemCalls

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
