/// Which files differ from how they were when last looked at, for hosts whose files are only imagined.
package struct FileChanges {
  private var known: [String: AnyHashable?] = [:]

  package init() {}

  /// The first look only remembers.
  package mutating func among(_ paths: [String], contents: (String) -> (some Hashable)?) -> [String] {
    paths.filter { path in
      let now = contents(path).map { AnyHashable($0) }
      guard let before = known.updateValue(now, forKey: path) else { return false }
      return before != now
    }
  }
}
