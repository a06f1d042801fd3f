import LanguageProtocol
import Mentions

/// Documents whose text is published on a forge: messages of issues, and of pull and merge requests.
enum ForgeText {
  /// Message files of hub, `gh` and `glab`.
  private static let names: Set<Substring> = ["PULLREQ_EDITMSG", "ISSUE_EDITMSG", "MERGEREQ_EDITMSG"]

  static func contains(_ document: DocumentURI) -> Bool {
    if document.text.hasPrefix("octo://") { return true }
    guard let path = document.filePath, let name = path.split(separator: "/").last else { return false }
    // forge.el stores drafts in `magit/posts`.
    if names.contains(name) || path.contains("/magit/posts/") { return true }
    // `gh` and `glab` open an editor on a file in the temporary folder whose name is a number.
    let isTemporary = path.hasPrefix("/tmp/") || path.contains("/var/folders/")
    return isTemporary && name.hasSuffix(".md") && name.count > 3 && name.dropLast(3).allSatisfy(\.isNumber)
  }
}

extension MentionsPolicy {
  /// Makes triggers whose format is not set in the settings write handles, for entities that have one.
  mutating func writesHandles() {
    for index in triggers.indices where triggers[index].insert == .standard {
      triggers[index].insert.fallback = .handleOrName
    }
  }
}
