import Entities
import EntitySources
import JSONText
import LanguageProtocol
import MentionsServer

/// A kind of entry in a transcript: its origin, the name of the member with its value, and the conversions between the
/// value and the event that it represents.
struct TranscriptKind: Sendable {
  let origin: TranscriptLine.Origin
  /// The name of the member in addition to `t` and `from`.
  let name: String
  /// The JSON of an event's value; nil for an event of another kind.
  let json: @Sendable (ServerEvent) -> [UInt8]?
  /// The event that a value represents; nil if the value is not valid.
  let event: @Sendable (JSONValue) -> ServerEvent?

  private init<Value: MemberValue>(
    _ origin: TranscriptLine.Origin, _ name: String, _ type: Value.Type,
    _ value: @escaping @Sendable (ServerEvent) -> Value?,
    _ event: @escaping @Sendable (Value) -> ServerEvent?
  ) {
    self.origin = origin
    self.name = name
    json = { value($0).map { JSONWriter.bytes(of: $0) } }
    self.event = { (try? Value(json: $0)).flatMap(event) }
  }

  /// A kind for the end of a session that needs no further values: its member is `true`.
  private static func ending(
    _ origin: TranscriptLine.Origin, _ name: String, _ reason: EndReason
  ) -> TranscriptKind {
    TranscriptKind(
      origin, name, Bool.self, { if case .ending(reason) = $0 { true } else { nil } },
      { _ in .ending(reason) })
  }

  /// All kinds of entries except messages that are JSON, which are in the member `message`.
  static let all: [TranscriptKind] = client + sources + store + workspace

  private static let client: [TranscriptKind] = [
    .init(
      .client, "raw", TranscriptBytes.self,
      { if case .message(let body) = $0 { TranscriptBytes(body) } else { nil } }, { .message($0.bytes) }),
    .init(
      .client, "fault", FramerError.self, { if case .framingFault(let fault) = $0 { fault } else { nil } },
      { .framingFault($0) }),
    .init(
      .client, "unread", Int.self,
      { if case .ending(.outputUnread(let waiting)) = $0 { waiting } else { nil } },
      { .ending(.outputUnread(waiting: $0)) }),
    ending(.client, "end", .inputEnded), ending(.client, "closed", .outputClosed),
    .init(.clock, "tick", Bool.self, { if case .clock = $0 { true } else { nil } }, { _ in .clock }),
    .init(
      .settings, "files", [SettingsFile].self, { if case .settings(let files) = $0 { files } else { nil } },
      { .settings($0) }),
  ]

  private static let sources: [TranscriptKind] = [
    .init(
      .source, "loaded", Loaded.self,
      { if case .loaded(let source, let load, let it) = $0 { Loaded(source, load, it) } else { nil } },
      { .loaded(source: $0.source, load: $0.load, $0.loaded) }),
    // Merged catalogs are not recorded: a replay merges the recorded catalogs again.
    .init(
      .source, "merged", Merged.self,
      { if case .merged(let names, let turn, _) = $0 { Merged(names: names, turn: turn) } else { nil } },
      { .merged(names: $0.names, mergeID: $0.turn, .empty) }),
    .init(
      .source, "provider", Provider.self,
      { if case .provider(let source, let start, let it) = $0 { Provider(source, start, it) } else { nil } },
      { it in it.event.map { .provider(source: it.source, start: it.start, $0) } }),
    .init(
      .source, "plugin", Plugin.self,
      { if case .plugin(let key, let start, let it) = $0 { Plugin(key, start, it) } else { nil } },
      { it in it.event.map { .plugin(key: it.name, start: it.start, $0) } }),
    .init(
      .source, "located", Located.self,
      { if case .located(let number, let it) = $0 { Located(number: number, places: it) } else { nil } },
      { .located(number: $0.number, $0.places) }),
    .init(
      .source, "near", Near.self,
      { if case .near(let number, let people) = $0 { Near(number, people) } else { nil } },
      { .near(number: $0.number, $0.near) }),
    .init(
      .source, "changed", [String].self,
      { if case .filesChanged(let paths) = $0, !paths.isEmpty { paths } else { nil } },
      { .filesChanged($0) }),
    .init(
      .source, "signal", String.self, { if case .ending(.signal(let name)) = $0 { name } else { nil } },
      { .ending(.signal($0)) }),
    ending(.source, "parentDied", .parentDied),
  ]

