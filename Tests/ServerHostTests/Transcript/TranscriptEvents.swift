import Entities
import EntitySources
import JSONText
import LanguageProtocol

@testable import MentionsServer
@testable import ServerHost

/// Events of each kind that a transcript contains.
enum TranscriptEvents {
  static func lines(_ events: [ServerEvent]) -> String {
    events.compactMap(TranscriptLine.init).map {
      String(decoding: $0.encoded(seconds: 1.5), as: UTF8.self) + "\n"
    }.joined()
  }

  private static let person: Entity = {
    var entity = Entity(id: "ada", name: "Ada \u{1F469}\u{200D}\u{1F52C} O'Neil")
    entity.handle = "ada"
    entity.aliases = ["A", "Countess"]
    entity.metadata = ["team": ["a", 1, nil]]
    entity.source = "team"
    return entity
  }()

  private static let problem = SourceProblem(
    .error, source: "team", file: "people.csv", line: 3, field: "email", "expected an address",
    details: "“ada”")

  private static let early: LoadedSource = {
    var builder = EntityCatalog.Builder(source: "team")
    builder.append(person)
    var early = LoadedSource(catalog: builder.partial())
    early.isPreliminary = true
    return early
  }()

  private static let known: LoadedSource = {
    var known = LoadedSource(catalog: EntityCatalog(source: "team", []), problems: [leftOut])
    known.keepsKnown = true
    return known
  }()

  private static let absent: LoadedSource = {
    var absent = LoadedSource(catalog: EntityCatalog(source: "forge", []))
    absent.isAbsent = true
    return absent
  }()

  private static let leftOut = SourceProblem(
    .note, source: "team", "two are left out", leavesOut: true)

  private static let definition = EntityDefinition(
    source: "team", path: "/people.csv", firstLine: 2, text: Array("Ada,ada\n".utf8), record: 0..<7,
    values: [
      .init(field: .name, range: 0..<3, notation: .comma),
      .init(field: .handle, range: 4..<7, notation: .json),
    ])

  private static let file: SettingsFile = {
    var file = SettingsFile(path: "/w/.mentions.json", contents: .bytes([]))
    file.realPaths = RealPaths(paths: ["/", "/v", nil])
    return file
  }()

  private static let choices: Choices = {
    var choices = Choices()
    choices.apply(.chosen(person, workspace: "/w"), at: 1_700_000_000)
    var bob = Entity(id: "bob", name: "Bob")
    bob.email = "Bob@x.org"
    choices.apply(.chosen(bob, workspace: nil), at: 1_700_000_050)
    return choices
  }()

  private static let mentions = FileMentions(
    path: "/w/a b.md", entities: [person, Entity(id: "bob", name: "Bob")],
    mentions: [
      IndexedMention(entity: 1, start: 0, count: 3, line: 0, column: 0, endLine: 0, endColumn: 3),
      IndexedMention(entity: 0, start: 9, count: 5, line: 1, column: 2, endLine: 2, endColumn: 1),
    ])

  private static let index = StoredIndex(
    StoredIndexBuilder.bytes(
      rules: "", people: "",
      [
        .read(mentions, mark: 0, isBarren: false),
        .read(FileMentions(path: "/w/c"), mark: 0, isBarren: false),
      ]))

  private static let readOnly: RereadFile = {
    var file = RereadFile(mentions: FileMentions(path: "/w/d.ldif"))
    file.isForReading = true
    return file
  }()

