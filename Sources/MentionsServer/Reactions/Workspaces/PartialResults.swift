import LanguageProtocol

extension Session {
  /// In one message of partial results there are so many at most: some tens of kilobytes.
  private static let largestPiece = 500

  /// Answers a request with a list: in pieces under its partial result token, where it brought one, and then with an empty
  /// list, as LSP wants it; else in one.
  func answer<Item: MemberValue & Hashable>(_ id: RPCID, _ all: [Item], under token: ProgressToken?) {
    guard let token else { return answer(id, all) }
    guard requests.isOpen(id) else { return }
    for start in stride(from: 0, to: all.count, by: Self.largestPiece) {
      let piece = all[start..<min(all.count, start + Self.largestPiece)]
      notify(.progress, PartialResultParams(token: token, value: Array(piece)))
    }
    answer(id, [Item]())
  }
}
