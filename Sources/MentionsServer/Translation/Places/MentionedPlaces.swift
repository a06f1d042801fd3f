import Entities
import LanguageProtocol

/// Where somebody is mentioned, as a hover tells it.
struct MentionedPlaces {
  struct First {
    /// In its workspace folder.
    var path: String
    var uri: DocumentURI
    /// Counted from zero.
    var line: Int
  }

  /// So many files are named.
  static let mostShown = 3

  /// All mentions, that of the hover among them.
  var count: Int
  /// How many files besides the document mention them.
  var otherFiles = 0
  /// The first mention in each of some of these.
  var first: [First] = []

  /// `5 mentions in this document and 2 other files: docs/b.md:4, …`; nil where there is no other mention.
  func text(asMarkdown: Bool) -> String? {
    guard count > 1 else { return nil }
    let files = otherFiles == 1 ? "1 other file" : "\(otherFiles) other files"
    let places = "\(count) mentions in this document" + (otherFiles > 0 ? " and \(files)" : "")
    let shown = first.map { asMarkdown ? Self.link(to: $0) : Self.label(of: $0) }
    if shown.isEmpty { return places }
    return "\(places): \(shown.joined(separator: ", "))" + (otherFiles > shown.count ? ", …" : "")
  }

  private static func label(of place: First) -> String {
    ShownText.clipped("\(place.path):\(place.line + 1)")
  }

  /// Editors that know no line in a link open the file.
  private static func link(to place: First) -> String {
    let address = place.uri.text.replacing("(", with: "%28").replacing(")", with: "%29")
    let isPlain = address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "<") }
    let label = MarkdownText.escaped(label(of: place))
    return isPlain ? "[\(label)](\(address)#L\(place.line + 1))" : label
  }
}
