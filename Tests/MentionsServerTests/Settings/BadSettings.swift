import Testing

/// Settings with something wrong in them, and what is said about it.
struct BadSettings: CustomTestStringConvertible, Sendable {
  let name: String
  let json: String
  /// `line:column message`, a line each.
  let expects: String
  /// Whether the JSON Schema refuses them too.
  let isSeenBySchema: Bool

  var testDescription: String { name }

  init(_ name: String, _ json: String, expects: String, schema: Bool = true) {
    self.name = name
    self.json = json
    self.expects = expects
    isSeenBySchema = schema
  }

  static let all = plain + triggers + sources

  static let plain: [BadSettings] = [
    BadSettings(
      "a text for a number", #"{"limit": "many"}"#,
      expects: #"error 1:11 limit is "many", expected a whole number from 1 to 1000"#),
    BadSettings(
      "a number below its range", #"{"limit": 0}"#,
      expects: "error 1:11 limit is 0, expected a whole number from 1 to 1000"),
    BadSettings(
      "a number above its range", #"{"completionDeadline": 999999}"#,
      expects: "error 1:24 completionDeadline is 999999, expected a whole number from 0 to 10000"),
    BadSettings(
      "a negative number", #"{"cooldown": -1}"#,
      expects: "error 1:14 cooldown is -1, expected a whole number from 0 to 60000"),
    BadSettings(
      "a fraction", #"{"limit": 2.5}"#,
      expects: "error 1:11 limit is 2.5, expected a whole number from 1 to 1000"),
    BadSettings(
      "a number that fits no machine word", #"{"limit": 1e300}"#,
      expects: "error 1:11 limit is 1e300, expected a whole number from 1 to 1000"),
    BadSettings(
      "null", #"{"limit": null}"#, expects: "error 1:11 limit is null, expected a whole number from 1 to 1000"
    ),
    BadSettings(
      "a text for a truth", #"{"lightUp": "yes"}"#,
      expects: #"error 1:13 lightUp is "yes", expected true or false"#),
    BadSettings(
      "a number for a truth", #"{"continueAfterEmptyResults": 1}"#,
      expects: "error 1:31 continueAfterEmptyResults is 1, expected true or false"),
    BadSettings(
      "a truth for a text", #"{"loadingItem": true}"#,
      expects: "error 1:17 loadingItem is true, expected a string"),
    BadSettings(
      "an unknown word", #"{"deletion": "trimm"}"#,
      expects: #"error 1:14 deletion is "trimm", expected "plain", "trim" or "delete"; did you mean "trim"?"#),
    BadSettings(
      "a word in the wrong case", #"{"annotationStore": "State"}"#,
      expects:
        #"error 1:21 annotationStore is "State", expected "state", "workspace" or "off"; did you mean "state"?"#
    ),
    BadSettings(
      "a truth for a word", #"{"annotationStore": false}"#,
      expects: #"error 1:21 annotationStore is false, expected "state", "workspace" or "off""#),
    BadSettings(
      "a number for an object", #"{"implicit": 3}"#, expects: "error 1:14 implicit is 3, expected an object"),
    BadSettings(
      "a bad member", #"{"implicit": {"minimumLength": -1, "anyCase": true}}"#,
      expects: "error 1:32 implicit.minimumLength is -1, expected a whole number from 0 to 100"),
    BadSettings(
      "a label with an unknown placeholder", #"{"inlayHint": "{nobody}"}"#,
      expects:
        #"error 1:15 inlayHint is "{nobody}", expected a format such as "{detail}", or an empty string (at 1: expected name, shortName, handle, id, email, detail, url, kind, trigger or metadata.KEY)"#,
      schema: false),
    BadSettings(
      "a number for a label", #"{"inlayHint": 1}"#,
      expects: #"error 1:15 inlayHint is 1, expected a format such as "{detail}", or an empty string"#),
    BadSettings(
      "lenses at an unknown place", #"{"codeLens": "paragraf"}"#,
      expects:
        #"error 1:14 codeLens is "paragraf", expected "off", "document" or "paragraph"; did you mean "paragraph"?"#
    ),
    BadSettings(
      "a style for an unknown state", #"{"styles": [{"name": "a", "when": {"state": "dead"}}]}"#,
      expects: #"error 1:45 styles[0].when.state is "dead", expected "whole", "trimmed", "litUp" or "unlit""#),
    BadSettings(
      "a decoration that ends its declaration",
      #"{"styles": [{"name": "a", "decoration": {"color": "red;x"}}]}"#,
      expects:
        #"error 1:51 styles[0].decoration.color is "red;x", expected letters, digits, spaces and #@%.,()_-"#),
    BadSettings(
      "an unknown key", #"{"completionDedline": 100}"#,
      expects: #"warning 1:2 completionDedline is not a setting; did you mean "completionDeadline"?"#),
    BadSettings(
      "an unknown key of another style", #"{"trusted_folders": []}"#,
      expects: #"warning 1:2 trusted_folders is not a setting; did you mean "trustedFolders"?"#),
    BadSettings(
      "an unknown member", #"{"implicit": {"minLength": 2}}"#,
      expects: #"warning 1:15 implicit.minLength is not a setting; did you mean "minimumLength"?"#),
    BadSettings(
      "an unknown key like none", #"{"implicit": {"frobnicate": 2}}"#,
      expects: """
        warning 1:15 implicit.frobnicate is not a setting; \
        known names: "minimumLength", "anyCase", "sources", "ignore", "insert"
        """),
    BadSettings(
      "a folder that is no absolute path", #"{"trustedFolders": ["src", "/ok"]}"#,
      expects:
        #"error 1:21 trustedFolders[0] is "src", expected an absolute path, or one that begins with ~/"#),
    BadSettings(
      "a key for initializationOptions", #"{"demo": true}"#,
      expects: "warning 1:2 demo is only allowed in initializationOptions; it is ignored here"),
    BadSettings(
      "a list for an object", "[1, 2]", expects: "error 1:1 the settings are a list, expected an object"),
    BadSettings(
      "two bad values", "{\n  \"limit\": [],\n  // a comment\n  \"lightUp\": {},\n}",
      expects: """
        error 2:12 limit is [], expected a whole number from 1 to 1000
        error 4:14 lightUp is {}, expected true or false
        """),
    BadSettings(
      "a long value", #"{"limit": "\#(String(repeating: "x", count: 100))"}"#,
      expects: """
        error 1:11 limit is "\(String(repeating: "x", count: 40))…", expected a whole number from 1 to 1000
        """),
  ]

  static let triggers: [BadSettings] = [
    BadSettings(
      "triggers that are no list", #"{"triggers": {"character": "@"}}"#,
      expects: "error 1:14 triggers is an object, expected a list of triggers"),
    BadSettings(
      "a trigger that is no object", #"{"triggers": ["@"]}"#,
      expects: #"error 1:15 triggers[0] is "@", expected an object with "character""#),
    BadSettings(
      "no character", #"{"triggers": [{"sources": ["git"]}]}"#,
      expects: "error 1:15 triggers[0].character is missing, expected \(character)"),
    BadSettings(
      "an empty character", #"{"triggers": [{"character": ""}]}"#,
      expects: #"error 1:29 triggers[0].character is "", expected \#(character)"#),
    BadSettings(
      "a character of nine scalars", #"{"triggers": [{"character": "!!!!!!!!!"}]}"#,
      expects: #"error 1:29 triggers[0].character is "!!!!!!!!!", expected \#(character)"#),
    BadSettings(
      "a character with whitespace", #"{"triggers": [{"character": "@ "}]}"#,
      expects: #"error 1:29 triggers[0].character is "@ ", expected \#(character)"#),
    BadSettings(
      "a character of letters only", #"{"triggers": [{"character": "due"}]}"#,
      expects: #"error 1:29 triggers[0].character is "due", expected \#(character)"#),
    BadSettings(
      "two triggers with one character", #"{"triggers": [{"character": "@"}, {"character": "@"}]}"#,
      expects: """
        error 1:49 triggers[1].character is "@", which triggers[0] already has; each value may occur only once
        """, schema: false),
    BadSettings(
      "a format without its braces", #"{"insert": {"default": "@handle", "markdown": "{trigger}"}}"#,
      expects: """
        error 1:24 insert.default is "@handle", expected an insert format such as "{name}" \
        (it has no placeholder for a field)
        error 1:47 insert.markdown is "{trigger}", expected an insert format such as "{name}" \
        (it has no placeholder for a field)
        """, schema: false),
    BadSettings(
      "a misspelled language",
      #"{"triggers": [{"character": "@", "languages": ["rst", "norg", "markdwon"]}]}"#,
      expects: """
        warning 1:63 triggers[0].languages[2] names no known language; did you mean "markdown"?
        """, schema: false),
    BadSettings(
      "a format for a misspelled language",
      #"{"insert": {"json5": "{name}", "Markdown": "{id}", "tralier": "{email}"}}"#,
      expects: #"warning 1:52 insert.tralier names no known language; did you mean "trailer"?"#, schema: false
    ),
    BadSettings(
      "a host of a misspelled kind of forge",
      #"{"hosts": {"a.example": "gitlab", "b.example": "gitlb", "c.example": "own"}, "presets": {"own": {}}}"#,
      expects: #"warning 1:48 hosts["b.example"] names no known kind of forge; did you mean "gitlab"?"#,
      schema: false),
    BadSettings(
      "a source that does not exist", #"{"triggers": [{"character": "@", "sources": ["gti"]}]}"#,
      expects: """
        error 1:46 triggers[0].sources[0] is "gti", expected the name of a source; did you mean "git"?
        """, schema: false),
    BadSettings(
      "an implicit source that does not exist", #"{"implicit": {"sources": ["*", "code_owners"]}}"#,
      expects: """
        error 1:32 implicit.sources[1] is "code_owners", expected the name of a source; \
        did you mean "codeowners"?
        """, schema: false),
    BadSettings(
      "a source that is not a name", #"{"triggers": [{"character": "@", "sources": [1, "git"]}]}"#,
      expects: "error 1:46 triggers[0].sources[0] is 1, expected a string that is not empty"),
    BadSettings(
      "an unknown placeholder",
      #"{"triggers": [{"character": "@", "insert": {"markdown": "@{hanlde}"}}]}"#,
      expects: """
        error 1:57 triggers[0].insert.markdown is "@{hanlde}", expected an insert format such as "{name}" \
        (at 2: expected name, shortName, handle, id, email, detail, url, kind, trigger or metadata.KEY)
        """, schema: false),
    BadSettings(
      "a brace left open", #"{"triggers": [{"character": "@", "insert": {"default": "{name"}}]}"#,
      expects: """
        error 1:56 triggers[0].insert.default is "{name", expected an insert format such as "{name}" \
        (at 0: expected ‘}’ after this ‘{’)
        """, schema: false),
    BadSettings(
      "an empty language", #"{"triggers": [{"character": "@", "insert": {"": "{name}"}}]}"#,
      expects:
        "error 1:45 triggers[0].insert has a member with an empty name, expected the name of a language"),
    BadSettings(
      "an unknown key of a trigger", #"{"triggers": [{"character": "@", "alowSpaces": false}]}"#,
      expects: #"warning 1:34 triggers[0].alowSpaces is not a setting; did you mean "allowSpaces"?"#),
  ]

  private static let character =
    "a trigger: 1 to 8 characters without white space, at least one of which is not a letter or digit"
}
