import EntitySources
import JSONText

/// The sorts of sources and their keys.
enum SourceDeclaration {
  static let filter = Setting<Bool>(
    "filter", .boolean, standard: false,
    "Whether answers are matched against the key here; without it they are taken as they come.")
  static let cooldown = Setting<Int?>(
    "cooldown", .whole(0...60_000), standard: nil, "As `cooldown` above, for this source alone.")
  static let timeout = Setting<Int>(
    "timeout", .whole(1...600_000), standard: 2000, "Milliseconds until an answer is given up.")
  static let coauthors = Setting<Bool>(
    "coauthors", .boolean, standard: true, "Whether `Co-authored-by` trailers count too.")
  static let format = Setting<EntityFileFormat>(
    "format", .choice(EntityFileFormat.allCases.map { SettingChoice($0.rawValue, "") }), standard: .jsonl,
    "The format of what the program prints.")
  static let headers = Setting<JSONObject>(
    "headers", .named(names: "header", of: .text(.line)), standard: [:], "Headers of the request.")
  static let items = Setting<String>(
    "items", .text(.pointer), standard: "", "JSON Pointer to the list of entities in the answer.")
  static let map = Setting<JSONObject>(
    "map",
    .record(
      SettingRecord(
        EntityField.allCases.map { field in
          SettingKey(field.rawValue, .text(.pointer), "JSON Pointer to the field in an item.")
        })), standard: [:], "JSON Pointers to an entity's fields in an item, where the names differ.")

  static let command = SettingKey(
    "command", commandShape, isRequired: true, "The program and its arguments.")
  static let url = SettingKey(
    "url", .text(.url), isRequired: true, "The address; `{key}` becomes what was typed.")
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
      "people", "`people.jsonl`, `.json`, `.csv` and `.vcf` at the workspace's root, those that there are.",
      []),
    SettingKind(
      "git", "The authors of the Git repository, `.mailmap` applied.", [coauthors.key]),
    SettingKind("codeowners", "The people and teams in CODEOWNERS.", []),
    SettingKind(
      "directory", "A folder with one Markdown file per entity.",
      [SettingKey("path", .text(.filled), isRequired: true, "The folder.")]),
    SettingKind(
      "command", "A program started for each query; `{key}` in an argument becomes what was typed.",
      [command, format.key, timeout.key, filter.key, cooldown.key], needsTrust: true),
    SettingKind(
      "process", "A program that stays alive and answers in JSON lines.",
      [command, filter.key, cooldown.key], needsTrust: true),
    SettingKind(
      "http", "A web service that answers in JSON.",
      [url, headers.key, items.key, map.key, timeout.key, filter.key, cooldown.key], needsTrust: true),
    SettingKind("client", "The editor answers `mentions/retrieveEntities`.", [filter.key, cooldown.key]),
    SettingKind("list", "Entities written here.", [listItems]),
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
