import Testing

@testable import MentionsServer

@Suite struct HangulCompositionTests {
  @Test(arguments: [
    ("김", "ㄱ기김"), ("철", "ㅊ처철"), ("수", "ㅅ수"), ("과", "ㄱ고과"), ("의", "ㅇ으의"), ("닭", "ㄷ다달닭"), ("값", "ㄱ가갑값"),
    ("꽥", "ㄲ꼬꽤꽥"), ("가", "ㄱ가"), ("힣", "ㅎ히힣"), ("a", "a"), ("張", "張"), ("ㄱ", "ㄱ"), ("\u{1100}", "\u{1100}"),
  ])
  func `steps of a syllable`(syllable: String, steps: String) {
    var found = ""
    for scalar in syllable.unicodeScalars { HangulComposition.append(stepsOf: scalar, to: &found) }
    #expect(found.unicodeScalars.elementsEqual(steps.unicodeScalars))
  }

  @Test(arguments: [
    ("기", "민", "김"), ("철", "수", "첤"), ("가", "까", "갂"), ("김", "철", nil), ("가", "때", nil), ("a", "가", nil),
  ])
  func `a syllable that takes the next letter`(first: String, next: String, joined: String?) {
    let found = HangulComposition.syllable(first.unicodeScalars.first!, taking: next.unicodeScalars.first!)
    #expect(found.map { String($0) } == joined)
  }

  @Test func `a list that outran the key is filtered by the step that is shown`() {
    let text = FilterText(typed: "@김ㅊ", key: "김ㅊ").text(of: ["김철수"])
    for key in ["@김ㅊ", "@김처", "@김철", "@김첤", "@김철ㅅ", "@김철수"] {
      var rest = text.unicodeScalars[...]
      for scalar in key.unicodeScalars {
        guard let found = rest.firstIndex(of: scalar) else {
          Issue.record("\(key) is not found")
          break
        }
        rest = rest[rest.index(after: found)...]
      }
    }
  }
}
