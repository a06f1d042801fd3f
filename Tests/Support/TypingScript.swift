import Entities
import Mentions
import TextModel

/// A typing session as text. Commands follow one another, separated by `;` or line ends; text is in
/// ‘ ’, in which `⏎` is a line end and `⇥` a tab.
///
///     TypingScript("type ‘Hello @ad’; batch Ada Lovelace; accept 1").outcome(as: "Hello … state: …")
///
/// | command | does |
/// |---|---|
/// | `open ‘Hi «Ada»|’`, `language swift`, `policy …` | first: text, language, settings (``TypingPolicy``) |
/// | `people Ada Lovelace <ada>, …` | answers every query at once from these, and shows the list |
/// | `type ‘…’` `gather ‘…’` `paste ‘…’` | one grapheme a notification; all in one edit; the same |
/// | `backspace 2` `erase 2` `forward 1` | one by one; at once; behind the cursor |
/// | `move home`, `end`, `left 2`, `right 1`, `after ‘…’`, `before ‘…’` | tells the document; `jump` does not |
/// | `select ‘…’` `point` | a selection; a request that tells the cursor’s place alone |
/// | `replace ‘a’ ‘b’` | the nearest `a` before the cursor by `b`, in one edit; `whole` as a whole-document client, with
/// more such pairs in the same notification, later places first |
/// | `insert ‘x’ after ‘y’`, `insert ‘x’ before ‘y’` | an edit elsewhere |
/// | `change 0-3 ‘x’ 5-5 ‘y’` | several edits of one notification, by UTF-8 offsets |
/// | `batch A, B` `slow A, B` `some A, B` | the last batch, ranked; in a source's own order; not the last |
/// | `none` `begin a, b` `ended a` `late 1 A` | no sources; names sources; one fails; for an older query |
/// | `accept 1 STYLE` | see ``TypingScript/Style`` |
/// | `shown` `resolve 1` `confirm 1` `pick 1` | the client has the list; asks details; runs the command; `mentions/select` |
/// | `request` `ask` `passive` | completion request: unknown, asked, not asked |
/// | `press 2` `fix trim` | backspaces that ask first; a quick fix for the mention at the cursor |
/// | `read` | reads the document back, as on opening, by those whom ranked batches brought |
/// | `told-trim` | two backspaces that ask, whose edits are still to come |
/// | `apply`, `apply ‘…’` `refuse` | makes the edits that the document wishes for, and types in the same breath; does not |
/// | `cancel` `wait 500` `undo` `bleach` | Esc; time; takes back the last notification; all annotations go |
public struct TypingScript: Sendable {
  public private(set) var editor: TypingEditor
  /// Mistakes of the script or promises broken by the document.
  public private(set) var complaints: [String] = []
  /// The query whose sources were named.
  private var begun: Int?

  public init(_ script: String) {
    var commands = TypingCommand.parse(script)
    var text = MarkedText("|")
    var language = "markdown"
    var policy = MentionsPolicy.standard
    while let first = commands.first {
      switch first.name {
      case "open": text = MarkedText(first.texts.first ?? "")
      case "language": language = first.words.first ?? language
      case "policy": policy = TypingPolicy.read(first.words, from: policy)
      default: break
      }
      guard ["open", "language", "policy"].contains(first.name) else { break }
      commands.removeFirst()
    }
    editor = TypingEditor(text, languageID: language, policy: policy)
    for command in commands {
      let count = editor.complaints.count
      run(command)
      for complaint in editor.complaints.dropFirst(count) {
        complaints.append("after ‘\(command.source)’: \(complaint)")
      }
    }
  }

  /// Runs further commands.
  public mutating func run(_ script: String) { for command in TypingCommand.parse(script) { run(command) } }

