import MentionsTestKit
import Testing

/// Sources that answer for themselves, as Behaviour, section 4 has them.
@Suite struct AnsweringSourceTests {
  /// A session with one source behind `@`; the cooldown is 100 ms, the deadline 120 ms.
  private func started(
    _ type: String = #"{"type": "process", "command": ["ldap"]}"#, settings: String = "",
    capabilities: String = "{}"
  ) -> ServerScript {
    ServerScript(
      capabilities: capabilities, people: "", sources: #""ldap": \#(type)"#, lists: #"["ldap"]"#,
      settings: settings, text: "")
  }

  @Test
  func `a request waits for the first batch; what comes by the deadline is in its answer`() {
    started().check(
      """
      type @
      effect ask ldap 1
      complete 2
      at 1000
      batch ldap 1 more ["Ada Lovelace"]
      at 1100
      batch ldap 1 more ["Alan Turing"]
      at 1120
      < 2 {"isIncomplete": true, "items": [{"label": "Ada Lovelace"}, {"label": "Alan Turing"}]}
      """)
  }

  @Test func `a request is answered at once when the last batch comes`() {
    started().check(
      """
      type @
      complete 2
      at 10
      batch ldap 1 last ["Ada Lovelace", "Ada Lovelace"]
      < 2 {"items": [{"label": "Ada Lovelace"}]}
      """)
  }

  @Test func `a request of an explicit mention waits two seconds for a first batch, no longer`() {
    started().check(
      """
      type @
      complete 2
      at 1999
      at 2000
      < 2 {"isIncomplete": true, "items": []}
      """)
  }

  @Test func `an empty batch ends the query, whatever its flag says`() {
    started().check(
      """
      type @
      complete 2
      batch ldap 1 more []
      < 2 {"items": []}
      batch ldap 1 last ["Ada Lovelace"]
      complete 3
      < 3 {"items": []}
      """)
  }

  @Test func `keys typed in the cooldown make one query`() {
    started().check(
      """
      type @
      effect ask ldap 1
      at 20
      type a
      at 40
      type d
      at 99
      complete 2
      at 100
      effect ask ldap 2 ad
      batch ldap 2 last ["Ada Lovelace"]
      < 2 {"items": [{"label": "Ada Lovelace"}]}
      """)
  }

  @Test func `a new cooldown applies at once`() {
    started().check(
      """
      type @
      effect ask ldap 1
      ! workspace/didChangeConfiguration {"settings": {"cooldown": 0}}
      at 100
      type a
      effect ask ldap 2 a
      type b
      effect ask ldap 3 ab
      """)
  }

  @Test func `a batch for an older query changes nothing`() {
    started().check(
      """
      type @
      at 200
      type x
      effect ask ldap 2 x
      complete 2
      batch ldap 1 last ["Ada Lovelace"]
      batch ldap 2 last ["Xavier Leroy"]
      < 2 {"items": [{"label": "Xavier Leroy"}]}
      """)
  }

  @Test func `an answer is used as it is, in the source's order, even for the empty key`() {
    started().check(
      """
      type @
      batch ldap 1 last ["Zuse", "Ada"]
      complete 2
      < 2 {"items": [{"label": "Zuse", "sortText": "0"}, {"label": "Ada", "sortText": "1"}]}
      at 500
      type q
      effect ask ldap 2 q
      batch ldap 2 last ["Ada"]
      complete 3
      < 3 {"items": [{"label": "Ada"}]}
      """)
  }

  @Test func `with filter its answers are matched by the server as well`() {
    started(#"{"type": "process", "command": ["ldap"], "filter": true}"#).check(
      """
      type @
      at 500
      type ad
      at 900
      batch ldap 2 more ["Zuse", "Ada"]
      batch ldap 3 last ["Zuse", "Ada"]
      complete 2
      < 2 {"items": [{"label": "Ada"}]}
      """)
  }

  @Test func `progress is shown after 150 ms, once per creation, and ends with the search`() {
    started(capabilities: #"{"window": {"workDoneProgress": true}}"#).check(
      """
      type @
      at 149
      at 150
      < ?1 window/workDoneProgress/create {"token": "…"}
      =1 null
      < $/progress {"value": {"kind": "begin", "title": "Mentions", "message": "Searching…"}}
      batch ldap 1 last ["Ada Lovelace"]
      < $/progress {"value": {"kind": "end"}}
      """)
  }

