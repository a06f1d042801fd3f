import JSONText
import Testing

@Suite struct FieldsTests {
  let fields = JSONFields(
    ["a": "x", "n": 2.0, "f": 2.5, "b": true, "z": nil, "l": ["p", 3], "o": ["i": "no"]], path: "top")

  @Test func `what is there`() throws {
    #expect(try fields.string("a") == "x")
    #expect(try fields.int("n") == 2)
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
}
