import Entities

/// Distinguishes a former name from other words, such as those of an arbitrary link to a person's page.
///
/// A former name is one of the entity's aliases, or has the form of a name and shares its first or last word with the
/// current one (`Ada Byron` for `Ada Lovelace`). A variant of the current name is not a former name: the name, handle
/// or other key in any case and spacing, some of its words (`Ada`), or more words around it (`Dr. Ada Lovelace`).
struct FormerName {
  let entity: Entity
  let trigger: String

  /// The maximum number of words in a name.
  private static let mostWords = 5

  /// Whether a text is a former name of the entity.
  ///
  /// - Parameters:
  ///   - text: the text in the document.
  ///   - written: the text that the format writes now.
  ///   - lookup: finds entities, to exclude names of other entities.
  func isOne(_ text: String, insteadOf written: String, lookup: InsertFormat.Lookup) -> Bool {
    let isTriggered = !trigger.isEmpty && text.hasPrefix(trigger)
    let plain = isTriggered ? String(text.dropFirst(trigger.count)) : text
    let words = Self.words(of: plain)
    guard !words.isEmpty, words.count <= Self.mostWords, !isForm(words) else { return false }
    if entity.aliases.contains(where: { alias in
      Self.words(of: alias.hasPrefix("@") ? String(alias.dropFirst()) : alias) == words
    }) {
      return true
    }
    if isTriggered { return isHandle(plain, insteadOf: written) && lookup(.handle, plain).isEmpty }
    return isLikeName(plain, words) && lookup(.name, plain).isEmpty
  }

  /// Whether the words are a variant of the entity's current name or keys.
  private func isForm(_ words: [[UInt8]]) -> Bool {
    let others = [entity.handle, entity.shortName, entity.email, entity.id].compactMap(\.self)
    if others.contains(where: { Self.words(of: $0) == words }) { return true }
    let name = Set(Self.words(of: entity.name))
    return name.isSuperset(of: words)
  }

  /// Whether a text has the form of a handle, and the format writes the entity's handle in its place.
  private func isHandle(_ text: String, insteadOf written: String) -> Bool {
    guard let handle = entity.handle, written.utf8.elementsEqual((trigger + handle).utf8) else {
      return false
    }
    return text.unicodeScalars.allSatisfy { scalar in
      CharacterClass(scalar, nil).contains(.normal) || "-./".unicodeScalars.contains(scalar)
    }
  }

  private func isLikeName(_ text: String, _ words: [[UInt8]]) -> Bool {
    let name = Self.words(of: entity.name)
    return entity.kind == .person && words.count > 1 && name.count > 1
      && (words.first == name.first || words.last == name.last) && !Set(words).isSuperset(of: name)
      && text.split(whereSeparator: \.isWhitespace).allSatisfy(Self.isNameWord)
  }

  /// Whether a word may be part of a name: it consists of letters (the first in upper case if the script has case) and
  /// joiners, and has no genitive ending.
  private static func isNameWord(_ word: Substring) -> Bool {
    guard let first = word.unicodeScalars.first, first.properties.isAlphabetic,
      first.properties.isUppercase || !first.properties.isCased
    else { return false }
    if word.hasSuffix("'s") || word.hasSuffix("’s") { return false }
    return word.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || "-.'’".unicodeScalars.contains($0) }
  }

  /// The words of a text, folded so that case, accents and the kind of spaces do not matter.
  private static func words(of text: String) -> [[UInt8]] {
    text.split(whereSeparator: \.isWhitespace).map { NameFolding.fold(Array($0.utf8)) }
  }
}
