import Entities
import JSONText
import LanguageProtocol
import Mentions
import TextModel

extension Session {
  /// Lets a document do something, and does what it asks for in return.
  func update(_ key: DocumentURI, _ body: (inout MentionsDocument) -> DocumentReport) {
    let report = withDocument(key) { document in
      let report = body(&document.mentions)
      document.noteAnswers()
      return report
    }
    guard let report else { return }
    perform(report, in: key)
  }

  /// Changes a document in place; nil when it is not open.
  @discardableResult
  func withDocument<Result>(_ key: DocumentURI, _ body: (inout OpenDocument) -> Result) -> Result? {
    guard let index = documents.index(forKey: key) else { return nil }
    ledger.waiting.noteChange(in: key)
    return body(&documents.values[index])
  }

  /// Performs what a document asked for. Answers that come at once may ask for more; each is
  /// performed in its turn.
  func perform(_ report: DocumentReport, in key: DocumentURI) {
    if !report.effects.isEmpty { ledger.waiting.noteChange(in: key) }
    for effect in report.effects { perform(effect, in: key) }
    if let revision = documents[key]?.mentions.keepingGeneration {
      kept.note(revision: revision, of: key, now: now)
    }
  }

  private func perform(_ effect: MentionsEffect, in key: DocumentURI) {
    switch effect {
    case .ask(let query): ask(query, in: key)
    case .askAgain(let query, let failed): ask(query, again: failed, in: key)
    case .retract(let generation): retract(generation, in: key)
    case .wake(let instant): perform(.wake(at: instant))
    case .change(let edits): changeByItself(edits, in: key)
    case .damageChanged(let byEdit): reportHints(of: key, byEdit: byEdit)
    case .annotationsChangedWithoutEdit: refreshTokens()
    case .pasted(let text): pasted(text, in: key)
    case .becamePlainText(let rules, let cameBack): logLost(rules, cameBack: cameBack, in: key)
    case .forgotten(let mentions): tellForgotten(mentions, in: key)
    case .typedOut(let range): readBack(touching: range, in: key)
    case .didCreate(let annotation):
      history.mentioned(annotation.entity)
      tellHost(.mentionsDidCreate, annotation, in: key)
    case .didTrim(let annotation): tellHost(.mentionsDidTrim, annotation, in: key)
    case .didDelete(let annotation): tellHost(.mentionsDidDelete, annotation, in: key)
    case .didSelect(let entity, let index): tellHost(selected: entity, index: index, in: key)
    case .stateChanged(let phase): tellHost(phase, in: key)
    case .chooser(let event):
      // What a query brings at once comes before it; so it does where the query waits for a look at the files.
      if heldQueries[key]?.events.append(event) == nil { tell(event, in: key) }
    }
  }

  func tell(_ event: Mentions.ChooserEvent, in key: DocumentURI) {
    // Answers that came at once have been told of, and may have left nothing that could have changed.
    guard event != .changed || documents[key]?.mentions.chooser.isVisible == true else { return }
    tellHost(event, in: key)
  }

  /// No mention is lost without a trace: the log names the rule.
  private func logLost(_ rules: [PlainTextRule: Int], cameBack: Int, in key: DocumentURI) {
    for (rule, count) in rules.sorted(by: { $0.key < $1.key }) {
      let mentions = count == 1 ? "1 mention" : "\(count) mentions"
      log(.info, "\(mentions) became plain text in \(key): \(rule.reason)")
    }
    if cameBack > 0 { log(.info, "\(cameBack) came back with the text that was put in") }
  }

  /// Once: the next cut of that size is nothing new.
  private func tellForgotten(_ mentions: Int, in key: DocumentURI) {
    log(.warning, "\(mentions) mentions that went cannot be remembered in \(key)")
    tellUser(
      .warning,
      "more mentions were removed than can be remembered: undo or paste may bring some back as plain text",
      about: .memory)
  }

  private func refreshTokens() {
    guard client.refreshesSemanticTokens else { return }
    ask(.semanticTokensRefresh, JSONValue?.none) { _, _ in }
  }
}
