import ServerHost
import TextModel

/// Text with marks in it, for tests that can be read: `|` is the cursor (two are a selection), `«…»` are
/// annotations.
///
/// ```
/// MarkedText("Hi «Ada», @al|").cursor        // UTF-8 offset 11
/// MarkedText(bytes, annotations: […]).description == "Hi «Ada», @al"
/// ```
///
/// A backslash before a mark or a backslash means the character itself. Marks are single scalars: one
/// followed by a combining mark is still a mark.
public struct MarkedText: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  public var bytes: [UInt8]
  /// The cursor, or the start and the end of what is selected.
  public var selection: TextRange?
  /// Sorted and disjoint.
  public var annotations: [TextRange]

  /// The cursor; the end of a selection.
  public var cursor: TextOffset? { selection?.end }
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  public init(_ bytes: [UInt8], cursor: TextOffset? = nil, annotations: [TextRange] = []) {
    self.init(bytes, selection: cursor.map { TextRange(at: $0) }, annotations: annotations)
  }

  public init(_ bytes: [UInt8], selection: TextRange?, annotations: [TextRange] = []) {
    self.bytes = bytes
    self.selection = selection
    self.annotations = annotations
  }

  public init(stringLiteral marked: String) { self.init(marked) }

  /// Reads marked text. Marks that do not pair are a mistake in the test, and stop it.
  public init(_ marked: String) {
    bytes = []
    annotations = []
    var bars: [TextOffset] = []
    var opened: TextOffset?
    var escaped = false
    for scalar in marked.unicodeScalars {
      let here = TextOffset(bytes.count)
      switch scalar {
      case _ where escaped:
        bytes += UTF8.encode(scalar).map(Array.init) ?? []
        escaped = false
      case "\\":
        escaped = true
      case "|":
        bars.append(here)
      case "«":
        precondition(opened == nil, "« inside «…»: \(marked)")
        opened = here
      case "»":
        guard let start = opened else { preconditionFailure("» without «: \(marked)") }
        annotations.append(TextRange(start, here))
        opened = nil
      default:
        bytes += UTF8.encode(scalar).map(Array.init) ?? []
      }
    }
    precondition(opened == nil, "« without »: \(marked)")
    precondition(!escaped, "a backslash before nothing: \(marked)")
    precondition(bars.count <= 2, "more than two cursors: \(marked)")
    selection = bars.first.map { TextRange($0, bars[bars.count - 1]) }
  }

  /// The marked text. Where marks meet, annotations that end come first, then the cursor, then those
  /// that start.
  public var description: String {
    var scalars = String.UnicodeScalarView()
    var place = TextOffset.zero
    for scalar in text.unicodeScalars {
      scalars.append(contentsOf: marks(at: place))
      if "\\|«»".unicodeScalars.contains(scalar) { scalars.append("\\") }
      scalars.append(scalar)
      place = place + UTF8.width(scalar)
    }
    scalars.append(contentsOf: marks(at: place))
    return String(scalars)
  }

  private func marks(at place: TextOffset) -> [Unicode.Scalar] {
    var marks: [Unicode.Scalar] = []
    for range in annotations where range.end == place && !range.isEmpty { marks.append("»") }
    if let selection {
      if selection.start == place { marks.append("|") }
      if selection.end == place, !selection.isEmpty { marks.append("|") }
    }
    for range in annotations where range.start == place {
      marks.append("«")
      if range.isEmpty { marks.append("»") }
    }
    return marks
  }
}

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

/// What text is made of where it hurts: line ends, marks, joiners, flags, jamo, right-to-left, astral planes.
package let painfulPieces: [String] = [
  "a", "b", "Z", " ", "  ", "@", ".", "foo", "line", "\n", "\r", "\r\n", "\n\n", "\t", "é", "e\u{301}",
  "\u{301}", "\u{200D}", "\u{FE0F}", "👩‍👩‍👧", "👩", "🏽", "👍🏽", "🇩🇪", "🇫", "🇷", "ᄀ", "ᅡ", "ᆨ", "각", "가", "한", "뷁",
  "שלום", "ع",
  "\u{200F}", "你", "好", "你好", "が", "か\u{3099}", "क्षि", "क", "्", "\u{0600}", "𝒳", "𐍈", "\u{0}", "ß", "ไทย",
  "นํ้า",
]

package func painfulText(pieces: Int, using random: inout some RandomNumberGenerator) -> [UInt8] {
  var text: [UInt8] = []
  for _ in 0..<pieces { text += (painfulPieces.randomElement(using: &random) ?? "").utf8 }
  return text
}

/// Scalar boundaries of well-formed UTF-8, both ends included.
package func scalarBoundaries(_ bytes: [UInt8]) -> [Int] {
  bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 } + [bytes.count]
}

/// A range on scalar boundaries, at most `longest` scalars long.
package func randomRange(_ bytes: [UInt8], longest: Int, using random: inout some RandomNumberGenerator)
  -> TextRange
{
  let places = scalarBoundaries(bytes)
  let from = Int.random(in: 0..<places.count, using: &random)
  let to = min(places.count - 1, from + Int.random(in: 0...longest, using: &random))
  return TextRange(places[from], places[to])
}

/// The amount of random and large input of tests, by the environment variable `MENTIONS_QUICK`: 1 for a part of both, for
/// the quick loop; 0 for all of it; if unset, large inputs and every fourth seed.
package enum QuickLoop {
  private static let setting = HostProcess.environment()["MENTIONS_QUICK"]
  package static let isOn = setting == "1"
  /// The distance of the seeds that are tried.
  static let step: UInt64 = isOn ? 8 : setting == "0" ? 1 : 4

  static func seeds(_ all: ClosedRange<UInt64>, step: UInt64) -> [UInt64] {
    Array(stride(from: all.lowerBound, through: all.upperBound, by: UInt64.Stride(step)))
  }
}

/// The seeds of a test with random input: every fourth from the first one on, every eighth in the quick loop, or all.
///
/// ```swift
/// @Test(arguments: seeds(1...40)) func `random edits against a simple list`(seed: UInt64) { … }
/// ```
///
/// - Complexity: O(*n*), *n* the number of seeds.
package func seeds(_ all: ClosedRange<UInt64>) -> [UInt64] { QuickLoop.seeds(all, step: QuickLoop.step) }
