import Foundation

/// Rules about the words of comments and DocC pages: plain technical English. Each pattern has a number of places that
/// may only fall.
enum WordRules {
  struct Pattern: @unchecked Sendable {
    /// Advice: what to write instead.
    let advice: String
    /// A piece of every match, in lower case: expressions are slow in a debug build.
    let sign: String
    let expression: Regex<Substring>
    /// Matches in these phrases are right.
    let exceptions: [String]
    let most: Int

    init(_ advice: String, sign: String, _ expression: Regex<Substring>, except: [String] = [], most: Int) {
      (self.advice, self.sign, self.expression) = (advice, sign, expression)
      (exceptions, self.most) = (except, most)
    }
  }

  static let patterns = [
    Pattern("“tell” of programs: report, say, show", sign: "tel", #/\b(?:tells?|telling)\b/#, most: 8),
    Pattern("“told” of programs: reported, notified", sign: "told", #/\btold\b/#, most: 2),
    Pattern(
      "“stand”: is, occurs", sign: "st", #/\b(?:stands?|stood|standing)\b/#,
      except: ["stands for", "stand for"],
      most: 6),
    Pattern("“behind” for “after”", sign: "behind", #/\bbehind\b/#, except: ["behind the remote"], most: 8),
    Pattern("“anew”: again", sign: "anew", #/\banew\b/#, most: 1),
    Pattern("“goes by”: is known as", sign: " by", #/\b(?:goes|go|went) by\b/#, most: 2),
    Pattern(
      "“whatever”, “whoever”: any, regardless of", sign: "ever",
      #/\b(?:whatever|whoever|whomever|whichever)\b/#,
      most: 3),
    Pattern(
      "“come back”: is restored, returns", sign: " back", #/\b(?:comes?|came|coming) back\b/#, most: 0),
    Pattern("“written down”: defined, stored", sign: "written down", #/\bwritten down\b/#, most: 0),
    Pattern(
      "“nobody”, “somebody”, “anybody” for “nothing”, “an entity”, “a person”", sign: "body",
      #/\b(?:no|some|any)body\b/#, most: 40),
  ]

  /// A comment begins with a noun or a verb.
  static let firstWords = ["What ", "The same", "Of ", "Those ", "That ", "Who ", "Not "]

  /// Patterns that occur in more places than they may, or in so many fewer that the number is to be lowered.
  static func words(in tree: SourceTree, _ patterns: [Pattern] = patterns) -> [Violation] {
    let texts = tree.files.flatMap(prose)
    return patterns.flatMap { pattern -> [Violation] in
      let places = texts.filter { text in
        guard text.words.contains(pattern.sign) else { return false }
        let rest = pattern.exceptions.reduce(text.words) { $0.replacing($1, with: "") }
        return rest.contains(pattern.expression)
      }
      return judged(places, most: pattern.most, pattern.advice)
    }
  }

  static func beginnings(in tree: SourceTree, most: Int = 0) -> [Violation] {
    let places = tree.files.flatMap { file -> [Text] in
      var isInside = false
      return file.path.hasPrefix("Sources/") && file.path.hasSuffix(".swift")
        ? file.lines.compactMap { number, text in
          let text = text.drop { $0 == " " }
          let isComment = text.hasPrefix("//")
          defer { isInside = isComment }
          let words = text.drop { $0 == "/" }.dropFirst()
          guard isComment, !isInside, firstWords.contains(where: words.hasPrefix) else { return nil }
          return Text(path: file.path, line: number, words: String(text))
        } : []
    }
    return judged(
      places, most: most,
      "a comment that begins with “What”, “The same”, “Of”, “Those”, “That”, “Who” or “Not”")
  }

  private struct Text {
    let path: String
    let line: Int
    /// In lower case.
    let words: String
  }

  /// The lines of comments in the sources, and of pages without what is code in them.
  private static func prose(_ file: SourceTree.File) -> [Text] {
    guard file.path.hasPrefix("Sources/") else { return [] }
    if file.path.hasSuffix(".md") {
      return file.lines.map {
        Text(
          path: file.path, line: $0.number,
          words: $0.text.lowercased().split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 0 }.map(\.element).joined(separator: " "))
      }
    }
    guard file.path.hasSuffix(".swift") else { return [] }
    return file.lines.compactMap { number, text in
      guard let comment = text.firstRange(of: "// ") else { return nil }
      return Text(path: file.path, line: number, words: text[comment.upperBound...].lowercased())
    }
  }

  private static func judged(_ places: [Text], most: Int, _ advice: String) -> [Violation] {
    if places.count > most {
      return places.prefix(20).map {
        Violation(
          path: $0.path, line: $0.line, reason: "\(advice) (\(places.count) places, of \(most) at most)")
      }
    }
    guard places.count + 10 < most else { return [] }
    return [
      Violation(
        path: "Tests/HouseTests/Files/WordRules.swift",
        reason: "\(advice): \(places.count) places are left; lower the number \(most)")
    ]
  }
}
