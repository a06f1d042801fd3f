import JSONText
import Testing

@Suite struct FieldsTests {
  let fields = JSONFields(
    ["a": "x", "n": 2.0, "f": 2.5, "b": true, "z": nil, "l": ["p", 3], "o": ["i": "no"]], path: "top")

  @Test func `what is there`() throws {
    #expect(try fields.string("a") == "x")
    #expect(try fields.int("n") == 2)
    #expect(try fields.double("f") == 2.5)
    #expect(try fields.bool("b") == true)
    #expect(try fields.array("l")?.count == 2)
    #expect(try fields.fields("o")?.string("i") == "no")
  }

  @Test func `absent and null are nil`() throws {
    #expect(try fields.string("z") == nil)
    #expect(try fields.fields("nothing") == nil)
  }

  @Test func `faults name the path`() {
    #expect(faultText { try fields.string("n") } == "top.n: expected a string, found a number")
    #expect(faultText { try fields.int("f") } == "top.f: expected a whole number, found a number")
    #expect(faultText { try fields.strings("l") } == "top.l[1]: expected a string, found a number")
    #expect(faultText { try fields.fields("o")?.bool("i") } == "top.o.i: expected a boolean, found a string")
    #expect(
      faultText { try fields.require("q", fields.string("q")) } == "top.q: expected a value, found nothing")
    #expect(faultText { try JSONFields(of: 3) } == "expected an object, found a number")
  }

  private func faultText(_ body: () throws -> Any?) -> String {
    do {
      return "no fault: \(String(describing: try body()))"
    } catch {
      return "\(error)"
    }
  }

  @Test func `lines`() throws {
    let text = Array("{\"a\":1}\r\n\n  \n[2]\n{\"b\":x}\nnull".utf8)
    let lines = Array(JSONLines(text))
    #expect(lines.map(\.number) == [1, 4, 5, 6])
    #expect(try lines[0].read(JSONValue.self) == ["a": 1])
    #expect(try lines[3].read(JSONValue.self) == .null)
    #expect(
      throws: JSONError(offset: 22, line: 5, column: 6, path: "b", reason: "expected a value, found 'x'")
    ) {
      try lines[2].read(JSONValue.self)
    }
    #expect(Array(JSONLines([])).isEmpty)
  }
}