  private mutating func run(_ command: TypingCommand) {
    let text = command.texts.first ?? ""
    switch command.name {
    case "people": editor.people = command.entities(source: "team")
    case "type": for character in text { insert(String(character)) }
    case "gather", "paste": insert(text)
    case "backspace": for _ in 0..<command.count { erase(1) }
    case "erase": erase(command.count)
    case "forward":
      editor.change(
        editor.cursor..<boundary(from: editor.cursor, by: command.count), [], cursor: editor.cursor)
    case "move": if let place = place(command) { editor.move(to: place) }
    case "jump": if let place = place(command) { editor.moveSilently(to: place) }
    case "point": editor.tellPlace()
    case "select": if let range = find(text) { editor.move(to: range.upperBound, selecting: range) }
    case "replace", "whole", "insert", "change": edit(command)
    case "request": editor.request(.unknown)
    case "ask": editor.request(.yes)
    case "passive": editor.request(.no)
    case "cancel": editor.cancel()
    case "wait": editor.wait(command.count)
    case "undo": editor.undo()
    case "bleach": editor.remove()
    default: answer(command)
    }
  }

  private mutating func insert(_ text: String) {
    let range = editor.selection ?? editor.cursor..<editor.cursor
    editor.change(range, Array(text.utf8))
  }

  private mutating func erase(_ count: Int) {
    if let selection = editor.selection { return editor.change(selection, []) }
    editor.change(boundary(from: editor.cursor, by: -count)..<editor.cursor, [])
  }

  private mutating func edit(_ command: TypingCommand) {
    guard command.texts.count >= 2 || command.name == "change" else { return complain(command) }
    switch command.name {
    case "replace":
      guard let range = find(command.texts[0], before: editor.cursor) else { return complain(command) }
      editor.change(range, Array(command.texts[1].utf8))
    case "whole":
      var bytes = editor.bytes
      var cursor = editor.cursor
      for pair in stride(from: 0, to: command.texts.count - 1, by: 2) {
        let (old, new) = (command.texts[pair], Array(command.texts[pair + 1].utf8))
        guard let range = find(old, before: cursor) else { return complain(command) }
        bytes.replaceSubrange(range, with: new)
        cursor = range.lowerBound + new.count
      }
      editor.changeWhole(bytes, cursor: cursor)
    case "insert":
      guard let range = find(command.texts[1]) else { return complain(command) }
      let place = command.words.contains("after") ? range.upperBound : range.lowerBound
      editor.change(place..<place, Array(command.texts[0].utf8))
    default:
      let edits = zip(command.words, command.texts).compactMap { word, text -> TextReplacement? in
        let ends = word.split(separator: "-").compactMap { Int($0) }
        return ends.count == 2 ? TextReplacement(TextRange(ends[0], ends[1]), text) : nil
      }
      editor.change(edits)
    }
  }

  private mutating func answer(_ command: TypingCommand) {
    switch command.name {
    case "batch", "slow", "some": deliver(command, queryID: editor.query?.id)
    case "late":
      deliver(command, queryID: editor.query.map { $0.id - command.count })
    case "none": begin([], editor.query?.id)
    case "begin": begin(command.names, editor.query?.id)
    case "ended": editor.end(command.words.first ?? "")
    case "shown": editor.markShown()
    case "resolve": offer(command).map { editor.resolve($0) }
    case "confirm": offer(command).map { editor.confirm($0) }
    case "accept", "pick", "preview": accept(command)
    case "press":
      for _ in 0..<command.count {
        editor.backspace(deleting: boundary(from: editor.cursor, by: -1)..<editor.cursor)
      }
    case "told-trim": editor.askToTrim()
    case "fix":
      let fix = command.words.first.flatMap { MentionFix(rawValue: $0) }
      if !(fix.map { editor.fix($0) } ?? false) { complain(command) }
    case "apply":
      if editor.wish.isEmpty { return complain(command) }
      let cursor = editor.cursor + editor.wish.reduce(0) { $0 + $1.replacement.count - $1.range.count }
      editor.applyWish(
        and: command.texts.map {
          TextReplacement(range: TextRange(at: TextOffset(cursor)), replacement: Array($0.utf8))
        })
    case "read": editor.readEdits()
    case "refuse": editor.refuse()
    default: complain(command)
    }
  }

