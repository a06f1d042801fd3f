import EntitySources
import JSONText
import Mentions

/// A closed file's text as it is read for mentions: as editors show it, and of a notebook its Markdown cells.
struct ReadableText {
  /// Lines and columns are those of the file.
  let bytes: [UInt8]
  /// The language of the file, as an editor would give it.
  let fileLanguage: String?
  /// The language that `bytes` are read in.
  let language: String

  /// - Parameters:
  ///   - bytes: UTF-8, the byte order mark included.
  ///   - path: of the file, whose name says what language it is.
  ///   - language: read in this one, whatever the file is called.
  init(_ bytes: [UInt8], of path: String, language: String? = nil) {
    let shown = TextFileRule.shown(bytes)
    fileLanguage = language ?? LanguageID.ofFile(path, beginning: shown)
    if fileLanguage == "notebook" {
      (self.bytes, self.language) = (Notebook.markdown(in: shown), "markdown")
    } else {
      (self.bytes, self.language) = (shown, fileLanguage ?? "")
    }
  }
}

/// A Jupyter notebook (nbformat 4): JSON with cells, whose source is a string, or an array with one string for each line.
enum Notebook {
  /// The text with spaces in the place of all that no Markdown cell says, so that every line and column stays. Nothing but
  /// spaces where it is no notebook.
  static func markdown(in bytes: [UInt8]) -> [UInt8] {
    var text = bytes.map { $0 == 0x0A || $0 == 0x0D ? $0 : 0x20 }
    var reader = JSONReader(bytes)
    for string in (try? strings(&reader)) ?? [] {
      var at = string.lowerBound
      while at < string.upperBound {
        // What an escape stands for is no part of a name or a handle in ASCII.
        if bytes[at] == UInt8(ascii: "\\") {
          at += bytes[at + 1] == UInt8(ascii: "u") ? 6 : 2
        } else {
          text[at] = bytes[at]
          at += 1
        }
      }
    }
    return text
  }

  /// The insides of the strings of all Markdown cells, in order.
  private static func strings(_ reader: inout JSONReader) throws(JSONError) -> [Range<Int>] {
    var strings: [Range<Int>] = []
    try reader.beginObject()
    while let name = try reader.nextName() {
      guard name.text == "cells" else { continue }
      try reader.beginArray()
      while try reader.nextElement() { strings += try cell(&reader) }
    }
    return strings
  }

  private static func cell(_ reader: inout JSONReader) throws(JSONError) -> [Range<Int>] {
    var isMarkdown = false
    var source: [Range<Int>] = []
    try reader.beginObject()
    while let name = try reader.nextName() {
      switch name {
      case "cell_type": isMarkdown = try reader.read(String.self) == "markdown"
      case "source" where try reader.peekKind() == .array:
        try reader.beginArray()
        while try reader.nextElement() { source.append(try string(&reader)) }
      case "source": source.append(try string(&reader))
      default: break
      }
    }
    return isMarkdown ? source : []
  }

  /// The inside of the string that is next.
  private static func string(_ reader: inout JSONReader) throws(JSONError) -> Range<Int> {
    guard try reader.peekKind() == .string else { throw reader.mismatch(.string) }
    let start = reader.offset + 1
    try reader.skip()
    return start..<reader.offset - 1
  }
}
