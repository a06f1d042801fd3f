import Foundation
import MentionsTestKit
import Testing

@testable import Entities

/// The committed table agrees with Unicode's properties. `MENTIONS_UPDATE=1` renews it.
@Suite struct NameFoldingTableTests {
  /// Letters that Unicode does not decompose, but that people type without their stroke or tie; and
  /// punctuation that has a counterpart in ASCII.
  static let byHand: [String: String] = [
    "ß": "ss", "ẞ": "ss", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i",
    "ħ": "h", "ŧ": "t", "ŋ": "n", "ĸ": "k", "ƀ": "b", "ƃ": "b", "ɓ": "b", "ƈ": "c", "ȼ": "c", "ɖ": "d",
    "ɗ": "d", "ƌ": "d", "ɇ": "e", "ǝ": "e", "ə": "e", "ɛ": "e", "ƒ": "f", "ǥ": "g", "ɠ": "g", "ɨ": "i",
    "ɩ": "i", "ɉ": "j", "ƙ": "k", "ƚ": "l", "ɫ": "l", "ƞ": "n", "ɲ": "n", "ɔ": "o", "ɵ": "o", "ƥ": "p",
    "ɍ": "r", "ʈ": "t", "ƭ": "t", "ʉ": "u", "ʋ": "v", "ƴ": "y", "ɏ": "y", "ƶ": "z", "ȥ": "z", "ς": "σ",
    "ⱥ": "a", "ⱦ": "t", "·": " ", "・": " ", "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "―": "-",
    "−": "-", "‘": "'", "’": "'", "‛": "'", "ʹ": "'", "ʻ": "'", "ʼ": "'", "ʽ": "'", "′": "'", "“": "\"",
    "”": "\"", "„": "\"", "⁄": "/", "。": ".", "、": ",", "\u{1680}": " ", "\u{2028}": " ", "\u{2029}": " ",
    "\u{85}": " ", "\u{200B}": "", "\u{200E}": "", "\u{200F}": "", "\u{2060}": "", "\u{FEFF}": "",
    "\u{AD}": "",
  ]

  /// Letters of Hangul that take two keys, and those at a syllable's end: an input method shows them there until the
  /// vowel of the next syllable is typed.
  static let jamo: [String: String] = {
    let tails = [
      "ᄀ", "ᄁ", "ᄀᄉ", "ᄂ", "ᄂᄌ", "ᄂᄒ", "ᄃ", "ᄅ", "ᄅᄀ", "ᄅᄆ", "ᄅᄇ", "ᄅᄉ", "ᄅᄐ", "ᄅᄑ", "ᄅᄒ", "ᄆ", "ᄇ", "ᄇᄉ", "ᄉ", "ᄊ",
      "ᄋ", "ᄌ", "ᄎ", "ᄏ", "ᄐ", "ᄑ", "ᄒ",
    ]
    let vowels: [UInt32: [UInt32]] = [
      0x116A: [0x1169, 0x1161], 0x116B: [0x1169, 0x1162], 0x116C: [0x1169, 0x1175], 0x116F: [0x116E, 0x1165],
      0x1170: [0x116E, 0x1166], 0x1171: [0x116E, 0x1175], 0x1174: [0x1173, 0x1175],
    ]
    func text(_ scalars: [UInt32]) -> String {
      String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
    }
    var jamo = Dictionary(uniqueKeysWithValues: vowels.map { (text([$0]), text($1)) })
    for (index, letters) in tails.enumerated() { jamo[text([0x11A8 + UInt32(index)])] = letters }
    return jamo
  }()

