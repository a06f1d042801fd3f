import Entities

/// Tells a name that somebody went by from any other words, such as those that a link to a person's page happens to have.
///
/// It is one of the entity's aliases, or it has the shape of a name and shares its first or last word with the present one
/// (`Ada Byron` of `Ada Lovelace`). Nothing is a former name that is a form of the present one: the name, the handle and the
/// rest in whatever case and spacing, words of it alone (`Ada`), or more words around it (`Dr. Ada Lovelace`).
struct FormerName {
  let entity: Entity
  let trigger: String

  /// Longer texts are no names, in words.
  private static let mostWords = 5

  /// - Parameters:
  ///   - text: what is there.
  ///   - written: what would be written there now.
  ///   - lookup: finds entities, to leave out what others go by.
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

  /// Whether the words are a form of what the entity goes by now.
  private func isForm(_ words: [[UInt8]]) -> Bool {
    let others = [entity.handle, entity.shortName, entity.email, entity.id].compactMap(\.self)
    if others.contains(where: { Self.words(of: $0) == words }) { return true }
    let name = Set(Self.words(of: entity.name))
    return name.isSuperset(of: words)
  }

  /// Whether it is written as a handle where the entity's handle would be.
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

  /// Letters, the first one large where there are such, and what joins them; no genitive.
  private static func isNameWord(_ word: Substring) -> Bool {
    guard let first = word.unicodeScalars.first, first.properties.isAlphabetic,
      first.properties.isUppercase || !first.properties.isCased
    else { return false }
    if word.hasSuffix("'s") || word.hasSuffix("’s") { return false }
    return word.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || "-.'’".unicodeScalars.contains($0) }
  }

  /// Folded: case, accents and the width of spaces make no other name.
  private static func words(of text: String) -> [[UInt8]] {
    text.split(whereSeparator: \.isWhitespace).map { NameFolding.fold(Array($0.utf8)) }
  }
}
