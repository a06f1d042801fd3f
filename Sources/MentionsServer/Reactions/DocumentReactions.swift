import Entities
import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// Carries out what documents ask for.
extension Session {
  func carryOut(_ effect: MentionsEffect, in key: DocumentURI) {
    switch effect {
    case .ask(let query): search(query, in: key)
    case .askAgain(let query, let failed): search(query, again: failed, in: key)
    case .retract(let queryID): retract(queryID, in: key)
    case .wake(let instant): perform(.wake(at: instant))
    case .change(let edits): changeByItself(edits, in: key)
    case .changeByPlugin(let edits): applyEdits(edits, in: key, label: "Edit by a plug-in")
    case .damageChanged(let byEdit): reportDamage(in: key, byEdit: byEdit)
    case .annotationsChangedWithoutEdit:
      refreshTokens()
      refreshAccessories(of: key)
      findingsMayDiffer(in: key)
    case .pasted(let text): pasted(text, in: key)
    case .becamePlainText(let rules, let cameBack): logLost(rules, cameBack: cameBack, in: key)
    case .forgotten(let mentions): tellForgotten(mentions, in: key)
    case .typedOut(let range): readBack(touching: range, in: key)
    case .didAccept(let annotation): askToAccept(annotation, in: key)
    case .didCreate(let annotation):
      history.mentioned(annotation.entity)
      tellHost(.mentionsDidCreate, annotation, in: key)
      tellPlugins("created", annotation, in: key)
    case .didTrim(let annotation):
      tellHost(.mentionsDidTrim, annotation, in: key)
      tellPlugins("trimmed", annotation, in: key)
    case .didDelete(let annotation):
      tellHost(.mentionsDidDelete, annotation, in: key)
      mentionDeleted(annotation, in: key)
    case .didDeleteAdded(let annotation): mentionDeleted(annotation, in: key)
    case .didSelect(let entity, let index): tellHost(selected: entity, index: index, in: key)
    case .stateChanged(let phase):
      // What was being typed is not reported until it is left.
      if case .creating = phase {} else { findingsMayDiffer(in: key) }
      tellHost(phase, in: key)
    case .chooser(let event):
      // What a query brings at once comes before it; so it does where the query waits for a look at the files.
      if !heldSearches.append(event, in: key) { tell(event, in: key) }
    }
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
}
