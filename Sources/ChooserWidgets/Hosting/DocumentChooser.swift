public import Entities
public import Mentions
public import TextModel

/// Shows the chooser of a `MentionsDocument` in a widget, for editors that use the library without a server.
///
/// The document stays its owner's: it is lent for each call.
///
/// ```swift
/// let report = document.finishChanges(now: now)
/// let further = chooser.follow(report, in: &document)  // shown, reloaded or hidden
/// …
/// switch chooser.press(.accept, in: &document) {
/// case .select(let edit, let additionalEdits): …       // make them; the annotation follows from the change
/// case .taken, .ignored: …
/// }
/// ```
public final class DocumentChooser {
  /// The chooser of the trigger that was typed last.
  public private(set) var host: ChooserHost
  private let ordinary: ChooserHost
  private let byTrigger: [String: ChooserHost]
  /// How long ago an entity was last mentioned, in what the host counts by; nil: never.
  private let age: (Entity) -> Int?
  /// What the widget shows, in its order.
  private var offers: [OfferID] = []
  private var picked: Int?

  /// - Parameters:
  ///   - host: the chooser.
  ///   - byTrigger: choosers of their own for some control characters.
  ///   - age: how long ago an entity was last mentioned.
  public init(
    _ host: ChooserHost, byTrigger: [String: ChooserHost] = [:],
    age: @escaping (Entity) -> Int? = { _ in nil }
  ) {
    self.host = host
    ordinary = host
    self.byTrigger = byTrigger
    self.age = age
    for host in [host] + byTrigger.values {
      host.didSelect = { [weak self] index in self?.picked = index }
    }
  }

  /// Does what the document's report says about the chooser. What comes of that is a report of its own.
  public func follow(_ report: DocumentReport, in document: inout MentionsDocument) -> DocumentReport {
    var further = DocumentReport()
    for case .chooser(let event) in report.effects {
      switch event {
      case .willShow:
        load(document)
        host.show()
        further.effects += document.markShown().effects
      case .changed:
        load(document)
        further.effects += document.markShown().effects
      case .hidden: host.hide()
      case .shown: break
      }
    }
    return further
  }

  private func load(_ document: MentionsDocument) {
    let list = document.offers()
    var search = ChooserSearch()
    if case .creating(let creation) = document.phase {
      search = ChooserSearch(keyString: creation.key, controlCharacter: creation.controlCharacter)
    }
    let wanted = search.controlCharacter.flatMap { byTrigger[$0] } ?? ordinary
    if wanted !== host {
      host.hide()
      host = wanted
    }
    offers = list?.offers.map(\.id) ?? []
    host.setContent(
      ChooserContent(
        objects: list?.offers.map {
          ChooserObject(entity: $0.entity, matches: $0.matches, age: age($0.entity))
        } ?? [], isLoading: list?.isLoading ?? false, search: search))
  }

  /// What came of a key.
  public enum Outcome: Hashable, Sendable {
    /// The widget did not want it, or is not to be seen.
    case ignored
    case taken
    /// The user took an entity: the edits that accept it.
    case select(edit: TextReplacement, additionalEdits: [TextReplacement])
  }

  /// Gives the widget a key.
  public func press(_ key: ChooserKey, in document: inout MentionsDocument) -> Outcome {
    picked = nil
    guard host.press(key) else { return .ignored }
    return takePicked(from: &document) ?? .taken
  }

  /// Gives the widget a touch.
  ///
  /// - Parameters:
  ///   - touch: its place counted as frames are.
  ///   - document: the one that the chooser follows.
  public func touch(_ touch: ChooserTouch, in document: inout MentionsDocument) -> Outcome {
    picked = nil
    guard host.touch(touch) else { return .ignored }
    return takePicked(from: &document) ?? .taken
  }

  /// The edits for what the user took in the widget by other means than a key; nil where nothing was taken,
  /// or the mention is no longer being made.
  public func takePicked(from document: inout MentionsDocument) -> Outcome? {
    guard let index = picked, offers.indices.contains(index) else { return nil }
    picked = nil
    return document.select(offers[index]).map { .select(edit: $0.edit, additionalEdits: $0.additionalEdits) }
  }
}
