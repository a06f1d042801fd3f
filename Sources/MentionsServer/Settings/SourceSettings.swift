import Entities
import EntitySources
import JSONText
import Mentions

/// One kind of source (`type` in the settings).
struct SourceKind: Sendable {
  /// The member of a source that names its kind.
  static let tag = "type"

  let name: String
  let documentation: String
  let rows: [SettingRow<SourceSettings>]
  /// Whether sources of this kind start a program or use the network.
  let needsTrust: Bool

  init(
    _ name: String, _ documentation: String, _ rows: [SettingRow<SourceSettings>] = [],
    needsTrust: Bool = false
  ) {
    self.name = name
    self.documentation = documentation
    self.rows = rows
    self.needsTrust = needsTrust
  }

  var keys: [SettingKey] { rows.map(\.key) }
}

/// One source, as written in the settings. It has the members of all kinds of sources; each kind uses only its own.
struct SourceSettings: SettingRecord {
  var type = ""
  var path = ""
  var coauthors = true
  var command: [String] = []
  /// The format of a program's output.
  var format = EntityFileFormat.jsonl
  /// The format of a web service's list; nil to determine it from the address.
  var listFormat: EntityFileFormat?
  /// The timeout in milliseconds; nil for the default of the kind.
  var timeout: Int?
  var refresh = 300
  var filter = false
  var perDocument = false
  var cooldown: Int?
  var url = ""
  var headers = JSONObject()
  var items = ""
  var map = JSONObject()
  var listItems: [JSONValue] = []
  var list = ForgeList.people
  var byNumber = false
  var host: String?

  private static let filter = SettingRow(
    \Self.filter, "filter",
    "Filter and rank the answers by what was typed; by default, they are used as returned.")
  private static let cooldown = SettingRow(
    \Self.cooldown, "cooldown", .whole(0...60_000),
    "The minimum time, in milliseconds, between two queries to this source; overrides `cooldown`.")
  private static let perDocument = SettingRow(
    \Self.perDocument, "perDocument",
    "Whether answers depend on the document. If not, an answer is reused for other documents for a minute.")
  private static let timeout = SettingRow(
    \Self.timeout, "timeout", .whole(1...600_000),
    "The time to wait for an answer, in milliseconds. Default: 2000 for a query, 60000 for a list.")
  private static let refresh = SettingRow(
    \Self.refresh, "refresh", .whole(60...86_400),
    "Age in seconds after which a list is fetched again the next time it is used.")
  static let command = SettingRow(
    \Self.command, "command", .list(of: .text(.anything), SettingListRule.program),
    isRequired: true, "The program and its arguments.")
  static let headers = SettingRow(
    \Self.headers, "headers", .named(names: "header", of: .text(.line)),
    "Headers to send with the request. `${NAME}` is an environment variable, `$${` a literal `${`.")

  private static let formats = SettingShape.choice(
    EntityFileFormat.allCases.map { SettingChoice($0.rawValue, "") })

