import JSONText

/// JSON texts.
enum JSONFuzzing {
  static func run(_ input: [UInt8]) throws(FuzzError) {
    let strict = parse(input)
    let loose = parse(input, .handwritten)
    switch strict {
    case .success(let value):
      try require(loose == strict, "with comments allowed it is \(loose)")
      try check(value)
      try checkReader(input)
    case .failure(let fault): try check(fault, in: input)
    }
    switch loose {
    case .success(let value): try check(value)
    case .failure(let fault): try check(fault, in: input)
    }
    try checkLines(input)
  }

  private static func parse(
    _ bytes: [UInt8], _ options: JSONParser.Options = .init()
  ) -> Result<JSONValue, JSONError> {
    do throws(JSONError) {
      return .success(try JSONParser.parse(bytes, options: options))
    } catch {
      return .failure(error)
    }
  }

  private static func check(_ value: JSONValue) throws(FuzzError) {
    let compact = JSONWriter.bytes(of: value)
    try require(parse(compact) == .success(value), "written it is \(FuzzInput.text(compact))")
    try require(!compact.contains(10), "a line end on one line")
    let indented = JSONWriter.bytes(of: value, indentation: 2)
    try require(parse(indented) == .success(value), "written for people it is \(FuzzInput.text(indented))")
    if case .success(let again) = parse(compact) {
      try require(again.hashValue == value.hashValue, "equal values have different hashes")
    }
    // As a member among others it is the same.
    var writer = JSONWriter()
    writer.object {
      $0.member("a", value)
      $0.member("b") { $0.raw(compact) }
    }
    let options = JSONParser.Options(maximumDepth: 129)
    if case .success(let object) = parse(writer.bytes, options) {
      try require(object["a"] == value && object["b"] == value, "as a member it is \(object)")
    } else {
      throw FuzzError("as a member it cannot be read")
    }
  }

  /// What is stepped over is checked like what is read.
  private static func checkReader(_ input: [UInt8]) throws(FuzzError) {
    do throws(JSONError) {
      var reader = JSONReader(input)
      let raw = try reader.readRaw()
      try reader.finish()
      var again = JSONReader(raw)
      try again.skip()
      try again.finish()
    } catch {
      throw FuzzError("it can be read but not stepped over: \(error)")
    }
  }

  private static func check(_ fault: JSONError, in input: [UInt8]) throws(FuzzError) {
    try require(
      (0...input.count).contains(fault.offset), "a fault at \(fault.offset) of \(input.count) bytes")
    // A line that the offset ends in the middle of `\r\n` has been counted already.
    let before = Array(input[..<fault.offset])
    let starts = plainLineStarts(of: before)
    try require(fault.line == starts.count, "a fault in line \(fault.line), not \(starts.count)")
    let column = before[(starts.last ?? 0)...].count { $0 & 0xC0 != 0x80 } + 1
    try require(fault.column == column, "a fault in column \(fault.column), not \(column)")
    try require(!fault.reason.isEmpty, "a fault without a reason")
  }

  private static func checkLines(_ input: [UInt8]) throws(FuzzError) {
    var last = 0
    for line in JSONLines(input) {
      try require(line.number > last, "line \(line.number) after \(last)")
      last = line.number
      let end = line.offset + line.bytes.count
      try require(end <= input.count && Array(input[line.offset..<end]) == Array(line.bytes), "another line")
      try require(!line.bytes.contains(10), "a line end in line \(line.number)")
      let before = input[..<line.offset].count { $0 == 10 }
      try require(before == line.number - 1, "line \(line.number) comes after \(before) line ends")
    }
  }
}