  private static let store: [TranscriptKind] = [
    .init(
      .store, "read", SettingsFile.self,
      { if case .storeRead(let path, let it) = $0 { SettingsFile(path: path, contents: it) } else { nil } },
      { .storeRead(path: $0.path, $0.contents) }),
    .init(
      .store, "found", Found.self,
      { if case .storeFound(let folder, let it) = $0 { Found(folder: folder, documents: it) } else { nil } },
      { .storeFound(folder: $0.folder, documents: $0.documents) }),
    .init(
      .store, "marked", Marked.self,
      { if case .marked(let path, let isNew) = $0 { Marked(path: path, new: isNew) } else { nil } },
      { .marked(path: $0.path, isNew: $0.new) }),
    .init(
      .store, "written", Written.self,
      { if case .storeWritten(let path, let it) = $0 { Written(path: path, fault: it) } else { nil } },
      { .storeWritten(path: $0.path, fault: $0.fault) }),
    .init(
      .store, "choices", JSONObject.self,
      {
        guard case .choicesKept(let choices, let changes, let seconds) = $0 else { return nil }
        var object = choices.json
        object["changes"] = .integer(changes)
        object["seconds"] = .integer(seconds)
        return object
      },
      {
        guard let choices = Choices(json: .object($0)), let at = $0["seconds"]?.intValue else { return nil }
        return .choicesKept(choices, changes: $0["changes"]?.intValue ?? 0, seconds: at)
      }),
  ]

  private static let workspace: [TranscriptKind] = [
    .init(
      .workspace, "scanned", Scanned.self,
      { if case .scanned(let scan, let report) = $0 { Scanned(scan, report) } else { nil } },
      { .scanned(scan: $0.scan, $0.report) }),
    .init(
      .workspace, "reread", Reread.self,
      { if case .reread(let number, let files) = $0 { Reread(number: number, files: files) } else { nil } },
      { .reread(number: $0.number, $0.files.filter(\.isWhole)) }),
  ]
}

// MARK: - Values of several parts

private struct Merged: Structure {
  var names: [String]
  var turn: Int

  static let members = Members(Self.init, required("names", \.names), required("turn", \.turn))
}

struct Loaded: Structure {
  var source: String
  var load: Int
  var entities: TranscriptEntities
  var leftOut: Int
  var problems: [SourceProblem]
  var watched: [String]
  var isPreliminary: Bool?
  var keepsKnown: Bool?
  var isPartial: Bool?
  var isAbsent: Bool?

  static let members = Members(
    Self.init, required("source", \.source), required("load", \.load), required("entities", \.entities),
    optional("leftOut", \.leftOut, default: 0), optional("problems", \.problems, default: []),
    optional("watched", \.watched, default: []), optional("isPreliminary", \.isPreliminary),
    optional("keepsKnown", \.keepsKnown), optional("isPartial", \.isPartial),
    optional("isAbsent", \.isAbsent))

  /// The maximum number of entities written; it keeps transcripts short enough for people and tests.
  private static let limit = 100_000
}

extension Loaded {
  init(_ source: String, _ load: Int, _ loaded: LoadedSource) {
    let catalog = loaded.catalog
    // In the source's own order, which determines the results for an empty key.
    let indices = catalog.indicesInOwnOrder.prefix(Self.limit)
    self.init(
      source: source, load: load, entities: TranscriptEntities(indices.map { catalog.entity(at: $0) }),
      leftOut: catalog.count - indices.count, problems: loaded.problems, watched: loaded.watchedPaths,
      isPreliminary: loaded.isPreliminary ? true : nil, keepsKnown: loaded.keepsKnown ? true : nil,
      isPartial: catalog.isPartial ? true : nil, isAbsent: loaded.isAbsent ? true : nil)
  }

  var loaded: LoadedSource {
    var builder = EntityCatalog.Builder(source: source)
    for entity in entities.entities { builder.append(entity) }
    var loaded = LoadedSource(
      catalog: isPartial == true ? builder.partial() : builder.finish(), problems: problems,
      watchedPaths: watched)
    loaded.isPreliminary = isPreliminary ?? false
    loaded.keepsKnown = keepsKnown ?? false
    loaded.isAbsent = isAbsent ?? false
    return loaded
  }
}

private struct Provider: Structure {
  var source: String
  var start: Int
  var query: Int?
  var entities: TranscriptEntities?
  var dedupe: Bool?
  var isComplete: Bool?
  var timedOut: Int?
  var died: [Int]?
  var problem: SourceProblem?

  static let members = Members(
    Self.init, required("source", \.source), required("start", \.start), optional("query", \.query),
    optional("entities", \.entities), optional("dedupe", \.dedupe), optional("isComplete", \.isComplete),
    optional("timedOut", \.timedOut), optional("died", \.died), optional("problem", \.problem))
}