  private mutating func deliver(_ command: TypingCommand, queryID: Int?) {
    guard let queryID else { return complain(command) }
    let source = command.name == "slow" ? "slow" : "team"
    if command.name != "late", begun != queryID { begin([source], queryID) }
    editor.deliver(
      ResultBatch(
        queryID: queryID, source: source,
        entries: command.entities(source: source).map { ChooserEntry(entity: $0) },
        isRanked: command.name != "slow", dedupe: true, isComplete: command.name != "some", more: false))
  }

  private mutating func begin(_ sources: [String], _ queryID: Int?) {
    begun = queryID
    editor.begin(sources)
  }

  /// The offer that a command names by its place, from one.
  private func offer(_ command: TypingCommand) -> OfferID? {
    OfferID(queryID: editor.document.chooser.queryID, index: command.count - 1)
  }

  mutating func complain(_ command: TypingCommand) {
    complaints.append("cannot ‘\(command.source)’ here")
  }

  public mutating func withEditor(_ body: (inout TypingEditor) -> Void) { body(&editor) }

  // MARK: Places

  private func place(_ command: TypingCommand) -> Int? {
    if let text = command.texts.first, let range = find(text) {
      return command.words.contains("before") ? range.lowerBound : range.upperBound
    }
    switch command.words.first {
    case "home": return 0
    case "end": return editor.bytes.count
    case "left": return boundary(from: editor.cursor, by: -command.count)
    case "right": return boundary(from: editor.cursor, by: command.count)
    default: return nil
    }
  }

  private func boundary(from place: Int, by count: Int) -> Int {
    let buffer = editor.document.text.buffer
    var offset = TextOffset(place)
    for _ in 0..<abs(count) {
      offset =
        (count < 0 ? buffer.graphemeStart(before: offset) : buffer.graphemeEnd(after: offset)) ?? offset
    }
    return offset.utf8
  }

  /// The last occurrence before a place, else the first of all.
  private func find(_ text: String, before limit: Int? = nil) -> Range<Int>? {
    let needle = Array(text.utf8)
    guard !needle.isEmpty, needle.count <= editor.bytes.count else { return nil }
    let starts = (0...editor.bytes.count - needle.count).filter {
      editor.bytes[$0..<$0 + needle.count].elementsEqual(needle)
    }
    let near = limit.flatMap { limit in starts.last { $0 + needle.count <= limit } }
    return (near ?? starts.first).map { $0..<$0 + needle.count }
  }
}

/// One command of a ``TypingScript``.
struct TypingCommand: Sendable {
  var source: String
  var name = ""
  /// The text between ‘ and ’.
  var texts: [String] = []
  /// The text outside.
  var words: [String] = []
  private var rest = ""

  /// The first number, 1 if there is none.
  var count: Int { words.lazy.compactMap { Int($0) }.first ?? 1 }
  var names: [String] { rest.split(separator: ",").map { TypingCommand.trimmed(String($0)) } }

  static func parse(_ script: String) -> [TypingCommand] {
    var parts = [""]
    var isQuoted = false
    // By scalars: a mark may follow ‘ to be typed alone.
    for scalar in script.unicodeScalars {
      if scalar == "‘" { isQuoted = true }
      if scalar == "’" { isQuoted = false }
      if !isQuoted, scalar == ";" || scalar == "\n" {
        parts.append("")
      } else {
        parts[parts.count - 1].unicodeScalars.append(scalar)
      }
    }
    return parts.map(trimmed).filter { !$0.isEmpty }.map { TypingCommand($0) }
  }

  private init(_ source: String) {
    self.source = source
    var outside = ""
    var text: String?
    for scalar in source.unicodeScalars {
      switch (scalar, text) {
      case ("‘", nil): text = ""
      case ("’", let whole?):
        texts.append(whole.replacing("⏎", with: "\n").replacing("⇥", with: "\t"))
        text = nil
        outside.append(" ")
      case (_, .some): text?.unicodeScalars.append(scalar)
      case (_, nil): outside.unicodeScalars.append(scalar)
      }
    }
    words = outside.split(separator: " ").map(String.init)
    name = words.isEmpty ? "" : words.removeFirst()
    rest = String(source.dropFirst(name.count))
  }

