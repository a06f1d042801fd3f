/// A value that a test expects and that can be written down in Swift again.
package protocol RenewableValue: Equatable {
  /// Strings are the same where their bytes are.
  static func isSame(_ a: Self, _ b: Self) -> Bool

  /// The value in Swift.
  ///
  /// - Parameters:
  ///   - new: the value to write.
  ///   - old: what it takes the place of, whose way of writing it keeps.
  ///   - known: what `old` should say; nil is returned where it says something else.
  ///   - indentation: of the lines of a literal that has several.
  static func source(of new: Self, insteadOf old: String, known: Self, indentation: String) -> String?
}

extension RenewableValue {
  package static func isSame(_ a: Self, _ b: Self) -> Bool { a == b }
}

extension String: RenewableValue {
  package static func isSame(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }

  package static func source(of new: String, insteadOf old: String, known: String, indentation: String)
    -> String?
  {
    guard var literal = StringLiteral(source: old), literal.value.utf8.elementsEqual(known.utf8) else {
      return nil
    }
    literal.value = new
    return literal.source(indentation: indentation)
  }
}

extension Int: RenewableValue {
  package static func source(of new: Int, insteadOf old: String, known: Int, indentation: String) -> String? {
    Int(old) == known ? String(new) : nil
  }
}

extension Array: RenewableValue where Element: RenewableValue & WrittenInSwift {
  package static func isSame(_ a: Self, _ b: Self) -> Bool { a.elementsEqual(b, by: Element.isSame) }

  package static func source(of new: Self, insteadOf old: String, known: Self, indentation: String) -> String?
  {
    // How its elements are written does not matter: a list is written anew.
    guard old.hasPrefix("["), old.hasSuffix("]") else { return nil }
    return "[" + new.map { Element.written($0) }.joined(separator: ", ") + "]"
  }
}

/// An element of a list that a test expects.
package protocol WrittenInSwift {
  static func written(_ value: Self) -> String
}

extension String: WrittenInSwift {
  package static func written(_ value: String) -> String {
    // A literal of several lines could not be read inside a list.
    return value.unicodeScalars.contains("\n") ? value.debugDescription : StringLiteral(value).source()
  }
}

extension Int: WrittenInSwift {
  package static func written(_ value: Int) -> String { String(value) }
}
