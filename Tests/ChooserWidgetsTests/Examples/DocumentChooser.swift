import ChooserWidgets
import Entities
import Mentions
import TextModel

/// Shows the chooser of a `MentionsDocument` in a widget. The document stays its owner's: it is lent for each call.
final class DocumentChooser {
  /// Result of a key or a touch.
  enum Outcome: Hashable {
    /// The widget is hidden, or does not use the key.
    case ignored
    case taken
    /// The user chose an entity. The editor makes these edits; the change yields the annotation.
    case select(edit: TextReplacement, additionalEdits: [TextReplacement])
  }

  /// The chooser of the trigger that was typed last.
  private(set) var host: ChooserHost
  private let ordinary: ChooserHost
  private let byTrigger: [String: ChooserHost]
  /// How long ago an entity was last mentioned, for the slider; nil: never.
  private let age: (Entity) -> Int?
  /// Entries of the widget, in its order.
  private var offers: [OfferID] = []
  private var picked: Int?

  /// - Parameters:
  ///   - host: shows the entries of all triggers but those of `byTrigger`.
  ///   - byTrigger: choosers for single triggers: `["#": issues]`.
  init(
    _ host: ChooserHost, byTrigger: [String: ChooserHost] = [:],
    age: @escaping (Entity) -> Int? = { _ in nil }
  ) {
    (self.host, ordinary, self.byTrigger, self.age) = (host, host, byTrigger, age)
    for host in [host] + byTrigger.values {
      host.didSelect = { [weak self] index in self?.picked = index }
    }
  }

  /// Shows, fills or hides the widget as a report of the document says. Returns the report of that.
  func follow(_ report: DocumentReport, in document: inout MentionsDocument) -> DocumentReport {
    var further = DocumentReport()
    for case .chooser(let event) in report.effects {
      switch event {
      case .willShow, .changed:
        load(document)
        host.show()
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
    let objects = list?.offers.map {
      ChooserObject(entity: $0.entity, matches: $0.matches, age: age($0.entity))
    }
    host.setContent(
      ChooserContent(objects: objects ?? [], isLoading: list?.isLoading ?? false, search: search))
  }

  func press(_ key: ChooserKey, in document: inout MentionsDocument) -> Outcome {
    host.press(key) ? outcome(in: &document) : .ignored
  }

  func touch(_ touch: ChooserTouch, in document: inout MentionsDocument) -> Outcome {
    host.touch(touch) ? outcome(in: &document) : .ignored
  }

  /// The edits of the entry that the user chose, unless the mention has ended meanwhile.
  private func outcome(in document: inout MentionsDocument) -> Outcome {
    defer { picked = nil }
    guard let index = picked, offers.indices.contains(index), let edits = document.select(offers[index])
    else { return .taken }
    return .select(edit: edits.edit, additionalEdits: edits.additionalEdits)
  }
}