  /// `Ada Lovelace <ada> #7 ada@example.org ~Countess !`: name, handle, id, e-mail address, short name, not to be
  /// trimmed. A leading number is not part of it.
  func entities(source: String) -> [Entity] {
    names.compactMap { text in
      var words = text.split(separator: " ").map(String.init)
      if let first = words.first, Int(first) != nil { words.removeFirst() }
      let handle = words.first { $0.hasPrefix("<") }.map { String($0.dropFirst().dropLast()) }
      let id = words.first { $0.hasPrefix("#") }.map { String($0.dropFirst()) }
      let email = words.first { $0.dropFirst().contains("@") }
      let shortName = words.first { $0.hasPrefix("~") }.map { String($0.dropFirst()) }
      let name = words.filter { !"<#~!".contains($0.first ?? " ") && $0 != email }.joined(separator: " ")
      guard !name.isEmpty else { return nil }
      var entity = Entity(id: id ?? handle ?? name, name: name)
      entity.handle = handle
      entity.shortName = shortName
      entity.canTrim = !words.contains("!")
      entity.email = email
      entity.source = source
      return entity
    }
  }

  private static func trimmed(_ text: String) -> String {
    var text = Substring(text)
    while text.first?.isWhitespace ?? false { text.removeFirst() }
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return String(text)
  }
}

/// Settings in a script: `policy trigger @ trigger [[ words no-spaces format @{handle} implicit 4 any-case`.
enum TypingPolicy {
  static func read(_ words: [String], from policy: MentionsPolicy) -> MentionsPolicy {
    var policy = policy
    var words = words[...]
    var isFirst = true
    while let word = words.popFirst() {
      switch word {
      case "trigger":
        var trigger = policy.triggers[0]
        trigger.character = words.popFirst() ?? "@"
        if isFirst { policy.triggers = [] }
        isFirst = false
        policy.triggers.append(trigger)
      case "no-spaces": for index in policy.triggers.indices { policy.triggers[index].allowSpaces = false }
      case "format":
        let template = words.popFirst()?.replacing("␣", with: " ") ?? ""
        guard let format = try? InsertFormat(template) else { continue }
        for index in policy.triggers.indices { policy.triggers[index].insert.fallback = format }
      case "codeowners": policy.isCodeowners = true
      case "trailer", "codeowners-format":
        guard let format = try? InsertFormat(words.popFirst() ?? "") else { continue }
        for index in policy.triggers.indices {
          if word == "trailer" {
            policy.triggers[index].insert.trailer = format.inTrailers
          } else {
            policy.triggers[index].insert.codeowners = format.inCodeowners
          }
        }
      case "exclude":
        let language = words.popFirst() ?? ""
        for index in policy.triggers.indices { policy.triggers[index].exclude.append(language) }
      case "implicit": policy.implicit.minimumLength = words.popFirst().flatMap { Int($0) } ?? 3
      case "any-case": policy.implicit.anyCase = true
      case "stop-when-empty": policy.continueAfterEmptyResults = false
      case "limit": policy.limit = words.popFirst().flatMap { Int($0) } ?? policy.limit
      case "deletion":
        policy.deletion = words.popFirst().flatMap(MentionsPolicy.Deletion.init) ?? policy.deletion
      case "unlit": policy.lightUp = false
      default: break
      }
    }
    return policy
  }
}

/// What a script came to, in the words of the expectation.
///
///     Hello «Ada Lovelace»| state: stalled
///     Hello @ad| state: explicit ‘ad’ awaiting list: Ada Lovelace, Alan Turing asks: , a, ad
extension TypingScript {
  private static let facts = ["state:", "list:", "asks:", "events:", "lit:", "hints:", "wish:", "did:"]

