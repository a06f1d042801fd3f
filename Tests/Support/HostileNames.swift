/// Names that attack whoever shows or inserts them: what a commit, a people file or a program can hold.
public enum HostileNames {
  public struct Attack: Hashable, Sendable, CustomStringConvertible {
    /// Says what it tries, in letters.
    public let description: String
    public let text: String

    init(_ description: String, _ text: String) {
      self.description = description
      self.text = text
    }
  }

  /// What makes markup where it is not escaped, by scalars: a joiner, an accent or a selector after a sign makes one
  /// `Character` of both.
  public static let markup: [Attack] =
    ["", "\u{200D}", "\u{301}", "\u{FE0F}", "\u{200C}"].enumerated().flatMap { number, mark in
      let (open, close, less, bang) = ("[\(mark)", "]\(mark)", "<\(mark)", "!\(mark)")
      return [
        Attack("a link \(number)", "Eve \(open)x\(close)(https://evil.example)"),
        Attack("a link that ends \(number)", "Eve [x](https://evil.example)\(mark)"),
        Attack("a command \(number)", "Eve \(open)x\(close)(command:workbench.action.quit)"),
        Attack("an image \(number)", "Eve \(bang)\(open)x\(close)(https://evil.example/x.png)"),
        Attack("HTML \(number)", "Eve \(less)img src=https://evil.example/x.png>\(less)/img>"),
        Attack("an address in brackets \(number)", "Eve \(less)https://evil.example>"),
        Attack("code \(number)", "Eve `\(mark)code`\(mark) ```\(mark)"),
        Attack("emphasis \(number)", "Eve *\(mark)x*\(mark) _\(mark)x_\(mark) ~~\(mark)x~~"),
        Attack("a reference \(number)", "Eve \(open)x\(close)\(open)y\(close)"),
        Attack("a backslash before \(number)", "Eve \\\(mark)[x](https://evil.example)"),
      ]
    } + [
      Attack("a bare address", "Eve https://evil.example/x"),
      Attack("a bare host", "Eve www.evil.example"),
      Attack("a bare host in capitals", "Eve WWW.evil.example"),
      Attack("an icon", "Eve $(trash)"),
      Attack("an entity", "Eve &lt;b&gt; &#91;x](https://evil.example)"),
      Attack("a heading", "# Eve"), Attack("a list", "- Eve"), Attack("a numbered list", "1. Eve"),
      Attack("a quotation", "> Eve"), Attack("a table", "| Eve | x |"), Attack("a fence", "~~~ Eve"),
      Attack("a definition", "[eve]: https://evil.example"), Attack("a rule", "--- Eve"),
    ]

  /// What acts and is not seen.
  public static let hidden: [Attack] = [
    Attack("colours of a terminal", "Eve \u{1B}[31mred\u{1B}[0m"),
    Attack("the title of a terminal", "Eve \u{1B}]0;owned\u{7}"),
    Attack("a C1 control", "Eve \u{9B}31mred\u{85}"), Attack("a bell", "Eve\u{7}\u{8}\u{7F}"),
    Attack("an override", "Eve \u{202E}gnp.exe\u{202C}"), Attack("an isolate", "Eve \u{2066}x\u{2069}"),
    Attack("separators", "Eve\u{2028}# x\u{2029}- y"), Attack("a byte order mark", "\u{FEFF}Eve\u{FEFF}"),
    Attack("tags", "Eve\u{E0068}\u{E0069}\u{E007F}"),
    Attack("tags after a flag", "Eve 🏴\u{E0068}\u{E0069}\u{E0021}\u{E007F}"),
  ]

  public static let all = markup + hidden

  /// What of a text may be neither shown nor inserted: `U+202E`, each once. Written anew here, so that the server's own
  /// rule is not judged by itself.
  public static func forbidden(in text: some StringProtocol) -> [String] {
    var found: [String] = []
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let isForbidden: Bool
      switch scalar.value {
      case 0..<0x20, 0x7F...0x9F, 0x2028...0x2029, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF:
        isForbidden = true
      case 0xE0000...0xE007F: isForbidden = !isInFlag(scalars, index)
      default: isForbidden = false
      }
      let name = "U+" + String(scalar.value, radix: 16, uppercase: true)
      if isForbidden, !found.contains(name) { found.append(name) }
    }
    return found
  }

  /// The three flags that Unicode recommends for general interchange.
  private static func isInFlag(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    let start = scalars[..<index].lastIndex { $0.value == 0x1F3F4 }
    guard let start else { return false }
    let region = scalars[(start + 1)...].prefix { (0xE0020...0xE007E).contains($0.value) }
      .compactMap { Unicode.Scalar($0.value - 0xE0000) }
    return ["gbeng", "gbsct", "gbwls"].contains(String(String.UnicodeScalarView(region)))
      && index <= start + 1 + region.count
  }
}
