import Testing

@testable import MentionsServer

@Suite struct FilterTextTests {
  @Test(arguments: [
    ("@ad", "ad", ["Ada Lovelace", "alove"], "@ada~ada~lovelace~alove "),
    ("@ad", "ad", ["Bob Jones", "Adam"], "@adam~bob~jones~adam "),
    ("@AD", "AD", ["Ada Lovelace"], "@ADa~ada~lovelace "), ("@", "", ["Ada"], "@ada~ada "),
    ("@ada lo", "ada lo", ["Ada Lovelace"], "@ada lovelace~ada~lovelace "), ("@x", "x", ["Ada"], "@x~ada "),
    ("@o'b", "o'b", ["O'Brien, Pat 2nd"], "@o'brien~o~brien~pat~2nd "), ("@x", "x", [], "@x "),
    ("@Jos", "Jos", ["José Núñez"], "@José~josé~núñez "), ("@öz", "ÖZ", ["Özgür", "OZ"], "@özgür~özgür~oz "),
    ("@ka", "ka", ["\u{212A}arl", "KARL"], "@karl~karl~karl "),
    ("@張", "張", ["張偉", "zhang"], "@張偉~張偉~zhang "),
    ("@א", "א", ["אדה לאבלייס"], "@אדה~אדה~לאבלייס "), ("@क्", "क्", ["क्षिति"], "@क्~क्षिति "),
    ("@김ㅊ", "김ㅊ", ["김철수"], "@김ㅊ~ㄱ기김ㅊ처철첤ㅅ수 "), ("@기", "기", ["기민"], "@기민~ㄱ기김ㅁ미민 "),
  ])
  func `what was typed, the word's rest and the words of all names`(
    typed: String, key: String, names: [String], expected: String
  ) {
    let text = FilterText(typed: typed, key: key).text(of: names)
    #expect(text.utf8.elementsEqual(expected.utf8), "\(text)")
  }

  /// What is done by bytes for ASCII is what characters give: a name read with a letter behind it that is not ASCII
  /// takes the other way.
  @Test func `names of ASCII are read as all others are`() {
    let names = ["Ada Lovelace", "a-b_c 12", " x ", "O'Brien", "ADA", "ada", "A.D.A", "\tTab", "end-"]
    for key in ["", "a", "A", "ad", "ada", "ada l", "o'", "x", "a-", " "] {
      for name in names {
        let plain = FilterText(typed: "@", key: key).text(of: [name])
        let other = FilterText(typed: "@", key: key).text(of: [name + " é"])
        #expect(plain.dropLast() + "~é " == other, "\(key) of \(name)")
      }
    }
  }
}
