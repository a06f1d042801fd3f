import MentionsServer
import Testing
import TextModel

@Suite struct SettingsLocationTests {
  /// The part of the text that the problem points at, and where.
  private func place(_ text: String, _ encoding: PositionEncoding = .utf16) -> String {
    guard let problem = SettingsKit(user: text).resolve().problems.first, let location = problem.location
    else {
      return "none"
    }
    let start = location.start(in: encoding)
    let end = location.end(in: encoding)
    let part = String(decoding: Array(text.utf8)[location.range], as: UTF8.self)
    return "\(start.line):\(start.column)-\(end.line):\(end.column) \(part)"
  }

  @Test
  func `A bad value is located, on any line`() {
    #expect(place("{\n\n  \"limit\":  0 ,\n}") == "2:12-2:13 0")
    #expect(place("{\"implicit\": {\"anyCase\":\n[\n1]}}") == "1:0-2:2 [\n1]")
  }

  @Test
  func `An unknown key is located, not its value`() {
    #expect(place("{ /* , \"x\" */ \"limt\" /* : */ : 5}") == "0:14-0:20 \"limt\"")
    #expect(place("{\"limit\": 5 /* \" */, // \"y\"\n\"limt\": 5}") == "1:0-1:6 \"limt\"")
    #expect(place("{\"li\\u006dt\": 5}") == "0:1-0:12 \"li\\u006dt\"")
  }

  @Test
  func `Of two keys with the same name the later one counts`() {
    #expect(place(#"{"limit": 0, "limit": -1}"#) == "0:22-0:24 -1")
    #expect(place(#"{"limit": 0, "limit": 1}"#) == #"0:13-0:20 "limit""#, "its name, since it is given twice")
  }

  @Test
  func `Columns count in the encoding asked for`() {
    let text = "{\"loadingItem\": \"ä𝄞\", \"limit\": 0}"
    #expect(place(text, .utf8) == "0:35-0:36 0")
    #expect(place(text, .utf16) == "0:32-0:33 0")
    #expect(place(text, .utf32) == "0:31-0:32 0")
  }

  @Test
  func `Lines end at LF, CRLF and CR`() {
    #expect(place("{\r\n\r\"limit\": 0}") == "2:9-2:10 0")
  }

  @Test
  func `A missing key is located at the name of its parent`() {
    #expect(place(#"{"sources": {"team": {"type": "file"}}}"#) == #"0:13-0:19 "team""#)
    #expect(place(#"{"triggers": [{"sources": []}]}"#) == #"0:14-0:29 {"sources": []}"#)
  }

  @Test
  func `A byte order mark counts`() {
    #expect(place("\u{FEFF}{\"limit\": 0}", .utf8) == "0:13-0:14 0")
  }

  @Test
  func `Broken JSON is located at the character where it breaks`() {
    #expect(place("{\"limit\": 5 5}") == "0:12-0:13 5")
    #expect(place("{\"limit\":") == "0:9-0:9 ")
  }
}
