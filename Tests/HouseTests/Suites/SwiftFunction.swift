/// A function of the tests, as far as a reader of lines can tell: its name, what it calls, whether it asserts itself.
struct SwiftFunction {
  let path: String
  let target: Substring
  let line: Int
  let name: Substring
  let isTest: Bool
  var asserts = false
  var calls: Set<Substring> = []

  /// Every function of a file that has a body; the body of an inner one counts for the outer one too.
  static func all(in file: SourceTree.File) -> [SwiftFunction] {
    guard let target = file.target else { return [] }
    let declaration = #/\bfunc\s+(`[^`]*`|\w+)/#
    let attribute = #/^\s*(@\w+\s+)*@Test\b/#
    let call = #/(\w+)\s*(?:\(|\{|<)/#
    var found: [SwiftFunction] = []
    var open: [(function: SwiftFunction, depth: Int, hasBody: Bool)] = []
    var depth = 0
    var isTest = false
    for (number, text) in file.code {
      if text.contains("@Test"), text.contains(attribute) { isTest = true }
      if text.contains("func "), let match = text.firstMatch(of: declaration) {
        // A requirement of a protocol has no body.
        open.removeAll { !$0.hasBody && $0.depth == depth }
        open.append(
          (
            .init(path: file.path, target: target, line: number, name: match.output.1, isTest: isTest), depth,
            false
          ))
        isTest = false
      }
      guard !open.isEmpty else {
        depth += balance(of: text)
        continue
      }
      let asserts = ["#expect", "#require", "Issue.record", "confirmation("].contains { text.contains($0) }
      // Calls matter only in functions that do not assert themselves; expressions are slow in a debug build.
      let calls = open.allSatisfy(\.function.asserts) ? [] : text.matches(of: call).map(\.output.1)
      for index in open.indices {
        if asserts { open[index].function.asserts = true }
        // Its own name in its declaration is no call.
        open[index].function.calls.formUnion(calls.filter { $0 != open[index].function.name })
        if text.contains("{") { open[index].hasBody = true }
      }
      depth += balance(of: text)
      while let last = open.last, last.hasBody, depth <= last.depth {
        found.append(open.removeLast().function)
      }
    }
    return found
  }

  private static func balance(of text: Substring) -> Int {
    text.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: "{") ? 1 : $1 == UInt8(ascii: "}") ? -1 : 0) }
  }
}
