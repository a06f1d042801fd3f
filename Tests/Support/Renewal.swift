// The static runtime has no testing library: there, only what the fuzzer needs of this module is built.
#if canImport(Testing)
import EntitySources
import ServerHost
import Synchronization
import SystemCalls
import Testing

/// Renewing what tests expect: with `MENTIONS_UPDATE=1` in the environment, a comparison that fails writes down what was
/// found where the expectation was, and fails all the same.
package enum Renewal {
  /// The variable that asks for it.
  package static let variable = "MENTIONS_UPDATE"

  package static let isWanted = HostProcess.environment()[variable] == "1"

  private static let files = Mutex<[String: SourceRenewal]>([:])

  /// Renews an argument of the call at a place. Returns what to tell whoever reads that the comparison failed.
  static func argument<Value: RenewableValue>(
    _ label: String, known: Value, new: Value, _ place: SourceLocation
  ) -> String {
    source(place) { (source: inout SourceRenewal) throws(SourceRenewal.RenewalError) in
      try source.replaceArgument(label, line: place.line, column: place.column, known: known, new: new)
    }
  }

  /// Renews lines of the script in the call at a place.
  static func lines(
    _ lines: [(old: String, new: [String])], adding added: [String], _ place: SourceLocation
  ) -> String {
    source(place) { (source: inout SourceRenewal) throws(SourceRenewal.RenewalError) in
      try source.replaceLines(lines, adding: added, line: place.line, column: place.column)
    }
  }

  private static func source(
    _ place: SourceLocation, _ change: (inout SourceRenewal) throws(SourceRenewal.RenewalError) -> Void
  ) -> String {
    guard isWanted else { return "\(variable)=1 renews it" }
    return files.withLock { files in
      do {
        var source = try files[place.filePath] ?? SourceRenewal(read(place.filePath))
        try change(&source)
        files[place.filePath] = source
        try write(source.text, to: place.filePath)
        format(place.filePath)
        return "renewed in \(place.fileName):\(place.line); build and run again"
      } catch {
        return "not renewed in \(place.fileName):\(place.line): \(error)"
      }
    }
  }

  /// Renews a file that holds what a test expects. Returns what to tell whoever reads that the comparison failed.
  package static func file(_ path: String, _ text: String) -> String {
    guard isWanted else { return "\(variable)=1 renews \(path)" }
    do {
      try write(text, to: path)
      return "renewed: \(path); run again"
    } catch {
      return "not renewed: \(path): \(error)"
    }
  }

  private static func read(_ path: String) throws(UnreadableFile) -> String {
    String(decoding: try HostProcess.readFile(path), as: UTF8.self)
  }

  private static func write(_ text: String, to path: String) throws(SystemError) {
    let descriptor = try Platform.createFile(path)
    defer { Platform.closeDescriptor(descriptor) }
    try Platform.writeAll(descriptor, Array(text.utf8))
  }

  /// Lines may have become longer or shorter. Without a formatter the source is right all the same.
  private static func format(_ path: String) {
    _ = try? ChildProcess.run(ChildCommand(["swift", "format", "-i", path], deadline: 60_000))
  }
}

/// Compares what a row of a test came to with what it expects there, which `MENTIONS_UPDATE=1` renews.
///
/// - Parameters:
///   - found: what came of the row.
///   - expected: what the row says.
///   - label: of the argument that says what is expected, in the call at `sourceLocation`.
///   - sourceLocation: of the row.
package func expectRow<Value: RenewableValue>(
  _ found: Value, _ expected: Value, label: String = "expects", sourceLocation: SourceLocation
) {
  #expect(
    Value.isSame(found, expected),
    "found \(found), expected \(expected); \(Renewal.argument(label, known: expected, new: found, sourceLocation))",
    sourceLocation: sourceLocation)
}

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
#endif
