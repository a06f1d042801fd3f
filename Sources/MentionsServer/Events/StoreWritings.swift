/// Does what is to be done to the store's files, in order: the same on the disk and without one.
package struct StoreWritings: Sendable {
  /// Of files that could not be written: what this server knows of them all the same.
  private var unwritten: [String: StoreWriting.Base] = [:]

  package init() {}

  /// - Parameters:
  ///   - writing: what is to be written, and over what.
  ///   - replace: looks at a file, does with it what it is told, and returns what went wrong.
  /// - Returns: ``ServerEvent/storeWritten(path:fault:)`` for each file that is not on its way any more.
  package mutating func perform(
    _ writing: StoreWriting,
    _ replace: (_ path: String, _ outcome: (SettingsFile.Contents) -> StoreOutcome) -> String?
  ) -> [ServerEvent] {
    let path = writing.path
    let base = writing.base == .replaced ? .replaced : unwritten[path] ?? writing.base
    let fault = replace(path) { StoreWriting.outcome(of: writing.bytes, base: base, over: $0, at: path) }
    unwritten[path] = fault == nil ? nil : base
    let written = ServerEvent.storeWritten(path: path, fault: fault)
    guard let oldPath = writing.oldPath else { return [written] }
    if fault != nil { return [written, .storeWritten(path: oldPath, fault: nil)] }
    let left = replace(oldPath) { StoreWriting.outcome(of: nil, base: .replaced, over: $0, at: oldPath) }
    return [written, .storeWritten(path: oldPath, fault: left)]
  }
}
