import Entities
import Mentions
import TextModel

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
