/// The files of the annotation store on the disk.
enum StoreFiles {
  /// No file of the store is that long.
  private static let longest = 64 << 20

  static func read(_ path: String) -> SettingsFile.Contents {
    do throws(FileFault) {
      let bytes = try Platform.readFile(path, limit: longest)
      return bytes.count > longest ? .unreadable("it is too long") : .bytes(bytes)
    } catch {
      switch error {
      case .missing: return .missing
      case .unreadable(let why): return .unreadable(why)
      }
    }
  }

  /// Puts a file in the place of another in one step: whoever reads finds the old one or the new one, whole, even
  /// after a crash. Nil removes the file. What is there and cannot be read stays. Returns what went wrong.
  static func replace(_ path: String, with bytes: [UInt8]?, limit: StoreLimit?) -> String? {
    guard let slash = path.lastIndex(of: "/") else { return "\(path): there is no folder" }
    let folder = String(path[..<slash])
    if Platform.isReadOnly(path) { return "\(path) is read-only" }
    if let why = StoredDocument.obstacle(in: read(path), at: path) { return why }
    guard let bytes else { return Platform.remove(path) }
    // The user's own folder is nobody else's business; a workspace's is shared.
    if let why = Platform.createFolders(folder, mode: limit == nil ? 0o777 : 0o700) {
      return "\(folder): \(why)"
    }
    if let why = Platform.replace(path, in: folder, with: bytes, mode: limit == nil ? 0o666 : 0o600) {
      return "\(folder): \(why)"
    }
    if let limit { prune(folder, to: limit, keeping: path) }
    return nil
  }

  /// The documents whose mentions are kept in a folder and whose names begin with one of `prefixes`, sorted. What
  /// cannot be read is passed over.
  static func documents(in folder: String, below prefixes: [String]) -> [String] {
    Platform.names(in: folder).filter(isOurs).compactMap { name -> String? in
      guard let head = try? Platform.readFile("\(folder)/\(name)", limit: StoredDocument.headSize),
        let document = StoredDocument.name(inHead: head), prefixes.contains(where: document.hasPrefix)
      else { return nil }
      return document
    }.sorted()
  }

  /// Removes the files written longest ago until the folder is within its limit.
  private static func prune(_ folder: String, to limit: StoreLimit, keeping path: String) {
    var files: [(path: String, stamp: FileStamp)] = Platform.names(in: folder).compactMap { name in
      let path = "\(folder)/\(name)"
      return isOurs(name) ? Platform.stamp(path).map { (path, $0) } : nil
    }
    var count = files.count
    var bytes = files.reduce(0) { $0 + $1.stamp.size }
    guard count > limit.documents || bytes > limit.bytes else { return }
    files.sort {
      ($0.stamp.seconds, $0.stamp.nanoseconds, $0.path) < ($1.stamp.seconds, $1.stamp.nanoseconds, $1.path)
    }
    for file in files where count > limit.documents || bytes > limit.bytes {
      guard file.path != path else { continue }
      _ = Platform.remove(file.path)
      count -= 1
      bytes -= file.stamp.size
    }
  }

  /// Nothing else in the folder is touched.
  private static func isOurs(_ name: String) -> Bool {
    let digits = name.utf8.prefix(32)
    return name.utf8.count == 37 && name.hasSuffix(".json")
      && digits.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }
}