  @Test func `while a source is searching, the loading item inserts what is there already`() {
    started(settings: #""loadingItem": "searching""#).check(
      """
      type @
      complete 2
      batch ldap 1 more ["Ada Lovelace"]
      at 120
      < 2 {"items": [{"label": "Ada Lovelace"}, {"label": "searching", "textEdit": {"newText": "@"}}]}
      """)
  }

  @Test func `the loading item does not match better than the others`() {
    started(settings: #""loadingItem": "searching""#).check(
      """
      type @
      complete 2
      batch ldap 1 more ["Ada Lovelace"]
      at 120
      < 2 {"items": [{"sortText": "0", "filterText": "@ada~ada~lovelace "},
        {"sortText": "1", "filterText": "@~searching "}]}
      """)
  }

  @Test func `a request for an older key is answered when a newer one comes`() {
    started().check(
      """
      type @
      complete 2
      at 300
      type a
      < 2 {"items": []}
      complete 3
      complete 4
      batch ldap 2 last ["Ada"]
      < 3 {"items": [{"label": "Ada"}]}
      < 4 {"items": [{"label": "Ada"}]}
      """)
  }

  @Test func `a waiting request can be cancelled, and its document closed`() {
    started().check(
      """
      type @
      complete 2
      complete 3
      ! $/cancelRequest {"id": 2}
      < 2 error -32800
      ! didClose /d
      < 3 {"items": []}
      effect cancel ldap 1
      """)
  }

  @Test func `a provider that fails gives one message per distinct fault and is asked again later`() {
    started().check(
      """
      type @
      complete 2
      late ldap 1
      < window/showMessage {"type": 2, "message": "mentions: ldap: no answer in time"}
      < 2 {"items": []}
      at 5000
      type a
      effect ask ldap 2 a
      late ldap 2
      at 20000
      type d
      effect ask ldap 3 ad
      died ldap 3
      < window/showMessage {"type": 2, "message": "mentions: ldap: the program ended"}
      """)
  }

  @Test func `a late answer to an earlier key is matched with the present key and shown`() {
    started().check(
      """
      type @
      at 200
      type a
      complete 2
      at 300
      batch ldap 1 last ["Ada Lovelace", "Ben", "Adam"]
      at 320
      < 2 {"isIncomplete": true, "items": [{"label": "Ada Lovelace"}, {"label": "Adam"}]}
      at 400
      type d
      complete 3
      at 500
      batch ldap 2 last ["Adam", "Abel"]
      at 520
      < 3 {"isIncomplete": true, "items": [{"label": "Ada Lovelace"}, {"label": "Adam"}]}
      at 600
      type a
      complete 4
      at 720
      < 4 {"isIncomplete": true, "items": [{"label": "Adam"}]}
      batch ldap 4 last ["Adam", "Ada"]
      complete 5
      < 5 {"items": [{"label": "Adam"}, {"label": "Ada"}]}
      """)
  }

  @Test func `of a typist's keys the first alone finds nothing, however long the word`() {
    started().check(
      """
      type @
      complete 2
      at 200
      type l
      < 2 {"items": []}
      complete 3
      at 300
      batch ldap 1 last ["Ada Lovelace", "Barbara Liskov"]
      at 320
      < 3 {"items": [{"label": "Ada Lovelace"}, {"label": "Barbara Liskov"}]}
      at 400
      type i
      complete 4
      effect ask ldap 3 li
      at 520
      < 4 {"items": [{"label": "Barbara Liskov"}]}
      at 600
      type s
      complete 5
      effect cancel ldap 3
      effect ask ldap 4 lis
      at 720
      < 5 {"items": [{"label": "Barbara Liskov"}]}
      """)
  }

