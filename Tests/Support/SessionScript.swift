// The static runtime has no testing library: there, only what the fuzzer needs of this module is built.
#if canImport(Testing)
import Entities
import EntitySources
import JSONText
import LanguageProtocol
import Mentions
import MentionsServer
import ServerHost
import SessionSimulation
import Testing

/// A conversation with a `Session` as text, played without pipes, threads and clocks.
///
/// One thing a line; a line that begins with `{`, `[` or `"` continues the one before it, `#` begins a comment. What the server says must be expected, in order, to the last
/// message; expectations name the parts that matter (``JSONPattern``). In JSON, `0:4` is a position, `0:4-8` and `0:4-1:8`
/// are ranges, and `a.md:0:4-8` is a location; files are below `/w`, or named from the root.
///
/// ```
/// ?1 initialize {"capabilities": {}}      a request of the client, with its id
/// < 1 {"serverInfo": "…"}                 … and its answer
/// ! initialized {}                        a notification
/// < 2 error -32601                        an error is expected
/// < window/showMessage {"type": 1}        a notification of the server
/// ?2 hover a.md 0:4                       a request about a place of a document, of `textDocument/…`
/// ?3 rename a.md 0:4 {"newName": "ada"}   … with other parameters
/// open a.md Ask «@a|da»                   opens a document (`a.md@3`: version 3); `|` is where the next requests ask, `«…»` what they find
/// ?4 references |                         … there
/// < 4 «»                                  … and exactly what is marked; `«» {"kind": 1}`: each with this, too
/// change a.md 0:4-8 ‘so’                  a notification of one change; `*` for the range: of everything
/// add a.md 0:4-8 {"name": "Ada"}          `mentions/add` of one mention, which is added
/// < ?1 workspace/configuration {}         a request of the server, with its id
/// =1 [null]                               the client's answer
/// raw {"no": json                         a body as it is
/// file /w/.mentions.json {"limit": 1}     what a settings file holds from now on
/// loaded team ["Ada Lovelace"]            a source was read; `begun` instead: its first part was
/// located 1 {"path": "/w/people.txt"}     where somebody is written down, as transcripts have it, or an array; nothing: nowhere
/// changed /w/.mentions.json               the host saw a file change
/// at 150                                  the time in milliseconds; due wake-ups happen
/// eof | parent died                       the stream ends, the client's process ends
/// effect exit 0                           the server asks the host for this
/// open markdown Hello                     opens `file:///d`, a document of one line
/// type @ad                                types at its end, one notification a character
/// complete 7                              asks for completion at its end, with the id 7
/// batch ldap 1 last ["Ada"]               a provider answers query 1; `more` instead of `last` says there is more
/// store file:///d {"version": 1}          what is kept of a document, before the server asks
/// unreadable file:///d no permission      … and that it cannot be read
/// refuse the disk is full                 nothing can be written from now on; without a reason: it can
/// kept file:///d {"states": "…"}          what is kept of it must be this; nothing: nothing may be kept
/// restart                                 another server starts; files and what is kept are as they were
/// text b.md Ask @ada                      what a scan of the workspace finds in a file; marks as in `open`; nothing: it is gone
/// link b.md a.md                          a symbolic link to a file of the workspace
/// beyond 2                                so many files of the workspace are not looked at
/// protect a.md it is read-only            … why a file of the workspace cannot be edited
/// scanned | scanned part                  the scan that was asked for ends, or has looked at the files so far
/// remember                                an earlier server has found what is in the files now; `scanned earlier` tells it
/// near 1 [["Ada", "ada@x", 9]]            who is near, by the number of the question; `near 1 own ann@x […]` says who asks
/// late ldap 1 | died ldap 1               a provider gives no answer, ends
/// told quiet {"event": "setUp"}           the next line like this that a plug-in was told; nothing: no more was told it
/// says quiet {"decide": 1, "allow": true} a plug-in says a line; `floods quiet`, `stuck quiet`, `ends quiet why`
/// ```
package struct SessionScript {
  private var session: Session
  private var now: Int64 = 0
  private var wakeAt: Int64?
  private var files: [String: [UInt8]] = [:]
  private var changes = FileChanges()
  private var loads: [String: Int] = [:]
  private var starts: [String: Int] = [:]
  private var choices = Choices()
  private var unread: [String] = []
  private var effects: [String] = []
  private var told: [(plugin: String, line: [UInt8])] = []
  private var failures: [String] = []
  /// By URI. What `type` and `complete` are about is `file:///d`.
  private var documents: [String: ScriptedDocument] = [:]
  /// What is marked in the files, in the order in which they came.
  private var marked: [MarkedFile] = []
  private var cursor: (uri: String, position: Position)?
  /// What a request that is not answered yet asks, by its id.
  private var asked: [String: (method: Method, uri: String)] = [:]
  private var store = VirtualStore()
  /// Markers that were made.
  private var marks: Set<String> = []
  private var workspace = ScriptedWorkspace()
  private var recording = SessionRecording()
  private let environment: [String: String]
  /// What to expect instead, by line: where a line would fail, and with none where nothing came.
  private var renewed: [Int: [String]] = [:]
  private var line = 0

  package init(environment: [String: String] = ["HOME": "/home/ada"]) {
    self.environment = environment
    session = Session(options: .init(version: "1", environment: environment))
  }

  /// Plays the text. The answer is empty if all went as expected, else it says line by line what did not. Where that is
  /// what the server said, `MENTIONS_UPDATE=1` renews the lines in the call at `sourceLocation`.
  package static func play(
    _ text: String, environment: [String: String] = ["HOME": "/home/ada"],
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> String {
    var script = SessionScript(environment: environment)
    let lines = script.play(text)
    script.recording.write(sourceLocation)
    if script.failures.isEmpty { return "" }
    if !script.renewed.isEmpty || !script.unread.isEmpty {
      script.failures.append(Renewal.lines(lines, adding: script.additions, sourceLocation))
    }
    return script.failures.joined(separator: "\n")
  }

  /// The text with the lines that should be expected instead.
  static func renewed(_ text: String) -> String {
    var script = SessionScript()
    return (script.play(text).flatMap(\.new) + script.additions).joined(separator: "\n")
  }

  /// Plays the text to its end. Returns its lines and what should be in their place.
  private mutating func play(_ text: String) -> [(old: String, new: [String])] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }
    var number = 0
    while number < lines.count {
      var line = String(lines[number])
      let more = lines[(number + 1)...].prefix { $0.first.map { "\"{[".contains($0) } ?? false }
      for part in more { line += " " + part }
      step(line[...], line: number + 1)
      if renewed[number + 1] != nil { for at in more.indices { renewed[at + 1] = [] } }
      number += 1 + more.count
    }
    for message in unread { failures.append("never expected: \(message)") }
    return lines.enumerated().map { (String($0.element), renewed[$0.offset + 1] ?? [String($0.element)]) }
  }

  /// What nobody expected, at the end.
  private var additions: [String] { unread.map { "< " + Expectation("").renewed(with: $0) } }

  private mutating func step(_ text: Substring, line: Int) {
    self.line = line
    var words = Words(text)
    if text.isEmpty || text.hasPrefix("#") { return }
    let before = failures.count
    switch words.next() {
    case "<": expect(&words)
    case "!": notify(&words)
    case "raw": take(.message(Array(words.rest.utf8)))
    case "file": files[words.next()] = Array(words.rest.utf8)
    case "loaded": loaded(words.next(), words.rest)
    case "begun": loaded(words.next(), words.rest) { $0.isPreliminary = true }
    case "absent": loaded(words.next(), "[]") { $0.isAbsent = true }
    case "located": located(Int(words.next()) ?? 0, words.rest)
    case "changed": take(.filesChanged([words.next()]))
    case "at": advance(to: Int64(words.next()) ?? now)
    case "eof": take(.ending(.inputEnded))
    case "parent": take(.ending(.parentDied))
    case "signal": take(.ending(.signal(words.next())))
    case "closed": take(.ending(.outputClosed))
    case "unread": take(.ending(.outputUnread(waiting: Int(words.next()) ?? 0)))
    case "effect": expectEffect(words.rest)
    case "open": open(words.next(), words.rest)
    case "change": change(words.next(), words.next(), words.rest)
    case "add": add(words.next(), words.next(), words.rest)
    case "type": for character in words.rest { edit(Self.line) { $0.type(character) } }
    case "complete":
      if let document = documents[Self.line] {
        say(document.complete(id: Self.id(words.next()[...])))
      } else {
        failures.append("it is not open")
      }
    case "store": store.files[Self.path(words.next())] = Array(words.rest.utf8)
    case "unreadable": store.unreadable[Self.path(words.next())] = words.rest
    case "refuse": store.refusal = words.rest.isEmpty ? nil : words.rest
    case "kept": expectKept(words.next(), words.rest)
    case "restart":
      session = Session(options: .init(version: "1", environment: environment))
      recording.restart()
      wakeAt = nil
    case "batch": batch(&words)
    case "text": write(words.next(), words.rest)
    case "link": workspace.links[PlaceNotation.path(words.next())] = PlaceNotation.path(words.rest)
    case "beyond": workspace.tooMany = Int(words.rest) ?? 0
    case "protect": workspace.refused[PlaceNotation.path(words.next())] = words.rest
    case "scanned": scanned(words.rest)
    case "remember": workspace.earlier = workspace.texts
    case "says": pluginSays(words.next(), .lines([Array(PlaceNotation.expanded(words.rest).utf8)]))
    case "told": expectTold(words.next(), words.rest)
    case "floods": pluginSays(words.next(), .flooded)
    case "stuck": pluginSays(words.next(), .stuck)
    case "ends": pluginSays(words.next(), .ended(words.rest))
    case "near": near(&words)
    case "late": tell(words.next(), .timedOut(query: Int(words.next()) ?? 0))
    case "died": tell(words.next(), .died(nil, unanswered: [Int(words.next()) ?? 0]))
    case let word where word.hasPrefix("?"):
      ask(word.dropFirst(), &words)
    case let word where word.hasPrefix("="): answer(Self.id(word.dropFirst()), words.rest)
    default: failures.append("not understood")
    }
    for at in before..<failures.count { failures[at] = "line \(line): \(text)\n  \(failures[at])" }
  }

  // MARK: Documents

  /// What `type` and `complete` are about.
  private static let line = "file:///d"

  private mutating func mark(_ file: String, _ text: String) -> MarkedFile {
    let file = MarkedFile(file, text)
    if let at = marked.firstIndex(where: { $0.uri == file.uri }) {
      marked[at] = file
    } else {
      marked.append(file)
    }
    if let position = file.cursor { cursor = (file.uri, position) }
    return file
  }

  private mutating func write(_ file: String, _ text: String) {
    workspace.texts[PlaceNotation.path(file)] = mark(file, text).text
  }

  /// Opens `a.md`, or the document of one line in a language.
  private mutating func open(_ word: String, _ text: String) {
    let isFile = word.contains(".") || word.hasPrefix("/")
    let file = word.prefix { $0 != "@" }
    let uri = isFile ? PlaceNotation.uri(file) : Self.line
    let version = Int(word.dropFirst(file.count + 1)) ?? 1
    let text = isFile ? mark(String(file), text).text : text
    let document = ScriptedDocument(uri: uri, text: text, version: version)
    documents[uri] = document
    say(document.opened(languageID: isFile ? "markdown" : word))
  }

  private mutating func edit(_ uri: String, _ change: (inout ScriptedDocument) -> RPCMessage) {
    guard var document = documents[uri] else { return failures.append("it is not open") }
    let message = change(&document)
    documents[uri] = document
    say(message)
  }

  private mutating func change(_ file: String, _ place: String, _ text: String) {
    let isQuoted = text.hasPrefix("‘") && text.hasSuffix("’")
    let text = (isQuoted ? String(text.dropFirst().dropLast()) : text).replacing("⏎", with: "\n")
    let position = PlaceNotation.position(place[...]).map { Range(start: $0, end: $0) }
    guard let range = PlaceNotation.range(place[...]) ?? position else {
      if place != "*" { failures.append("expected a range") }
      return edit(PlaceNotation.uri(file)) { $0.change(nil, text) }
    }
    edit(PlaceNotation.uri(file)) { $0.change(range, text) }
  }

  private mutating func add(_ file: String, _ place: String, _ entity: String) {
    let uri = PlaceNotation.uri(file)
    guard let range = PlaceNotation.range(place[...]), let document = documents[uri] else {
      return failures.append("expected an open document and a range")
    }
    let text = JSONValue.string(document.text(in: range))
    let mention = #"{"range": \#(PlaceNotation.json(range)), "text": \#(text), "entity": \#(entity)}"#
    let params = #"{"textDocument": {"uri": "\#(uri)"}, "mentions": [\#(mention)]}"#
    say(.request(id: .string("add"), method: .mentionsAdd, params: RPCPayload(json: Array(params.utf8)[...])))
    var expected = Words(#"add {"added": 1, "refused": []}"#)
    expect(&expected)
  }

  // MARK: Playing

  private mutating func notify(_ words: inout Words) {
    let text = words.rest
    let (method, params, uri) = call(&words)
    let document = Self.params(in: text)?["textDocument"]
    let version = document?["version"]?.intValue ?? 0
    if method == .didOpen, let text = document?["text"]?.stringValue {
      documents[uri] = ScriptedDocument(uri: uri, text: text, version: version)
    } else if method == .didChange {
      documents[uri]?.noteChange(version: version)
    }
    say(.notification(method: method, params: params))
  }

  private mutating func ask(_ id: Substring, _ words: inout Words) {
    let (method, params, uri) = call(&words)
    asked[String(id)] = (method, uri)
    say(.request(id: Self.id(id), method: method, params: params))
  }

  /// A method with JSON; or a method of `textDocument/…`, a document, a place in it, and what else is asked.
  private mutating func call(_ words: inout Words) -> (method: Method, params: RPCPayload, uri: String) {
    let method = words.next()
    let file = Words(words.rest[...]).first
    guard file == "|" || file.hasPrefix("/") || file.first?.isLetter == true && file.contains(".") else {
      return (
        Method(rawValue: method), words.payload,
        Self.params(in: words.rest)?["textDocument"]?["uri"]?.stringValue ?? ""
      )
    }
    _ = words.next()
    let uri = file == "|" ? cursor?.uri ?? "" : PlaceNotation.uri(file)
    var members = [#""textDocument": {"uri": "\#(uri)"}"#]
    let place = Words(words.rest[...]).first
    if file == "|", let position = cursor?.position {
      members.append(#""position": \#(PlaceNotation.json(position))"#)
    } else if PlaceNotation.position(place[...]) != nil {
      members.append(#""position": \#(words.next())"#)
    } else if PlaceNotation.range(place[...]) != nil {
      members.append(#""range": \#(words.next())"#)
    }
    let rest = words.rest
    if method == "references", !rest.contains(#""context""#) {
      members.append(#""context": {"includeDeclaration": false}"#)
    }
    if rest.hasPrefix("{") { members.append(String(rest.dropFirst().dropLast())) }
    let params = Words("{" + members.joined(separator: ", ") + "}").payload
    return (Method(rawValue: method.contains("/") ? method : "textDocument/" + method), params, uri)
  }

  /// The parameters after a method, where they are JSON.
  private static func params(in text: String) -> JSONValue? {
    text.firstIndex(of: "{").flatMap {
      try? JSONParser.parse(Array(PlaceNotation.expanded(String(text[$0...])).utf8))
    }
  }

  private mutating func say(_ message: RPCMessage) { take(.message(JSONWriter.bytes(of: message))) }

  private mutating func answer(_ id: RPCID, _ text: String) {
    guard text.hasPrefix("error ") else {
      return say(.response(id: id, .success(Words(text[...]).payload)))
    }
    let code = Int(text.dropFirst(6).prefix { $0 != " " }) ?? 0
    say(.response(id: id, .failure(RPCError(RPCErrorCode(rawValue: code), "no"))))
  }

  private mutating func take(_ event: ServerEvent) {
    recording.begin(event, now: now)
    defer { recording.end() }
    for step in session.handle(event, now: Instant(milliseconds: now)) {
      switch step {
      case .send(let framed):
        unread.append(Self.body(of: framed))
        recording.send(framed, now: now)
      case .perform(let effect): perform(effect)
      }
    }
  }

  private mutating func perform(_ effect: ServerEffect) {
    switch effect {
    case .readSettings(let paths):
      take(
        .settings(
          paths.map { path in
            SettingsFile(path: path, contents: files[path].map { .bytes($0) } ?? .missing)
          }))
    case .readStore(let path): take(store.read(path))
    case .searchStore(let folder, let prefixes): take(store.search(folder, below: prefixes))
    case .mark(let path): take(.marked(path: path, isNew: marks.insert(path).inserted))
    case .writeStore(let writing): for event in store.write(writing) { take(event) }
    case .locate(let entity, let sources, _, let number):
      effects.append("locate \(number) \(entity.id) in \(sources.map(\.key).joined(separator: " "))")
    case .load(let specification, let load, _):
      loads[specification.key] = load
      effects.append("load \(specification.key) \(load)")
      if let source = specification.heldInTheServer {
        take(.loaded(source: specification.key, load: load, source.load()))
      }
    case .merge(let catalogs, let names, let mergeID, _):
      take(.merged(names: names, mergeID: mergeID, CatalogMerge.merge(catalogs)))
    case .askProvider(let specification, let start, let query):
      starts[specification.key] = start
      effects.append("ask \(specification.key) \(query.number)" + (query.key.isEmpty ? "" : " \(query.key)"))
    case .cancelProviderQuery(let source, let query): effects.append("cancel \(source) \(query)")
    case .keepChoices(let path, let changes):
      for change in changes { choices.apply(change, at: 1_800_000_000) }
      effects.append("choices \(path) \(changes.count)")
      take(.choicesKept(choices, changes: changes.count, seconds: 1_800_000_000))
    case .startProvider(let specification, _): effects.append("run \(specification.key)")
    case .stopProvider(let source): effects.append("stop \(source)")
    case .startPlugin(let specification, let key, let start):
      starts[key] = start
      effects.append("start \(key) \(specification.command.joined(separator: " "))")
    case .tellPlugin(let key, let line): told.append((key, line))
    case .stopPlugin(let key): effects.append("stop \(key)")
    case .wake(let instant): wakeAt = min(wakeAt ?? .max, instant.milliseconds)
    case .watchParent(let process): effects.append("watch \(process)")
    case .exit(let status): effects.append("exit \(status)")
    case .askWhoIsNear(let question, let number): effects.append("near \(number) \(question.shown)")
    case .checkFiles(let paths): take(.filesChanged(changes.among(paths) { files[$0] }))
    case .scanWorkspace(let scan):
      workspace.scan = scan
      effects.append("scan" + (scan.only.map { " " + $0.joined(separator: " ") } ?? ""))
    case .reread(let scan, let number): take(.reread(number: number, workspace.reread(scan)))
    case .cancelScan: effects.append("cancel scan")
    case .log: break
    }
  }

  private mutating func pluginSays(_ name: String, _ event: PluginEvent) {
    take(.plugin(key: name, start: starts[name] ?? 0, event))
  }

  private mutating func loaded(
    _ source: String, _ json: String, _ adapt: (inout LoadedSource) -> Void = { _ in }
  ) {
    guard let items = (try? JSONParser.parse(Array(json.utf8)))?.arrayValue else {
      return failures.append("expected an array of entities")
    }
    var loaded = ListSource(name: source, items: items).load()
    adapt(&loaded)
    take(.loaded(source: source, load: loads[source] ?? 0, loaded))
  }

  private mutating func scanned(_ how: String) {
    guard let scan = workspace.scan else { return failures.append("no scan was asked for") }
    let report =
      how == "earlier"
      ? ScanReport(stored: workspace.stored(for: scan)) : workspace.report(of: scan, isLast: how.isEmpty)
    take(.scanned(scan: scan.number, report))
  }

  private mutating func located(_ number: Int, _ json: String) {
    let value = try? JSONParser.parse(Array(json.utf8))
    let values = value?.arrayValue ?? [value].compactMap(\.self)
    let places = values.compactMap { try? EntityDefinition(json: $0) }
    if json.isEmpty ? !places.isEmpty : places.isEmpty || places.count < values.count {
      failures.append("expected places as transcripts have them")
    }
    take(.located(number: number, places))
  }

  private mutating func batch(_ words: inout Words) {
    let source = words.next()
    let query = Int(words.next()) ?? 0
    let isComplete = words.next() == "last"
    let names = (try? JSONParser.parse(Array(words.rest.utf8)))?.arrayValue ?? []
    let entities = names.compactMap(\.stringValue).map { name in
      var entity = Entity(id: name, name: name)
      entity.source = source
      return entity
    }
    tell(source, .batch(SourceBatch(query: query, entities: entities, dedupe: true, isComplete: isComplete)))
  }

  private mutating func near(_ words: inout Words) {
    let number = Int(words.next()) ?? 0
    var people = NearPeople()
    var rest = words.rest
    if rest.hasPrefix("own ") {
      _ = words.next()
      people.ownEmail = words.next()
      rest = words.rest
    }
    let rows = (try? JSONParser.parse(Array(rest.utf8)))?.arrayValue ?? []
    people.people = rows.map { row in
      let texts = row.arrayValue?.map { $0.stringValue ?? "" } ?? []
      let handle = texts.count > 1 && texts[1].hasPrefix("@") ? String(texts[1].dropFirst()) : ""
      let points = row.arrayValue?.last?.intValue ?? 1
      return NearPeople.Person(
        name: texts.first ?? "", email: texts.count > 1 && handle.isEmpty ? texts[1] : "", handle: handle,
        points: points, ownership: handle.isEmpty ? 0 : points, reasons: [])
    }
    take(.near(number: number, people))
  }

  private mutating func tell(_ source: String, _ event: ProviderEvent) {
    take(.provider(source: source, start: starts[source] ?? 0, event))
  }

  private mutating func advance(to time: Int64) {
    while let due = wakeAt, due <= time {
      wakeAt = nil
      now = max(now, due)
      take(.clock)
    }
    now = max(now, time)
  }

  // MARK: Expecting

  private mutating func expect(_ words: inout Words) {
    let whole = expanded(words.rest)
    guard !unread.isEmpty else {
      renewed[line] = []
      return failures.append("the server said nothing")
    }
    let message = unread.removeFirst()
    if let problem = Expectation(whole).problem(with: message) {
      renewed[line] = ["< " + Expectation(whole).renewed(with: message)]
      failures.append("\(problem)\n  in \(message)")
    }
  }

  /// An expectation with the marked places in it, where it is `1 «»`.
  private func expanded(_ text: String) -> String {
    var words = Words(text[...])
    let id = words.next()
    guard words.rest.hasPrefix("«»") else { return text }
    _ = words.next()
    let more = words.rest.isEmpty ? "" : ", " + words.rest.dropFirst().dropLast()
    let (method, uri) = asked[id] ?? (.references, "")
    let isHighlight = method == .documentHighlight
    let places = marked.filter { !isHighlight || $0.uri == uri }.flatMap { file in
      file.ranges.map { range in
        let uri = isHighlight ? "" : #""uri": "\#(file.uri)", "#
        return "{\(uri)\"range\": \(PlaceNotation.json(range))\(more)}"
      }
    }
    return "\(id) [\(places.joined(separator: ", "))]"
  }

  private mutating func expectKept(_ document: String, _ pattern: String) {
    guard let bytes = store.files[Self.path(document)] else {
      if !pattern.isEmpty { failures.append("nothing is kept of it") }
      return
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard !pattern.isEmpty, let value = try? JSONParser.parse(bytes) else {
      return failures.append("kept: \(text)")
    }
    if let problem = JSONPattern(pattern).problem(with: value) {
      renewed[line] = ["kept \(document) \(JSONPattern(pattern).renewed(with: value))"]
      failures.append("\(problem)\n  in \(text)")
    }
  }

  private static func path(_ document: String) -> String {
    document.hasPrefix("/") ? document : VirtualStore.path(of: document)
  }

  private mutating func expectEffect(_ text: String) {
    guard let at = effects.firstIndex(of: text) else {
      return failures.append("not asked of the host; it was: \(effects.joined(separator: ", "))")
    }
    effects.remove(at: at)
  }

  /// What a plug-in was told up to the next line like this counts as read; with no pattern, nothing may be left.
  private mutating func expectTold(_ name: String, _ pattern: String) {
    let lines = told.enumerated().filter { $0.element.plugin == name }
    let found =
      pattern.isEmpty
      ? nil
      : lines.first { line in
        (try? JSONParser.parse(line.element.line)).map { JSONPattern(pattern).problem(with: $0) == nil }
          ?? false
      }
    if found == nil, !pattern.isEmpty || !lines.isEmpty {
      let shown = lines.map { String(decoding: $0.element.line, as: UTF8.self) }.joined()
      failures.append("it was told: \(shown)")
    }
    let read = found?.offset ?? told.count
    told = told.enumerated().filter { $0.element.plugin != name || $0.offset > read }.map(\.element)
  }

  private static func body(of framed: [UInt8]) -> String {
    var framer = MessageFramer()
    framer.feed(framed)
    guard case .message(let body)? = framer.next() else { return "no frame" }
    return String(decoding: body, as: UTF8.self)
  }

  static func id(_ text: Substring) -> RPCID { Int(text).map { .integer($0) } ?? .string(String(text)) }
}

extension NearQuestion {
  /// `/w/a.md:3`, with the line counted from 0, `/w/.git/COMMIT_EDITMSG` or `/w nowhere`.
  fileprivate var shown: String {
    switch place {
    case .line(let line): "\(path):\(line.line)"
    case .commitMessage: path
    case .nowhere: "\(path) nowhere"
    }
  }
}

/// Takes a line apart.
struct Words {
  private(set) var text: Substring

  init(_ text: Substring) { self.text = text }

  mutating func next() -> String {
    text = text.drop { $0 == " " }
    let word = text.prefix { $0 != " " }
    text = text.dropFirst(word.count)
    return String(word)
  }

  /// The next word, which stays.
  var first: String {
    var copy = self
    return copy.next()
  }

  var rest: String { String(text.drop { $0 == " " }) }
  var method: Method { mutating get { Method(rawValue: next()) } }
  /// What is left, as parameters; absent if nothing is.
  var payload: RPCPayload {
    rest.isEmpty ? .absent : RPCPayload(json: Array(PlaceNotation.expanded(rest).utf8)[...])
  }
}
#endif
