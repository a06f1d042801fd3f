extension BadSettings {
  private static let kinds =
    #""file", "people", "git", "codeowners", "directory", "command", "process", "http", "client", "list", "forge" or "demo""#

  static let sources: [BadSettings] = [
    BadSettings(
      "sources that are no object", #"{"sources": ["git"]}"#,
      expects: "error 1:13 sources is a list, expected an object with a member for each source"),
    BadSettings(
      "a source that is no object", #"{"sources": {"team": "people.json"}}"#,
      expects: #"error 1:22 sources.team is "people.json", expected an object with "type""#),
    BadSettings(
      "a source without type", #"{"sources": {"team": {"path": "people.json"}}}"#,
      expects: "error 1:14 sources.team.type is missing, expected \(kinds)"),
    BadSettings(
      "an unknown type", #"{"sources": {"team": {"type": "flie", "path": "people.json"}}}"#,
      expects: #"error 1:31 sources.team.type is "flie", expected \#(kinds); did you mean "file"?"#),
    BadSettings(
      "a file without path", #"{"sources": {"team": {"type": "file"}}}"#,
      expects:
        "error 1:14 sources.team.path is missing, expected a path that ends in .jsonl, .json, .csv, .tsv, .vcf, .ldif, .txt"
    ),
    BadSettings(
      "a file of another format", #"{"sources": {"my team": {"type": "file", "path": "people.xlsx"}}}"#,
      expects: """
        error 1:50 sources["my team"].path is "people.xlsx", \
        expected a path that ends in .jsonl, .json, .csv, .tsv, .vcf, .ldif, .txt
        """),
    BadSettings(
      "a key of another type", #"{"sources": {"git": {"type": "git", "path": "x"}}}"#,
      expects: #"warning 1:37 sources.git.path is not a setting; known names: "coauthors", "type""#),
    BadSettings(
      "co-authors that are no truth", #"{"sources": {"git": {"type": "git", "coauthors": "all"}}}"#,
      expects: #"error 1:50 sources.git.coauthors is "all", expected true or false"#),
    BadSettings(
      "a directory with an empty path", #"{"sources": {"notes": {"type": "directory", "path": ""}}}"#,
      expects: #"error 1:53 sources.notes.path is "", expected a string that is not empty"#),
    BadSettings(
      "a key in code",
      #"{"sources": {"find": {"type": "command", "command": ["sh", "-c", "grep {key} people"]}}}"#,
      expects: """
        error 1:66 sources.find.command[2] is "grep {key} people", expected {key:word} in an argument that “sh” runs as code, \
        or {key} as a separate argument, as in sh -c 'grep -i -- "$1" people' sh {key}
        """, schema: false),
    BadSettings(
      "a command that is a text", #"{"sources": {"find": {"type": "command", "command": "./find {key}"}}}"#,
      expects:
        #"error 1:53 sources.find.command is "./find {key}", expected a list: the program and its arguments"#),
    BadSettings(
      "an empty command", #"{"sources": {"find": {"type": "process", "command": []}}}"#,
      expects: "error 1:53 sources.find.command is [], expected a list: the program and its arguments"),
    BadSettings(
      "a number among the arguments",
      #"{"sources": {"find": {"type": "process", "command": ["./find", 5]}}}"#,
      expects: "error 1:64 sources.find.command[1] is 5, expected a string"),
    BadSettings(
      "an unknown format",
      #"{"sources": {"find": {"type": "command", "command": ["./find"], "format": "jsnl"}}}"#,
      expects: """
        error 1:75 sources.find.format is "jsnl", \
        expected "jsonl", "json", "csv", "tsv", "vcf", "ldif" or "lines"; did you mean "jsonl"?
        """),
    BadSettings(
      "a timeout of nothing",
      #"{"sources": {"find": {"type": "command", "command": ["./find"], "timeout": 0}}}"#,
      expects: "error 1:76 sources.find.timeout is 0, expected a whole number from 1 to 600000"),
    BadSettings(
      "a URL of another scheme", #"{"sources": {"api": {"type": "http", "url": "ftp://example.org/{key}"}}}"#,
      expects: """
        error 1:45 sources.api.url is "ftp://example.org/{key}", \
        expected a URL that begins with https:// or http:// and has no placeholder but {key}
        """),
    BadSettings(
      "a placeholder that a URL does not have",
      #"{"sources": {"api": {"type": "http", "url": "https://example.org/{key:word}"}}}"#,
      expects: """
        error 1:45 sources.api.url is "https://example.org/{key:word}", \
        expected a URL that begins with https:// or http:// and has no placeholder but {key}
        """, schema: false),
    BadSettings(
      "a header of two lines",
      #"{"sources": {"api": {"type": "http", "url": "https://example.org/", "headers": {"A": "b\r\nC: d"}}}}"#,
      expects: #"error 1:86 sources.api.headers.A is "b\r\nC: d", expected a string on one line"#),
    BadSettings(
      "a pointer without slash",
      #"{"sources": {"api": {"type": "http", "url": "https://example.org/", "items": "items"}}}"#,
      expects:
        #"error 1:78 sources.api.items is "items", expected a JSON Pointer: empty, or beginning with /"#),
    BadSettings(
      "a field that entities do not have",
      #"{"sources": {"api": {"type": "http", "url": "https://example.org/", "map": {"mail": "/mail"}}}}"#,
      expects: #"warning 1:77 sources.api.map.mail is not a setting; did you mean "email"?"#),
    BadSettings(
      "a number in a list", #"{"sources": {"words": {"type": "list", "items": ["Alpha", 2]}}}"#,
      expects: "error 1:59 sources.words.items[1] is 2, expected a string that is not empty or an object"),
    BadSettings(
      "a list without items", #"{"sources": {"words": {"type": "list"}}}"#,
      expects: "error 1:14 sources.words.items is missing, expected a list of names and entities"),
    BadSettings(
      "a source without name", #"{"sources": {"": {"type": "git"}}}"#,
      expects: "error 1:14 sources has a member with an empty name, expected the name of a source"),
  ]
}
