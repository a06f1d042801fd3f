import Entities
import JSONText

/// A source that answers each query: a provider process, a command, a web service.
///
/// No method blocks. Results are delivered as ``ProviderEvent``s on a separate thread. A query is answered by batches,
/// the last of which is complete; otherwise it is reported by `timedOut`, or in the `unanswered` of `died`.
package protocol AnsweringSource: AnyObject, Sendable {
  /// Prepares for a query that is likely to follow soon.
  func start()
  func send(_ query: ProviderQuery)
  /// Cancels a query whose answer is no longer needed.
  func cancel(_ number: Int)
  /// Ends the running programs. No event follows.
  func stop()
}

extension AnsweringSource {
  package func start() {}
}

extension ProviderProcess: AnsweringSource {}

/// A query to an external source.
package struct ProviderQuery: Hashable, Sendable {
  package enum SearchType: String, Hashable, Sendable { case explicit, implicit }

  /// Identifies the query. The caller chooses this number, and every answer to the query repeats it.
  package var number: Int
  /// The key string; may be empty.
  package var key: String
  package var searchType: SearchType
  /// Whether the user requested completion explicitly.
  package var isInvoked: Bool
  package var controlCharacter: String?
  package var languageID: String?

  package init(
    number: Int, key: String, searchType: SearchType = .explicit, isInvoked: Bool = false,
    controlCharacter: String? = nil, languageID: String? = nil
  ) {
    self.number = number
    self.key = key
    self.searchType = searchType
    self.isInvoked = isInvoked
    self.controlCharacter = controlCharacter
    self.languageID = languageID
  }

  /// The line sent to a provider process, including its line end.
  var line: [UInt8] {
    var writer = JSONWriter()
    writer.object {
      $0.member("query", number)
      $0.member("key", key)
      $0.member("searchType", searchType.rawValue)
      $0.member("invoked", isInvoked)
      $0.member("controlCharacter", ifPresent: controlCharacter)
      $0.member("languageId", ifPresent: languageID)
    }
    return writer.bytes + [0x0A]
  }

  static func cancellation(of number: Int) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { $0.member("cancel", number) }
    return writer.bytes + [0x0A]
  }
}

/// Part of a source's answer.
package struct SourceBatch: Hashable, Sendable {
  /// The number of the answered query.
  package var query: Int
  package var entities: [Entity]
  package var dedupe: Bool
  /// Whether no further batch follows for this query. An empty batch is always the last.
  package var isComplete: Bool

  package init(query: Int, entities: [Entity], dedupe: Bool, isComplete: Bool) {
    self.query = query
    self.entities = entities
    self.dedupe = dedupe
    self.isComplete = isComplete || entities.isEmpty
  }
}

/// An event of an answering source, delivered on a separate thread.
package enum ProviderEvent: Hashable, Sendable {
  /// The program was started, for the first time or again.
  case started
  case batch(SourceBatch)
  /// An error in the output or the behaviour of the program.
  case problem(SourceProblem)
  /// The last batch did not arrive in time; it may still follow. The caller decides whether that matters, since a newer
  /// query may have replaced this one.
  case timedOut(query: Int)
  /// The program has ended with this status, or could not be started (nil). The queries with the numbers `unanswered`
  /// will not be answered.
  case died(ChildStatus?, unanswered: [Int])
  /// A line from the program's standard error.
  case log(String)
}

/// Parses a line of a provider.
enum ProviderLine {
  static func read(
    _ line: ArraySlice<UInt8>, number: Int, source: String, problems: inout SourceProblems
  ) -> SourceBatch? {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONParser.parse(line)
    } catch {
      let text = EntityRecord.excerpt(String(decoding: line.prefix(200), as: UTF8.self))
      problems.add(
        line: number, "the program printed a line that is not JSON",
        details: "column \(error.column): \(error.message): “\(text)”")
      return nil
    }
    guard case .object(let object) = value, case .integer(let query) = object["query"] else {
      problems.add(line: number, field: "query", "expected an object whose “query” is the number of a query")
      return nil
    }
    var collector = RecordCollector(source: source, file: nil, problems: problems)
    defer { problems = collector.problems }
    var entities: [Entity] = []
    // If no entity is valid, only `isComplete` counts, because an empty batch would end the query.
    func nothing() -> SourceBatch? {
      flag("isComplete", object, number, &collector)
        ? SourceBatch(query: query, entities: [], dedupe: false, isComplete: true) : nil
    }
    switch object["entities"] {
    case .array(let items):
      for (index, item) in items.enumerated() {
        collector.place = "entities[\(index)]"
        EntityJSON.take(item, line: number, into: &collector) { entity in
          entities.append(entity)
          return .kept
        }
      }
      collector.place = nil
      if entities.isEmpty, !items.isEmpty { return nothing() }
    case .null?, nil: break
    case let other?:
      collector.add(
        line: number, field: "entities", "expected an array, found \(EntityRecord.sort(of: other))")
      return nothing()
    }
    return SourceBatch(
      query: query, entities: entities, dedupe: flag("dedupe", object, number, &collector),
      isComplete: flag("isComplete", object, number, &collector))
  }

  private static func flag(
    _ name: String, _ object: JSONObject, _ line: Int, _ collector: inout RecordCollector
  ) -> Bool {
    switch object[name] {
    case .bool(let value): return value
    case .null?, nil: return false
    case let other?:
      collector.add(
        line: line, field: name, "expected true or false, found \(EntityRecord.sort(of: other))")
      return false
    }
  }
}
