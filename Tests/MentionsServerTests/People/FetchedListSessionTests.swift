import MentionsTestKit
import Testing

/// Lists that are fetched, in a session (Behaviour, section 4).
@Suite struct FetchedListSessionTests {
  @Test func `a list is fetched again when it is used after its time`() {
    ServerScript(
      folders: ["w"], people: "",
      sources: #""staff": {"type": "command", "command": ["staff"], "refresh": 60}"#,
      lists: #"["staff"]"#, text: ""
    ).check(
      """
      effect load staff 2
      loaded staff ["Ada Lovelace", "Alan Turing"]
      type @
      complete 2
      < 2 {"items": [{"label": "Ada Lovelace"}, {"label": "Alan Turing"}]}
      at 59000
      type a
      complete 3
      < 3 {"items": [{"label": "Alan Turing"}, {"label": "Ada Lovelace"}]}
      at 60000
      type d
      effect load staff 3
      complete 4
      < 4 {"items": [{"label": "Ada Lovelace"}]}
      loaded staff ["Ada Lovelace", "Adam Smith"]
      complete 5
      < 5 {"items": [{"label": "Ada Lovelace"}]}
      at 60001
      type a
      complete 6
      < 6 {"items": [{"label": "Adam Smith"}, {"label": "Ada Lovelace"}]}
      """)
  }
}
