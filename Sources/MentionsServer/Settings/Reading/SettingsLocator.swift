import JSONText

/// Finds the place of a value in the bytes of a settings file.
struct SettingsLocator {
  /// What to point at.
  enum Part { case name, value }

  let bytes: [UInt8]

  /// Nil where the path leaves the text, or the text is not JSON. Of two members with one name the later
  /// counts, as it does for the value.
  ///
  /// - Complexity: linear in the bytes.
  func location(of path: SettingsPath, _ part: Part) -> SettingsLocation? {
    guard let range = try? range(of: path, part) else { return nil }
    return SettingsLocation(range, in: bytes)
  }

  /// What is written at a path; nil where it is longer.
  func text(of path: SettingsPath, atMost limit: Int) -> String? {
    guard let range = try? range(of: path, .value), range.count <= limit else { return nil }
    return String(decoding: bytes[range], as: UTF8.self)
  }

  /// The members whose names occur in an object more than once, in the order of the second ones.
  ///
  /// - Complexity: linear in the bytes.
  func duplicateNames(atMost limit: Int) -> [SettingsPath] {
    var reader = JSONReader(bytes, options: .handwritten)
    var found: [SettingsPath] = []
    try? Self.addDuplicateNames(in: &reader, at: .root, atMost: limit, to: &found)
    return found
  }

  private static func addDuplicateNames(
    in reader: inout JSONReader, at path: SettingsPath, atMost limit: Int, to found: inout [SettingsPath]
  ) throws(JSONError) {
    switch try reader.peekKind() {
    case .object:
      var counts: [[UInt8]: Int] = [:]
      try reader.beginObject()
      while let name = try reader.nextName() {
        counts[Array(name.text.utf8), default: 0] += 1
        let member = path.member(name.text)
        if counts[Array(name.text.utf8)] == 2, found.count < limit { found.append(member) }
        try addDuplicateNames(in: &reader, at: member, atMost: limit, to: &found)
      }
    case .array:
      var index = 0
      try reader.beginArray()
      while try reader.nextElement() {
        try addDuplicateNames(in: &reader, at: path.item(index), atMost: limit, to: &found)
        index += 1
      }
    default: try reader.skip()
    }
  }

  private func range(of path: SettingsPath, _ part: Part) throws(JSONError) -> Range<Int>? {
    var reader = JSONReader(bytes, options: .handwritten)
    var name: Range<Int>?
    for step in path.steps {
      switch step {
      case .member(let wanted):
        guard let found = try member(wanted, of: reader) else { return nil }
        (name, reader) = (found.name, found.value)
      case .item(let index):
        guard let found = try item(index, of: reader) else { return nil }
        (name, reader) = (nil, found)
      }
    }
    if part == .name, let name { return name }
    _ = try reader.peekKind()
    let start = reader.offset
    try reader.skip()
    return start..<reader.offset
  }

  private func member(
    _ wanted: String, of start: JSONReader
  ) throws(JSONError) -> (name: Range<Int>, value: JSONReader)? {
    var reader = start
    var found: (Range<Int>, JSONReader)?
    guard try reader.peekKind() == .object else { return nil }
    try reader.beginObject()
    while true {
      let before = reader.offset
      guard let name = try reader.nextName() else { return found }
      if name.text.utf8.elementsEqual(wanted.utf8) { found = (try quoted(after: before), reader) }
      try reader.skip()
    }
  }

  private func item(_ index: Int, of start: JSONReader) throws(JSONError) -> JSONReader? {
    var reader = start
    guard try reader.peekKind() == .array else { return nil }
    try reader.beginArray()
    var at = 0
    while try reader.nextElement() {
      if at == index { return reader }
      try reader.skip()
      at += 1
    }
    return nil
  }

  /// The string literal that follows, a comma, whitespace and comments before it.
  private func quoted(after offset: Int) throws(JSONError) -> Range<Int> {
    var reader = JSONReader(bytes[offset...], options: .handwritten)
    var start = offset
    if start < bytes.count, bytes[start] != UInt8(ascii: "\"") {
      // Whitespace and comments may come before the comma and after it.
      while start < bytes.count, bytes[start] != UInt8(ascii: ","), bytes[start] != UInt8(ascii: "\"") {
        start = bytes[start] == UInt8(ascii: "/") ? endOfComment(at: start) : start + 1
      }
      if start < bytes.count, bytes[start] == UInt8(ascii: ",") { start += 1 }
      reader = JSONReader(bytes[start...], options: .handwritten)
    }
    _ = try reader.peekKind()
    let from = start + reader.offset
    try reader.skip()
    return from..<start + reader.offset
  }

  private func endOfComment(at start: Int) -> Int {
    guard start + 1 < bytes.count else { return bytes.count }
    var at = start + 2
    if bytes[start + 1] == UInt8(ascii: "/") {
      while at < bytes.count, bytes[at] != UInt8(ascii: "\n"), bytes[at] != UInt8(ascii: "\r") { at += 1 }
      return at
    }
    at += 1
    while at < bytes.count, !(bytes[at] == UInt8(ascii: "/") && bytes[at - 1] == UInt8(ascii: "*")) {
      at += 1
    }
    return min(at + 1, bytes.count)
  }
}

/// A problem before its place in the file is known.
struct UnlocatedProblem {
  var code: SettingsProblem.Code
  var path: SettingsPath
  /// What the diagnostic underlines; by default the value.
  var part = SettingsLocator.Part.value
  /// Where the path leads nowhere, such as a missing key, the object to point at.
  var anchor: SettingsPath?
  var message: String
  var severity = SettingsProblem.Severity.error

  static func bad(_ path: SettingsPath, is value: String, expected: String) -> UnlocatedProblem {
    UnlocatedProblem(
      code: .badValue, path: path,
      message: path.steps.isEmpty
        ? "the settings are \(value), expected \(expected)" : "\(path) is \(value), expected \(expected)")
  }

  func located(in origin: SettingsOrigin, _ bytes: [UInt8]?) -> SettingsProblem {
    let locator = bytes.map(SettingsLocator.init)
    let location =
      if let anchor { locator?.location(of: anchor, .name) } else { locator?.location(of: path, part) }
    return SettingsProblem(
      code: code, origin: origin, keyPath: path.description, location: location, message: message,
      severity: severity)
  }
}
