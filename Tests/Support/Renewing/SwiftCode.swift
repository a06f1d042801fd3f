/// Just enough of Swift's lexical structure to tell code from comments and strings.
package enum SwiftCode {
  /// `source` with every comment and every string literal's contents replaced by spaces, line for line.
  /// Code inside an interpolation is blanked too. Every byte keeps its offset.
  package static func blanked(_ source: String) -> String {
    var scanner = Scanner(bytes: Array(source.utf8))
    scanner.code()
    return String(decoding: scanner.output, as: UTF8.self)
  }

  private static let line = Array("//".utf8)
  private static let opened = Array("/*".utf8)
  private static let closed = Array("*/".utf8)
  private static let quotes3 = Array("\"\"\"".utf8)
  private static let quotes4 = quotes3 + [UInt8(ascii: "\"")]

  private struct Scanner {
    let bytes: [UInt8]
    var output: [UInt8] = []
    var at = 0

    init(bytes: [UInt8]) {
      self.bytes = bytes
      output.reserveCapacity(bytes.count)
    }

    func sees(_ text: [UInt8], at place: Int) -> Bool {
      place + text.count <= bytes.count && bytes[place..<place + text.count].elementsEqual(text)
    }

    mutating func keep(_ count: Int = 1) {
      let end = min(at + count, bytes.count)
      output += bytes[at..<end]
      at = end
    }

    mutating func blank(_ count: Int = 1) {
      let end = min(at + count, bytes.count)
      for byte in bytes[at..<end] { output.append(byte == UInt8(ascii: "\n") ? byte : UInt8(ascii: " ")) }
      at = end
    }

    mutating func code() {
      while at < bytes.count {
        let byte = bytes[at]
        if byte != UInt8(ascii: "/"), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "#") {
          output.append(byte)
          at += 1
        } else if sees(SwiftCode.line, at: at) {
          while at < bytes.count, bytes[at] != UInt8(ascii: "\n") { blank() }
        } else if sees(SwiftCode.opened, at: at) {
          comment()
        } else if let hashes = opening() {
          string(hashes: hashes, copying: true)
        } else {
          keep()
        }
      }
    }

    mutating func comment() {
      var depth = 0
      repeat {
        if sees(SwiftCode.opened, at: at) {
          depth += 1
          blank(2)
        } else if sees(SwiftCode.closed, at: at) {
          depth -= 1
          blank(2)
        } else {
          blank()
        }
      } while depth > 0 && at < bytes.count
    }

    /// The number of `#` before a string literal's quote, if one begins here.
    func opening() -> Int? {
      var place = at
      while place < bytes.count, bytes[place] == UInt8(ascii: "#") { place += 1 }
      return place < bytes.count && bytes[place] == UInt8(ascii: "\"") ? place - at : nil
    }

    func sees(hashes: Int, at place: Int) -> Bool {
      place + hashes <= bytes.count && bytes[place..<place + hashes].allSatisfy { $0 == UInt8(ascii: "#") }
    }

    mutating func string(hashes: Int, copying: Bool) {
      let long = sees(SwiftCode.quotes3, at: at + hashes) && !sees(SwiftCode.quotes4, at: at + hashes)
      let quotes = long ? 3 : 1
      if copying { keep(hashes + quotes) } else { blank(hashes + quotes) }
      while at < bytes.count {
        if bytes[at] == UInt8(ascii: "\\"), sees(hashes: hashes, at: at + 1) {
          let after = at + 1 + hashes
          if after < bytes.count, bytes[after] == UInt8(ascii: "(") {
            blank(1 + hashes)
            interpolation()
          } else {
            blank(2 + hashes)
          }
        } else if long ? sees(SwiftCode.quotes3, at: at) : bytes[at] == UInt8(ascii: "\""),
          sees(hashes: hashes, at: at + quotes)
        {
          if copying { keep(quotes + hashes) } else { blank(quotes + hashes) }
          return
        } else if !long, bytes[at] == UInt8(ascii: "\n") {
          return
        } else {
          blank()
        }
      }
    }

    mutating func interpolation() {
      var depth = 0
      while at < bytes.count {
        if let hashes = opening() {
          string(hashes: hashes, copying: false)
          continue
        }
        if bytes[at] == UInt8(ascii: "(") { depth += 1 }
        if bytes[at] == UInt8(ascii: ")") { depth -= 1 }
        blank()
        if depth == 0 { return }
      }
    }
  }
}
