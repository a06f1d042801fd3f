import Entities
import Testing

@Suite struct CaselessTextTests {
  @Test(arguments: [
    ("ada@example.org", "ADA@Example.ORG", true), ("ada", "adb", false), ("ada", "adaa", false),
    ("", "", true),
    ("a_longer_handle.of-25@bytes", "A_Longer_Handle.OF-25@Bytes", true), ("[", "{", false),
    ("@", "`", false),
    ("12345678A", "12345678a", true), ("12345678a", "12345678b", false), ("jürgen", "JÜRGEN", true),
    ("ju\u{308}rgen", "J\u{DC}RGEN", true), ("jürgen", "jurgen", false), ("\u{212A}elvin", "kelvin", true),
    ("ΟΔΟΣ", "οδος", true), ("김", "김", true), ("Straße", "STRASSE", true), ("straße", "strase", false),
  ])
  func `texts are equal without regard to case`(a: String, b: String, equal: Bool) {
    #expect((CaselessText(a) == CaselessText(b)) == equal)
    #expect((CaselessText(b) == CaselessText(a)) == equal)
    #expect(Set([CaselessText(a), CaselessText(b)]).count == (equal ? 1 : 2))
  }
}
