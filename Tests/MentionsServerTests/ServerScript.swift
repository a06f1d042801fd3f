import JSONText
import MentionsTestKit
import Testing

/// A conversation with a session that was initialized: what all suites of the server begin with, and how they differ.
///
/// Ada and Ben are known by `@`, implicit mentions are off, and there is neither a workspace nor a document. ``SessionScript`` has the language.
///
/// ```swift
/// ServerScript(folders: ["w"], settings: #""index": false"#).check("""
///   open a.md Ask «@a|da»
///   ?1 references |
///   < 1 «»
///   """)
/// ```
struct ServerScript {
  /// What the client can do.
  var capabilities = "{}"
  var client = "test"
  /// The workspace folders, below the root.
  var folders: [String] = []
  /// Files that are there before the server starts: lines of the script.
  var files = ""
  /// Who is in the source `team`: a list, the path of a file, or the JSON of a source. Empty: there is
  /// no such source.
  var people = #"["Ada", "Ben"]"#
  /// Other sources than `team`: members of `sources`. Without any source there is no setting of triggers either.
  var sources = ""
  /// The sources of the trigger `@`.
  var lists = #"["team"]"#
  /// How a mention by `@` is written, in all languages or as JSON by language; empty: as the server does it without a setting.
  var insert = ""
  /// Other settings: members of `initializationOptions`, instead of those above where they have one name.
  var settings = ""
  /// Part of the answer to `initialize`.
  var announces = "{}"
  /// A document of one line that is open, `file:///d`.
  var language = "markdown"
  var text: String?
  /// Lines that the script begins with, after that.
  var begins = ""

  /// Ada Lovelace and Bob Kahn are known by their handles, in the folder `/w`.
  static func workspace(
    capabilities: String = "{}", more: String = "", insert: String = "@{handle}", settings: String = ""
  ) -> Self {
    Self(
      capabilities: capabilities, folders: ["w"],
      people: """
        [{"name": "Ada Lovelace", "handle": "ada", "uniqueID": "lovelace"\(more)}, \
        {"name": "Bob Kahn", "handle": "bob"}]
        """, insert: insert, settings: settings)
  }

  func check(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let start = "?0 initialize \(parameters)\n< 0 \(announces)\n! initialized {}"
    let parts = [files, start, text.map { "open \(language) \($0)" } ?? "", begins, script]
    let failures = SessionScript.play(
      parts.filter { !$0.isEmpty }.joined(separator: "\n"), sourceLocation: sourceLocation)
    #expect(failures.isEmpty, "\(failures)", sourceLocation: sourceLocation)
  }

  private var parameters: String {
    var members = [#""clientInfo": {"name": "\#(client)"}"#, #""capabilities": \#(capabilities)"#]
    if folders.count == 1 { members.append(#""rootUri": "file:///\#(folders[0])""#) }
    if folders.count > 1 {
      let all = folders.map { #"{"uri": "file:///\#($0)", "name": "\#($0)"}"# }
      members.append(#""workspaceFolders": [\#(all.joined(separator: ", "))]"#)
    }
    members.append(#""initializationOptions": \#(options)"#)
    return "{" + members.joined(separator: ", ") + "}"
  }

  private var options: String {
    var sources = [#""git": null, "codeowners": null, "people": null"#]
    if people.hasPrefix("[") { sources.append(#""team": {"type": "list", "items": \#(people)}"#) }
    if people.hasPrefix("{") { sources.append(#""team": \#(people)"#) }
    if people.hasPrefix("/") { sources.append(#""team": {"type": "file", "path": "\#(people)"}"#) }
    if !self.sources.isEmpty { sources.append(self.sources) }
    var members = [#""sources": {\#(sources.joined(separator: ", "))}"#]
    if !people.isEmpty || !self.sources.isEmpty {
      let format = insert == "{}" || insert.hasPrefix("{\"") ? insert : #"{"default": "\#(insert)"}"#
      let insert = insert.isEmpty ? "" : #", "insert": \#(format)"#
      members += [
        #""implicit": {"minimumLength": 0}"#,
        #""triggers": [{"character": "@", "sources": \#(lists)\#(insert)}]"#,
      ]
    }
    if !settings.isEmpty {
      let own = (try? JSONParser.parse(Array("{\(settings)}".utf8)))?.objectValue
      members.removeAll { member in own?.members.contains { member.hasPrefix("\"\($0.name)\":") } ?? false }
      members.append(settings)
    }
    return "{" + members.joined(separator: ", ") + "}"
  }
}