  @Test func `an answer serves other documents of the language for a minute`() {
    started().check(
      """
      type @
      batch ldap 1 last ["Ada Lovelace"]
      at 50000
      open b.md -
      change b.md 0:1-1 ‘ ’
      change b.md 0:2-2 ‘@’
      change b.md 0:3-3 ‘a’
      ?2 completion b.md 0:4
      at 50120
      < 2 {"isIncomplete": true, "items": [{"label": "Ada Lovelace"}]}
      at 60000
      change b.md 0:4-4 ‘d’
      ?3 completion b.md 0:5
      at 62000
      < 3 {"isIncomplete": true, "items": []}
      """)
  }

  @Test func `where answers depend on the document, and after mentions.reloadSources, none serves another`() {
    for (sources, reload) in [
      (#"{"type": "process", "command": ["ldap"], "perDocument": true}"#, ""),
      (
        #"{"type": "process", "command": ["ldap"]}"#,
        "?9 workspace/executeCommand {\"command\": \"mentions.reloadSources\"}\n< 9 null"
      ),
    ] {
      started(sources).check(
        """
        type @
        batch ldap 1 last ["Ada Lovelace"]
        \(reload)
        at 1000
        open b.md -
        change b.md 0:1-1 ‘ ’
        change b.md 0:2-2 ‘@’
        ?2 completion b.md 0:3
        at 4000
        < 2 {"isIncomplete": true, "items": []}
        """)
    }
  }

  @Test func `those chosen lately stand in for a source that has not answered`() {
    started().check(
      """
      type @
      batch ldap 1 last ["Ada Lovelace"]
      complete 2
      < 2 {"items": [{"label": "Ada Lovelace"}]}
      change /d 0:0-1 ‘Ada Lovelace’
      at 100000
      open b.md -
      change b.md 0:1-1 ‘ ’
      change b.md 0:2-2 ‘@’
      ?3 completion b.md 0:3
      at 100120
      < 3 {"isIncomplete": true, "items": [{"label": "Ada Lovelace"}]}
      """)
  }

  @Test
  func `a query that a newer one has replaced fails nothing, and a document does not take another's place`() {
    started().check(
      """
      type @
      at 200
      type a
      late ldap 1
      at 400
      type d
      effect ask ldap 3 ad
      batch ldap 3 last ["Ada"]
      complete 2
      < 2 {"items": [{"label": "Ada"}]}
      """)
  }

  @Test func `a program that goes on running is started when a document that can ask it is opened`() {
    ServerScript(
      people: "", sources: #""ldap": {"type": "process", "command": ["ldap"]}"#, lists: #"["ldap"]"#
    ).check(
      """
      open markdown Hello
      effect run ldap
      """)
  }

  @Test func `the editor serves entities: at once, and further batches later`() {
    started(#"{"type": "client"}"#).check(
      """
      type @
      < ?1 mentions/retrieveEntities {"queryID": 1, "keyString": "", "searchType": "explicit", "invoked": false,
        "controlCharacter": "@", "uri": "file:///d", "languageId": "markdown"}
      complete 2
      =1 {"entities": [{"name": "Ada Lovelace", "handle": "ada"}], "dedupe": true, "isComplete": false}
      at 100
      ! mentions/entities {"queryID": 1, "entities": ["Alan Turing", {"name": "Other", "handle": "ada"}],
        "dedupe": true, "isComplete": true}
      < 2 {"items": [{"label": "Ada Lovelace"}, {"label": "Alan Turing"}]}
      ! mentions/entities {"queryID": 1, "entities": ["Too Late"], "dedupe": true, "isComplete": true}
      """)
  }

  @Test func `an invalid entity from the editor is named, the others are kept`() {
    started(#"{"type": "client"}"#).check(
      """
      type @
      < ?1 mentions/retrieveEntities {}
      =1 {"entities": [{"detail": "nobody"}, {"name": "Ada", "email": 5}, "Alan"], "isComplete": true}
      < window/showMessage {"message": "mentions: ldap: entities[0]: expected at least one of name, handle and email"}
      < window/showMessage {"message": "…"}
      complete 2
      < 2 {"items": [{"label": "Alan"}]}
      """)
  }

  @Test func `an editor that answers with an error delays nothing`() {
    started(#"{"type": "client"}"#).check(
      """
      type @
      < ?1 mentions/retrieveEntities {}
      complete 2
      =1 error -32603
      < window/showMessage {"type": 2}
      < 2 {"items": []}
      """)
  }
}
