import LanguageProtocol
import Mentions

/// What each event leads to.
extension KeptMentions {
  /// Takes one event; returns what is to be done.
  mutating func step(_ event: KeepingEvent, at places: StorePlaces, now: Instant) -> [StoreEffect] {
    switch event {
    case .opened(let key):
      open[key] = DocumentKeeping(place: places[key])
      return read(key)
    case .read(let contents, by: .document(let key)): return received(contents, for: key)
    case .read(let contents, by: .rename(let old, let new)):
      return moveStored(contents, from: old, to: new, places)
    case .identified(let key, let text): return [.restore(states(of: text, for: key), in: key)]
    case .restored(let key, let revision):
      if open[key]?.status == .reading { open[key]?.status = .ready }
      open[key]?.revision = revision
      return []
    case .readBack(let key, let restoredAny, let revision, let archive):
      // What is read back needs no keeping, but what came under an old name does.
      if !restoredAny { open[key]?.revision = revision }
      if let archive { open[key]?.noteSaved(archive) }
      if let document = open[key], document.lastWritten == nil, restoredAny { schedule(now) }
      return []
    case .saved(let key):
      open[key]?.isChanged = false
      return [.keep(key, movedFrom: nil)]
    case .keep(let key, let archive, let revision, let old):
      return write(key, archive, revision, movedFrom: old, places)
    case .closing(let key, let archive, let revision): return close(key, archive, revision, places)
    case .closed(let key):
      renames[key] = nil
      open[key] = nil
      return []
    case .renamed(let files, let closed): return rename(files, closed: closed, places)
    case .renamedClosed(let old, let new): return renameStored(from: old, to: new, places)
    case .found(let documents, let folder): return found(documents, in: folder)
    case .written(let path, let fault):
      index.written(path, succeeded: fault == nil)
      return fault.map { [.tell("mentions cannot be kept: \($0)", fault: nil)] } ?? []
    case .placesChanged: return openKeys.map { .then(.placeChanged($0)) }
    case .placeChanged(let key):
      guard let document = open[key], places[key] != document.place else { return [] }
      return (document.status == .ready ? [.keep(key, movedFrom: nil)] : []) + [
        .then(.moved(key, to: places[key]))
      ]
    case .moved(let key, let place):
      open[key]?.place = place
      open[key]?.status = .reading
      open[key]?.lastWritten = nil
      return read(key) + [.then(.becameStale(key))]
    case .becameStale(let key):
      open[key]?.revision = -1
      schedule(now)
      return []
    case .clock:
      guard let due else { return [] }
      if now < due { return [.wake(at: due)] }
      self.due = nil
      return openKeys.map { .keepIfChanged($0) }
    case .ending:
      due = nil
      return openKeys.map { .keep($0, movedFrom: nil) }
    }
  }

  private mutating func close(
    _ key: DocumentURI, _ archive: DocumentArchive, _ revision: Int, _ places: StorePlaces
  ) -> [StoreEffect] {
    guard let document = open[key] else { return [] }
    let states = document.states(with: archive)
    var (isMoved, effects) = moveClosing(key, states)
    if isMoved {
      index.forgetClosed(key)
    } else {
      effects += write(key, archive, revision, movedFrom: nil, places)
      index.remember(StoreIndex.Closed(document: key, states: states))
    }
    return effects + [.then(.closed(key))]
  }
}
