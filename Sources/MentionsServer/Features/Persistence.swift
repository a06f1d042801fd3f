import Entities
import LanguageProtocol
import Mentions

/// Performs the decisions of ``KeptMentions``.
extension Session {
  /// Passes on an event and performs all resulting steps.
  func updateKept(_ event: KeptMentions.Event) {
    let layout = StoreLayout(settings: settings, environment: options.environment)
    for effect in kept.step(event, at: layout, now: now) { carryOut(effect) }
  }

  /// Handles a file of the store that was read.
  func storeRead(_ path: String, _ contents: SettingsFile.Contents) {
    for reader in kept.takeReaders(of: path) { updateKept(.read(contents, by: reader)) }
  }

  /// Writes stored mentions that are due. Runs after each event.
  func writeKeptInTime() {
    if kept.due != nil { updateKept(.clock) }
  }

  /// Stores the mentions of a document that is about to be closed.
  func keepClosing(_ key: DocumentURI) {
    guard let mentions = documents[key]?.mentions else { return }
    updateKept(.closing(key, mentions.archive(), revision: mentions.keptRevision))
  }

  private func carryOut(_ effect: KeptMentions.Effect) {
    switch effect {
    case .readFile(let path): perform(.readStore(path))
    case .searchFolder(let folder, let names): perform(.searchStore(folder: folder, below: names))
    case .writeFile(let writing): perform(.writeStore(writing))
    case .identify(let key):
      guard let text = documents[key]?.mentions.text else { return }
      updateKept(.identified(key, TextFingerprint(of: text)))
    case .restore(let states, let key): restore(states, in: key)
    case .readBack(let key): readAnew(key)
    case .takeBackReading(let key):
      update(key) { $0.takeBackReading() }
      unread.insert(key)
    case .keep(let key, let old): keep(key, movedFrom: old)
    case .keepIfChanged(let key):
      if kept[key]?.revision != documents[key]?.mentions.keptRevision { keep(key, movedFrom: nil) }
    case .wake(let instant): perform(.wake(at: instant))
    case .tell(let text, let fault): tellUser(.warning, text, fault: fault, about: .store)
    case .log(let level, let line): log(level, line)
    case .then(let event): updateKept(event)
    }
  }

  private func keep(_ key: DocumentURI, movedFrom old: StoreFile?) {
    guard let mentions = documents[key]?.mentions, kept[key]?.status != .reading else { return }
    updateKept(.keep(key, mentions.archive(), revision: mentions.keptRevision, movedFrom: old))
  }

  private func restore(_ states: [DocumentArchive], in key: DocumentURI) {
    var outcome: RestoreOutcome?
    update(key) {
      let result = $0.restore(states)
      outcome = result
      return result.report
    }
    for (record, loss) in outcome?.lost ?? [] {
      log(.info, "a mention of \(personal: record.entity.name) is not restored: \(loss.description)")
    }
    guard let restored = documents[key]?.mentions.keptRevision else { return }
    updateKept(.restored(key, revision: restored))
    readAnew(key)
    guard let mentions = documents[key]?.mentions else { return }
    updateKept(
      .readBack(
        key, restoredAny: !states.isEmpty, revision: mentions.keptRevision,
        archive: kept[key]?.isChanged == false ? mentions.archive() : nil))
  }
}
