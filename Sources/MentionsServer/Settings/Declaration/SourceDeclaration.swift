import EntitySources
import JSONText

/// The sorts of sources and their keys.
enum SourceDeclaration {
  static let filter = Setting<Bool>(
    "filter", .boolean, standard: false,
    "Filter and rank the answers by the key; by default they are used as returned.")
  static let cooldown = Setting<Int?>(
    "cooldown", .whole(0...60_000), standard: nil, "Like `cooldown` above, for this source only.")
  static let timeout = Setting<Int>(
    "timeout", .whole(1...600_000), standard: 2000, "How long to wait for an answer, in milliseconds.")
  static let coauthors = Setting<Bool>(
    "coauthors", .boolean, standard: true, "Include the people in `Co-authored-by` trailers.")
  static let format = Setting<EntityFileFormat>(
    "format", .choice(EntityFileFormat.allCases.map { SettingChoice($0.rawValue, "") }), standard: .jsonl,
    "The format of the program's output.")
  static let headers = Setting<JSONObject>(
    "headers", .named(names: "header", of: .text(.line)), standard: [:], "Headers to send with the request.")
  static let items = Setting<String>(
    "items", .text(.pointer), standard: "", "JSON Pointer to the list of entities in the answer.")
  static let map = Setting<JSONObject>(
    "map",
    .record(
      SettingRecord(
        EntityField.allCases.map { field in
          SettingKey(field.rawValue, .text(.pointer), "JSON Pointer to the field in an item.")
        })), standard: [:],
    "JSON Pointers to an entity's fields within an item, for fields that have other names there.")

  static let command = SettingKey(
    "command", commandShape, isRequired: true, "The program and its arguments.")
  static let url = SettingKey(
    "url", .text(.url), isRequired: true, "The address; `{key}` is replaced by what was typed.")
  static let listItems = SettingKey(
    "items",
    .list(
      of: .either(.text(.filled), .anyObject),
      SettingListRule("a list of names and entities")), isRequired: true,
    "Names, or objects with an entity's fields.")

  private static let commandShape = SettingShape.list(
    of: .text(.anything),
    SettingListRule("a list of a program and its arguments", minimum: 1, isIndivisible: true))

  static let kinds = [
    SettingKind(
      "file", "A file of entities.",
      [
        SettingKey(
          "path", .text(.entityFile), isRequired: true,
          "The file: `.jsonl`, `.json`, `.csv`, `.tsv`, `.vcf` or `.txt`.")
      ]),
    SettingKind(
      "people", "`people.jsonl`, `.json`, `.csv` and `.vcf` at the workspace root, those that exist.",
      []),
    SettingKind(
      "git", "The authors of the Git repository, with `.mailmap` applied.", [coauthors.key]),
    SettingKind("codeowners", "The people and teams in CODEOWNERS.", []),
    SettingKind(
      "directory", "A folder with one Markdown file per entity.",
      [SettingKey("path", .text(.filled), isRequired: true, "The folder.")]),
    SettingKind(
      "command",
      "A program that is started for each query; `{key}` in an argument is replaced by what was typed.",
      [command, format.key, timeout.key, filter.key, cooldown.key], needsTrust: true),
    SettingKind(
      "process", "A program that keeps running and answers in JSON lines.",
      [command, filter.key, cooldown.key], needsTrust: true),
    SettingKind(
      "http", "A web service that answers in JSON.",
      [url, headers.key, items.key, map.key, timeout.key, filter.key, cooldown.key], needsTrust: true),
    SettingKind(
      "client", "The editor, which answers `mentions/retrieveEntities`.", [filter.key, cooldown.key]),
    SettingKind("list", "Entities listed here.", [listItems]),
    SettingKind("demo", "The built-in directory: the 25 earliest Turing Award winners.", []),
  ]

  /// The sources of a server without settings, in the order in which their entities are shown.
  static let standard: JSONObject = [
    "people": ["type": "people"],
    "git": ["type": "git", "coauthors": .bool(coauthors.standard)],
    "codeowners": ["type": "codeowners"],
  ]

  /// The source that `demo` adds, and its name.
  static let demo = (name: "demo", value: ["type": "demo"] as JSONValue)
}

extension EntityFileFormat: SettingValue {}
