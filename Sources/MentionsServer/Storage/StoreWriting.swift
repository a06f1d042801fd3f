/// One change of the annotation store's files.
public struct StoreWriting: Hashable, Sendable {
  public let path: String
  /// What the file is to hold; nil where there is nothing to keep: it is to go.
  public let bytes: [UInt8]?
  public let limit: StoreLimit?
  /// The file of the document's old name. It goes once the new one is safe, and stays where that cannot be.
  public let oldPath: String?

  /// Does it: the same order on the disk and without one.
  /// - Parameter replace: writes a file whole, or removes it, and returns what went wrong.
  /// - Returns: ``ServerEvent/storeWritten(path:fault:)`` for each file that is not on its way any more.
  package func perform(_ replace: (_ path: String, _ bytes: [UInt8]?) -> String?) -> [ServerEvent] {
    let fault = replace(path, bytes)
    let written = ServerEvent.storeWritten(path: path, fault: fault)
    guard let oldPath else { return [written] }
    return [written, .storeWritten(path: oldPath, fault: fault == nil ? replace(oldPath, nil) : nil)]
  }
}
