import LanguageProtocol

/// `mentions/spelling`: where spell checking must stay off (seed 003: autocorrect and spelling).
extension Session {
  func spelling(_ params: MentionsSpellingParams) throws(RPCError) -> MentionsSpellingResult {
    MentionsSpellingResult(off: spellingOff(in: try openDocument(params.textDocument).mentions))
  }
}