  static let all: [ServerEvent] = [
    .message(Array(#"{"jsonrpc":"2.0","method":"initialized"}"#.utf8)),
    .message(Array("no json \u{0}".utf8)), .message([0xFF, 0x00, 0x80]), .message(Array("end of input".utf8)),
    .merged(names: ["a", "b"], mergeID: 2, .empty), .ending(.inputEnded), .clock, .ending(.parentDied),
    .ending(.signal("SIGTERM")), .ending(.outputClosed), .ending(.outputUnread(waiting: 7)),
    .filesChanged(["/a", "/b c"]),
    .near(
      number: 3,
      NearPeople(
        people: [
          .init(name: "Ada", email: "ada@x", points: 7, reasons: ["wrote 1 line here"]),
          .init(handle: "ada", points: 1, reasons: []),
        ], ownName: "Ann", ownEmail: "ann@x", problem: "git says: no")),
    .near(number: 4, NearPeople()),
    .framingFault(.garbage("x")), .framingFault(.missingLength), .framingFault(.badLength("-1")),
    .framingFault(.contradictoryLengths), .framingFault(.messageTooLong(length: "99", limit: 5)),
    .framingFault(.headerTooLong(limit: 7)), .framingFault(.truncatedMessage(missing: 3)),
    .framingFault(.truncatedHeader),
    .settings([
      SettingsFile(path: "/a", contents: .bytes(Array("{ // x\n}".utf8))),
      SettingsFile(path: "/b", contents: .bytes([0xFF])), SettingsFile(path: "/c", contents: .missing),
      SettingsFile(path: "/d", contents: .unreadable("forbidden")),
    ]),
    .loaded(
      source: "team", load: 3,
      LoadedSource(
        catalog: EntityCatalog(source: "team", [person]), problems: [problem], watchedPaths: ["/people.csv"])),
    .provider(
      source: "team", start: 1,
      .batch(SourceBatch(query: 4, entities: [person], dedupe: false, isComplete: false))),
    .provider(source: "out", start: 1, .timedOut(query: 4)),
    .provider(source: "out", start: 2, .died(nil, unanswered: [1, 2])),
    .provider(source: "out", start: 2, .problem(problem)),
    .loaded(source: "team", load: 4, early), .loaded(source: "team", load: 5, known),
    .loaded(source: "forge", load: 6, absent),
    .provider(
      source: "out", start: 3, .batch(SourceBatch(query: 5, entities: [], dedupe: true, isComplete: true))),
    .plugin(key: "quiet", start: 1, .lines([Array(#"{"allow": true}"#.utf8), []])),
    .plugin(key: "quiet", start: 1, .flooded), .plugin(key: "quiet", start: 2, .stuck),
    .plugin(key: "quiet", start: 3, .ended("exit status 1")),
    .located(number: 1, [definition]), .located(number: 2, []),
    .settings([file]),
    .storeRead(path: "/s/a", .bytes(Array("{}\n".utf8))), .storeRead(path: "/s/b", .bytes([0xFF])),
    .storeRead(path: "/s/c", .missing), .storeRead(path: "/s/d", .unreadable("forbidden")),
    .storeFound(folder: "/s", documents: ["file:///a", "file:///b c"]),
    .storeFound(folder: "/s", documents: []), .storeWritten(path: "/s/a", fault: nil),
    .storeWritten(path: "/s/a", fault: "full"), .marked(path: "/s/b.told", isNew: true),
    .choicesKept(choices, changes: 2, seconds: 1_700_000_100),
    .choicesKept(Choices(), changes: 0, seconds: 1_700_000_200),
    .scanned(scan: 1, ScanReport(done: 0, total: 3)),
    .scanned(scan: 1, ScanReport(stored: index, files: [mentions], gone: ["/w/gone"], done: 3, total: 3)),
    .scanned(
      scan: 2,
      ScanReport(summary: ScanSummary(files: 3, tooMany: 1, unreadable: 2, problems: ["/w/c: forbidden"]))),
    .reread(
      number: 1,
      [
        RereadFile(
          mentions: mentions, texts: [Array("Ada".utf8), Array("A\u{1F469}".utf8)], trimmed: [1, 0]),
        RereadFile(mentions: FileMentions(path: "/w/c"), fault: "is read-only", realPath: "/x/c"), readOnly,
      ]),
  ]
}