extension Provider {
  /// Creates the value for an event; nil if a replay does not need the event.
  init?(_ source: String, _ start: Int, _ event: ProviderEvent) {
    self.init(source: source, start: start)
    switch event {
    case .batch(let batch):
      query = batch.query
      entities = TranscriptEntities(batch.entities)
      dedupe = batch.dedupe
      isComplete = batch.isComplete
    case .timedOut(let query): timedOut = query
    case .died(_, let unanswered): died = unanswered
    case .problem(let problem): self.problem = problem
    case .started, .log: return nil
    }
  }

  var event: ProviderEvent? {
    if let query {
      return .batch(
        SourceBatch(
          query: query, entities: entities?.from(source) ?? [], dedupe: dedupe ?? true,
          isComplete: isComplete ?? true))
    }
    if let timedOut { return .timedOut(query: timedOut) }
    if let died { return .died(nil, unanswered: died) }
    return problem.map { .problem($0) }
  }
}

private struct Plugin: Structure {
  var name: String
  var start: Int
  var lines: [String]?
  var flooded: Bool?
  var stuck: Bool?
  var ended: String?

  static let members = Members(
    Self.init, required("name", \.name), required("start", \.start), optional("lines", \.lines),
    optional("flooded", \.flooded), optional("stuck", \.stuck), optional("ended", \.ended))
}

extension Plugin {
  /// Creates the value for an event; nil if a replay does not need the event.
  init?(_ name: String, _ start: Int, _ event: PluginEvent) {
    self.init(name: name, start: start)
    switch event {
    case .lines(let lines): self.lines = lines.map { String(decoding: $0, as: UTF8.self) }
    case .flooded: flooded = true
    case .stuck: stuck = true
    case .ended(let reason): ended = reason
    case .log: return nil
    }
  }

  var event: PluginEvent? {
    if let lines { return .lines(lines.map { Array($0.utf8) }) }
    if flooded != nil { return .flooded }
    if stuck != nil { return .stuck }
    return ended.map { .ended($0) }
  }
}

private struct Located: Structure {
  var number: Int
  var places: [EntityDefinition]

  static let members = Members(
    Self.init, required("number", \.number), optional("places", \.places, default: []))
}

private struct Near: Structure {
  struct User: Structure {
    var name = ""
    var email = ""

    static let members = Members(
      Self.init, optional("name", \.name, default: ""), optional("email", \.email, default: ""))
  }

  var number: Int
  var people: [NearPeople.Person]
  var user: User
  var problem: String?

  static let members = Members(
    Self.init, required("number", \.number), optional("people", \.people, default: []),
    optional("user", \.user, default: User()), optional("problem", \.problem))
}

extension Near {
  init(_ number: Int, _ near: NearPeople) {
    self.init(
      number: number, people: near.people, user: User(name: near.ownName, email: near.ownEmail),
      problem: near.problem)
  }

  var near: NearPeople {
    NearPeople(people: people, ownName: user.name, ownEmail: user.email, problem: problem)
  }
}

private struct Found: Structure {
  var folder: String
  var documents: [String]

  static let members = Members(
    Self.init, required("folder", \.folder), optional("documents", \.documents, default: []))
}

private struct Marked: Structure {
  var path: String
  var new: Bool

  static let members = Members(Self.init, required("path", \.path), optional("new", \.new, default: false))
}

private struct Written: Structure {
  var path: String
  var fault: String?

  static let members = Members(Self.init, required("path", \.path), optional("fault", \.fault))
}

private struct Scanned: Structure {
  var scan: Int
  var done: Int
  var total: Int
  var files: [FileMentions]
  var gone: [String]
  var stored: [FileMentions]?
  var summary: ScanSummary?

  static let members = Members(
    Self.init, required("scan", \.scan), required("done", \.done), required("total", \.total),
    required("files", \.files), optional("gone", \.gone, default: []), optional("stored", \.stored),
    optional("summary", \.summary))
}

extension Scanned {
  init(_ scan: Int, _ report: ScanReport) {
    self.init(
      scan: scan, done: report.done, total: report.total, files: report.files, gone: report.gone,
      stored: report.stored.map { stored in (0..<stored.fileCount).map { stored.mentions(inFile: $0) } },
      summary: report.summary)
  }

  var report: ScanReport {
    let index = stored.map { files in
      StoredIndexBuilder.bytes(
        rules: "", people: "", files.filter(\.isWhole).map { .read($0, mark: 0, isBarren: false) })
    }
    return ScanReport(
      stored: index.flatMap { StoredIndex($0) }, files: files.filter(\.isWhole), gone: gone, done: done,
      total: total, summary: summary)
  }
}

private struct Reread: Structure {
  var number: Int
  var files: [RereadFile]

  static let members = Members(
    Self.init, required("number", \.number), optional("files", \.files, default: []))
}
