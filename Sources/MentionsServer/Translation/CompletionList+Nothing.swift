import LanguageProtocol

extension CompletionList {
  /// Nothing to offer here and now; the next key may change that.
  static let nothing = CompletionList(isIncomplete: true, items: [])
}