  static let kinds = [
    SourceKind(
      "file", "A file of entities.",
      [
        SettingRow(
          \.path, "path", .text(.entityFile), isRequired: true,
          "The file: `.jsonl`, `.json`, `.csv`, `.tsv`, `.vcf`, `.ldif` or `.txt`.")
      ]),
    SourceKind("people", "`people.jsonl`, `.json`, `.csv` and `.vcf` at the workspace root, if they exist."),
    SourceKind(
      "git", "The authors of the Git repository, with `.mailmap` applied.",
      [SettingRow(\.coauthors, "coauthors", "Include the people in `Co-authored-by` trailers.")]),
    SourceKind("codeowners", "The people and teams in CODEOWNERS."),
    SourceKind(
      "directory", "A folder with one Markdown file per entity, or with vCards.",
      [SettingRow(\.path, "path", .text(.filled), isRequired: true, "The folder.")]),
    SourceKind(
      "command",
      "A program that is started for each query or, if its arguments contain no placeholder such as `{key}`, once to print a list.",
      [
        SettingRow(
          \.command, "command", .list(of: .text(.anything), .programWithKey), isRequired: true,
          """
          The program and its arguments. `{key}`, as a whole argument or after `--option=`, is replaced by what was typed; \
          `{key:word}`, which is also allowed in code, by its letters, digits and spaces only; `{key:ldap}` and \
          `{key:json}` by what was typed, escaped for an LDAP filter or a JSON string.
          """),
        SettingRow(
          \.format, "format", formats, "The format of the program's output."),
        timeout, refresh, filter, perDocument, cooldown,
      ],
      needsTrust: true),
    SourceKind(
      "process", "A program that keeps running and answers in JSON lines.",
      [command, filter, perDocument, cooldown], needsTrust: true),
    SourceKind(
      "http",
      "A web service that answers each query in JSON or, if its URL contains no `{key}`, returns a list.",
      [
        SettingRow(
          \.url, "url", .text(.url), isRequired: true,
          "The URL; `{key}` is replaced by what was typed. Without `{key}`, the answer is a list."),
        headers,
        SettingRow(
          \.items, "items", .text(.pointer), "JSON Pointer to the list of entities in the answer."),
        SettingRow(
          \.map, "map",
          .record(
            EntityField.allCases.map { field in
              SettingKey(field.rawValue, .text(.pointer), "JSON Pointer to the field in an item.")
            }), "JSON Pointers to an entity's fields within an item, for fields that have other names there."),
        SettingRow(
          \.listFormat, "format", formats,
          """
          The format of a list. By default, it is determined by the extension in the URL, or else is `json`. `items` \
          and `map` apply only to JSON.
          """
        ),
        timeout, refresh, filter, perDocument, cooldown,
      ],
      needsTrust: true),
    SourceKind("client", "The editor, which answers `mentions/retrieveEntities`.", [filter, cooldown]),
    SourceKind(
      "list", "Entities listed here.",
      [
        SettingRow(
          \.listItems, "items",
          .list(of: .either(.text(.filled), .anyObject), SettingListRule("a list of names and entities")),
          isRequired: true, "Names, or objects with an entity's fields.")
      ]),
    SourceKind(
      "forge",
      "People, issues or merge requests of the project behind the Git remote, or of another service. Requires the setting `forge`.",
      [
        SettingRow(
          \.list, "list",
          .choice([
            SettingChoice("people", "The people who can be mentioned there."),
            SettingChoice("issues", "Issues; on GitHub and Gitea, also pull requests."),
            SettingChoice("requests", "Merge requests (GitLab)."),
          ]), "What to fetch."),
        SettingRow(
          \.byNumber, "byNumber",
          "Instead of a list, fetch only the item whose number was typed, if no other list contains it."),
        SettingRow(
          \.host, "host", .text(.filled),
          "The host of a service other than that of the Git remote; `hosts` states its kind."),
        refresh,
      ]),
    SourceKind("demo", "The built-in directory: the 25 earliest Turing Award winners."),
  ]
}

extension SourceSettings {
  /// The rows of all kinds. Rows with the same name may set different properties: each property whose type fits takes
  /// the value, and the kind of the source determines which of these properties is used.
  static var rows: [SettingRow<SourceSettings>] { kinds.flatMap(\.rows) }

  /// Creates the settings of a validated source. Unlike `init(setting:)`, also sets the type, which is not a row.
  init(_ object: JSONObject) {
    type = object[SourceKind.tag]?.stringValue ?? ""
    take(.object(object))
  }

  /// Whether a source starts a program or uses the network.
  @Sendable static func needsTrust(_ source: JSONValue) -> Bool {
    kinds.contains { $0.needsTrust && $0.name == source[SourceKind.tag]?.stringValue }
  }

  /// The sources that the setting `forge` adds, with their names.
  static let forge: [(name: String, value: JSONValue)] = [
    ("forge", ["type": "forge"]),
    ("issues", ["type": "forge", "list": .string(ForgeList.issues.rawValue)]),
    ("issue", ["type": "forge", "list": .string(ForgeList.issues.rawValue), "byNumber": true]),
    ("requests", ["type": "forge", "list": .string(ForgeList.requests.rawValue)]),
    ("request", ["type": "forge", "list": .string(ForgeList.requests.rawValue), "byNumber": true]),
  ]

  /// The source that the setting `demo` adds, with its name.
  static let demo = (name: "demo", value: ["type": "demo"] as JSONValue)

  /// The timeout in milliseconds; by default, a list is given more time than the answer to a query.
  func timeout(ofList isList: Bool) -> Int { timeout ?? (isList ? 60_000 : 2000) }
}

extension SettingListRule {
  fileprivate static let program = SettingListRule(
    "a list: the program and its arguments", minimum: 1, isIndivisible: true)

  fileprivate static let programWithKey = SettingListRule(
    program.expectation, minimum: 1, isIndivisible: true
  ) { words in
    do throws(KeyArguments.Fault) {
      _ = try KeyArguments(words.map { $0.stringValue ?? "" })
      return nil
    } catch {
      return (error.index, error.expected)
    }
  }
}
