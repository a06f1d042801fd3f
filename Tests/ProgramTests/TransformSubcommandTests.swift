import EntitySources
import MentionsServer
import Testing

@testable import mentions_lsp

/// `transform`: text in, text out, mentions whole.
@Suite struct TransformSubcommandTests {
  let program: BuiltProgram

  init() throws {
    program = try BuiltProgram()
    try program.room.write(
      "people.csv",
      """
      name,handle,email,url
      Ada Lovelace,ada-lovelace,ada@example.org,https://example.org/ada
      Alan Turing,turing,alan@example.org,

      """)
    try program.room.write(
      ".mentions.json",
      #"{"triggers": [{"character": "@", "sources": ["*"], "insert": {"default": "@{handle}", "markdown": "[«@{handle}»]({url})"}}]}"#
    )
  }

  @Test(arguments: [
    ("reverse", "Hi @ada-lovelace, you\n", "uoy ,@ada-lovelace iH\n"),
    ("rot13", "Hi @turing\nabc", "Uv @turing\nnop"),
    ("upper", "straße @turing\n", "STRASSE @turing\n"),
    ("lower", "ΟΔΟΣ @turing\n", "οδος @turing\n"),
    ("title", "hello @turing wORLD\n", "Hello @turing World\n"),
    ("sortLines", "b @turing\na\n", "a\nb @turing\n"),
    ("joinLines", "a\n  @turing\n", "a @turing\n"),
    ("asName", "see @turing\n", "see Alan Turing\n"),
    ("asMail", "see @turing\n", "see Alan Turing <alan@example.org>\n"),
    ("asLink", "see @ada-lovelace\n", "see [Ada Lovelace](https://example.org/ada)\n"),
    ("asPlainText", "see @turing\n", "see @turing\n"),
    ("format:@:markdown", "see @ada-lovelace\n", "see [@ada-lovelace](https://example.org/ada)\n"),
    ("reverse", "", ""),
  ])
  func `standard input is transformed to standard output`(name: String, input: String, output: String) throws
  {
    let result = try program.run("transform", name, input: input)
    #expect(result.output == output)
    #expect(result.errors == "")
    #expect(result.status == .exited(0))
  }

  @Test func `a file's language is known by its name`() throws {
    try program.room.write("notes.md", "see [@ada-lovelace](https://example.org/ada) now\n")
    let result = try program.run("transform", "reverse", "notes.md")
    #expect(result.output == "won [@ada-lovelace](https://example.org/ada) ees\n")
    #expect(result.status == .exited(0))
    #expect(
      try program.run("transform", "asHandle", "notes.md").output == "see @ada-lovelace now\n")
  }

  @Test func `mentions that an editor has kept of a file move whole too`() throws {
    try program.room.write(".mentions.json", #"{"annotationStore": "workspace"}"#)
    try program.room.write("notes.txt", "see Ada Lovelace today\n")
    try program.room.write(
      ".mentions.annotations/\(StoredDocument.fileName(of: "notes.txt"))",
      """
      {"version": 1, "document": "notes.txt", "states": [{"mentions": [
        {"start": 4, "text": "Ada Lovelace", "before": "see ", "after": " today\\n",
         "entity": {"id": "ada", "name": "Ada Lovelace"}}]}]}
      """)
    let result = try program.run("transform", "wrap", "--column", "12", "notes.txt")
    #expect(result.output == "see\nAda Lovelace\ntoday\n")
    #expect(result.status == .exited(0) && result.errors == "")
    #expect(try program.run("transform", "upper", "notes.txt").output == "SEE Ada Lovelace TODAY\n")
  }

  @Test func `a mention that can no longer be recognized in the text is exit status 1`() throws {
    // What stands behind it now would belong to a longer handle.
    let gone = try program.run("transform", "reverse", input: "ab.@turing")
    #expect(gone.output == "@turing.ba")
    #expect(gone.status == .exited(1))
    #expect(
      gone.errors == "mentions-lsp: the mention of Alan Turing can no longer be recognized in the text\n")
  }

  @Test func `wrap takes a column, and mentions are never broken`() throws {
    let result = try program.run("transform", "wrap", "--column", "10", input: "one two @ada-lovelace four\n")
    #expect(result.output == "one two\n@ada-lovelace\nfour\n")
    #expect(result.status == .exited(0))
  }

  @Test func `the list names every transform, with the formats of the settings`() throws {
    let list = try program.run("transform", "--list")
    let names = list.output.split(separator: "\n").map { $0.split(separator: " ")[0] }
    #expect(names.prefix(13) == ArraySlice(TransformSubcommand.names.map { Substring($0) }))
    #expect(names.contains("format:@:markdown"))
    let titles = list.output.split(separator: "\n").map { $0.drop { $0 != " " }.drop { $0 == " " } }
    #expect(Set(titles).count == titles.count)
    #expect(list.status == .exited(0))
  }

  @Test func `what cannot be read is one error that names it`() throws {
    let unknown = try program.run("transform", "revers", input: "x")
    #expect(unknown.status == .exited(2))
    #expect(
      unknown.errors.hasPrefix("mentions-lsp: unknown transform revers, expected one of: reverse, rot13, "))
    let missing = try program.run("transform", "reverse", "nowhere.md")
    #expect(missing.status == .exited(2))
    #expect(missing.errors == "mentions-lsp: cannot read nowhere.md: there is no such file\n")
    let nothing = try program.run("transform")
    #expect(nothing.errors.hasPrefix("mentions-lsp: transform needs the name of a transform"))
  }
}