  /// Accents and points that may be left out. Vowel signs of Indic and Thai scripts and the kana's voice
  /// marks are letters and stay.
  static func isDiacritic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x300...0x36F, 0x483...0x487, 0x591...0x5BD, 0x5BF, 0x5C1...0x5C2, 0x5C4...0x5C5, 0x5C7,
      0x610...0x61A, 0x64B...0x65F, 0x670, 0x6D6...0x6DC, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF,
      0x20D0...0x20FF, 0xFE00...0xFE0F, 0xFE20...0xFE2F:
      true
    case 0x640: true  // the Arabic letter stretcher
    default: false
    }
  }

  static func decomposed(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    Array(String(Character(scalar)).decomposedStringWithCompatibilityMapping.unicodeScalars)
  }

  static func folded(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    var result = [scalar]
    while true {
      let next = result.flatMap { scalar -> [Unicode.Scalar] in
        let known = byHand[String(Character(scalar))] ?? jamo[String(Character(scalar))]
        if let known { return Array(known.unicodeScalars) }
        return decomposed(scalar).flatMap { Array($0.properties.lowercaseMapping.unicodeScalars) }
          .flatMap { scalar -> [Unicode.Scalar] in
            if let text = byHand[String(Character(scalar))] { return Array(text.unicodeScalars) }
            return isDiacritic(scalar) ? [] : [scalar]
          }
      }
      if next == result { return result }
      result = next
    }
  }

  /// What changes, by Unicode's properties: scalars of which each becomes the target, or runs along with it.
  static func entries() -> [(first: UInt32, last: UInt32, target: [UInt32])] {
    var entries: [(first: UInt32, last: UInt32, target: [UInt32])] = []
    for value: UInt32 in 0x80..<0x110000 {
      guard let scalar = Unicode.Scalar(value), !(0xAC00..<0xAC00 + 11172).contains(value) else { continue }
      switch scalar.properties.generalCategory {
      case .unassigned, .privateUse, .surrogate: continue
      default: break
      }
      let target = folded(scalar).map(\.value)
      if target == [value] { continue }
      if let previous = entries.last, previous.last + 1 == value, target.count == 1,
        previous.target.count == 1, previous.target[0] + (value - previous.first) == target[0]
      {
        entries[entries.count - 1].last = value
      } else {
        entries.append((value, value, target))
      }
    }
    return entries
  }

  static func computed() -> String {
    var lines: [String] = []
    var line = ""
    var next: UInt32 = 0
    for entry in entries() {
      let range =
        (entry.first == next ? "" : String(entry.first, radix: 16))
        + (entry.first == entry.last ? "" : "-" + String(entry.last, radix: 16))
      next = entry.last + 1
      let item = range + ":" + entry.target.map { String($0, radix: 16) }.joined(separator: "+")
      if line.count + item.count + 1 > 105 {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + item
    }
    lines.append(line)
    return """
      // generated by NameFoldingTableTests with MENTIONS_UPDATE=1; do not edit

      /// The folding of each scalar outside of ASCII that folding changes. (Hangul syllables are computed.)
      enum NameFoldingTable {
        /// Entries `FROM:TO` separated by spaces or line ends, with scalars in hexadecimal. `FROM` is a scalar, or a
        /// range whose targets advance with it; its first scalar is omitted if it follows the previous entry. `TO` is
        /// empty or a list of scalars joined by `+`.
        static let text = \"\"\"
      \(lines.map { "    " + $0 }.joined(separator: "\n"))
          \"\"\"
      }

      """
  }

  @Test func `committed table matches Unicode`() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources/Entities/Names/NameFoldingTable.swift")
    let computed = Self.computed()
    let committed = try String(contentsOf: file, encoding: .utf8)
    #expect(committed.utf8.elementsEqual(computed.utf8), "\(Renewal.file(file.path, computed))")
  }

  @Test func `the table is read as it was written`() {
    for entry in Self.entries() {
      for scalar in entry.first...entry.last {
        var folded: [UInt8] = []
        FoldingPages.shared.append(folding: scalar, to: &folded)
        let target =
          entry.first == entry.last ? entry.target : entry.target.map { $0 + (scalar - entry.first) }
        var expected = String.UnicodeScalarView()
        expected.append(contentsOf: target.compactMap(Unicode.Scalar.init))
        #expect(folded == Array(String(expected).utf8), "\(String(scalar, radix: 16))")
      }
    }
  }

  @Test func `folding is idempotent for every character`() {
    // In rows, since a call costs much in a debug build.
    var faults: [UInt32] = []
    // Planes 4 to 13 have no characters.
    for row in stride(from: 0 as UInt32, to: 0x110000, by: 0x400) where !(0x40000..<0xE0000).contains(row) {
      let scalars = (row..<row + 0x400).compactMap(Unicode.Scalar.init)
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      let once = NameFolding.fold(String(text))
      if NameFolding.fold(once) != once { faults.append(row) }
    }
    #expect(faults == [], "the rows of scalars that begin with these")
  }
}
