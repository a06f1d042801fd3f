import SystemCalls

/// The files of the annotation store on the disk.
enum StoreFiles {
  /// No file of the store is that long.
  private static let longest = 64 << 20

  static func read(_ path: String) -> SettingsFile.Contents {
    let contents = SettingsFile.Contents.read(path, limit: longest)
    if case .bytes(let bytes) = contents, bytes.count > longest { return .unreadable("it is too long") }
    return contents
  }

  /// Puts a file in the place of another in one step: whoever reads finds the old one or the new one, whole, even
  /// after a crash. Nil removes the file. What is there and cannot be read stays. Returns what went wrong.
  static func replace(_ path: String, with bytes: [UInt8]?, limit: StoreLimit?) -> String? {
    guard let slash = path.lastIndex(of: "/") else { return "\(path): there is no folder" }
    let folder = String(path[..<slash])
    if Platform.isReadOnly(path) { return "\(path) is read-only" }
    if let why = StoredDocument.obstacle(in: read(path), at: path) { return why }
    do throws(SystemError) {
      guard let bytes else {
        try Platform.remove(path)
        return nil
      }
      // The user's own folder is nobody else's business; a workspace's is shared.
      try Platform.createFolders(folder, mode: limit == nil ? 0o777 : 0o700)
      try Platform.replace(path, in: folder, with: bytes, mode: limit == nil ? 0o666 : 0o600)
    } catch {
      return "\(bytes == nil ? path : folder): \(error.message)"
    }
    if let limit { prune(folder, to: limit, keeping: path) }
    return nil
  }

  /// The documents whose mentions are kept in a folder and whose names begin with one of `prefixes`, sorted. What
  /// cannot be read is passed over.
  static func documents(in folder: String, below prefixes: [String]) -> [String] {
    names(in: folder).filter(isOurs).compactMap { name -> String? in
      guard let head = try? Platform.readFile("\(folder)/\(name)", limit: StoredDocument.headSize),
        let document = StoredDocument.name(inHead: head), prefixes.contains(where: document.hasPrefix)
      else { return nil }
      return document
    }.sorted()
  }

  /// Removes the files written longest ago until the folder is within its limit.
  private static func prune(_ folder: String, to limit: StoreLimit, keeping path: String) {
    var files: [(path: String, stamp: FileStamp)] = names(in: folder).compactMap { name in
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
      try? Platform.remove(file.path)
      count -= 1
      bytes -= file.stamp.size
    }
  }

  /// None where the folder cannot be read.
  private static func names(in folder: String) -> [String] { (try? Platform.names(in: folder)) ?? [] }

  /// Nothing else in the folder is touched.
  private static func isOurs(_ name: String) -> Bool {
    let digits = name.utf8.prefix(32)
    return name.utf8.count == 37 && name.hasSuffix(".json")
      && digits.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }
}