  /// The outcome, told by those facts that the expectation names; complaints are appended.
  public func outcome(as expectation: String) -> String {
    var outcome = editor.marked.description
    for (_, fact) in Self.facts.compactMap({ name in
      expectation.firstRange(of: " " + name).map { ($0.lowerBound, name) }
    }).sorted(by: { $0.0 < $1.0 }) {
      outcome += " \(fact) \(value(of: fact))"
    }
    for complaint in complaints { outcome += " !! \(complaint)" }
    return outcome
  }

  private func value(of fact: String) -> String {
    switch fact {
    case "state:": state
    case "list:": list
    case "asks:": asks
    case "lit:":
      editor.document.annotations.filter(\.litUp).map { String(decoding: $0.text, as: UTF8.self) }
        .joined(separator: ", ").ifEmpty("none")
    case "hints:": hints
    case "wish:": wish
    case "did:": editor.backspaces.map(\.rawValue).joined(separator: ", ").ifEmpty("none")
    default: events
    }
  }

  /// `ready`, `stalled`, or the kind, the key, and how far the answers are.
  private var state: String {
    switch editor.document.phase {
    case .ready: return "ready"
    case .stalled: return "stalled"
    case .creating(let creation):
      let answers =
        switch creation.state {
        case .awaitingFirst: "awaiting"
        case .results: "results"
        case .noResults: "no results"
        }
      return "\(creation.kind.rawValue) ‘\(creation.key)’ \(answers)"
    }
  }

  private var list: String {
    let chooser = editor.document.chooser
    let names = chooser.entries.map(\.entity.name).joined(separator: ", ").ifEmpty("none")
    return names + (chooser.more ? " …" : "") + (chooser.isLoading ? " (loading)" : "")
  }

  private var asks: String {
    editor.effects.compactMap { effect -> String? in
      switch effect {
      case .ask(let query): "‘\(query.key)’"
      case .askAgain(let query, let sources): "‘\(query.key)’ again of \(sources.joined(separator: ", "))"
      default: nil
      }
    }
    .joined(separator: " ").ifEmpty("none")
  }

  /// What is left of damaged mentions, and what can be done about it.
  private var hints: String {
    editor.document.damagedMentions.map { mention in
      let left = editor.document.text.buffer.string(in: mention.remains)
      return "‘\(left)’ \(mention.fixes.map(\.rawValue).joined(separator: "/"))"
    }.joined(separator: ", ").ifEmpty("none")
  }

  /// The edits that the document wished for last, as long as it has heard of none.
  private var wish: String {
    editor.wish.map { edit in
      "‘\(String(decoding: editor.bytes[edit.range.start.utf8..<edit.range.end.utf8], as: UTF8.self))’ to "
        + "‘\(String(decoding: edit.replacement, as: UTF8.self))’"
    }.joined(separator: ", ").ifEmpty("none")
  }

  /// Everything else that the host heard.
  private var events: String {
    editor.effects.compactMap { effect -> String? in
      switch effect {
      case .ask, .askAgain, .wake, .change, .changeByPlugin, .damageChanged, .didAccept, .didDeleteAdded: nil
      case .retract: "retract"
      case .stateChanged(let phase): if case .creating = phase { "creating" } else { "quiescent" }
      case .chooser(let event): event.rawValue
      case .didCreate(let annotation): "created \(annotation.entity.name)"
      case .didTrim(let annotation): "trimmed \(annotation.entity.name)"
      case .didDelete(let annotation): "deleted \(annotation.entity.name)"
      case .didSelect(let entity, let index): "selected \(entity.name) at \(index + 1)"
      case .annotationsChangedWithoutEdit: "refresh"
      case .pasted, .typedOut, .becamePlainText: nil
      case .forgotten(let mentions): "forgotten \(mentions)"
      }
    }.joined(separator: ", ").ifEmpty("none")
  }
}

extension String {
  fileprivate func ifEmpty(_ other: String) -> String { isEmpty ? other : self }
}
