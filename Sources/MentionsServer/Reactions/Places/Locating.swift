import Entities
import EntitySources
import LanguageProtocol
import Mentions
import TextModel

/// Where entities are written down.
extension Session {
  /// Looks for an entity in the files of a document's sources: first in that which it comes from, then, by its e-mail
  /// address and handle, in the others in the order of the settings. The files are read anew, off the loop.
  ///
  /// - Parameter then: is given the place, or nil where the entity is in no file; once, at once where there is no file.
  func locate(
    _ entity: Entity, for key: DocumentURI, then: @escaping (Session, EntityPlace?) -> Void
  ) {
    locate(entity, in: settings[key], then: then)
  }

  /// The same in the files of all sources that these settings have.
  func locate(
    _ entity: Entity, in settings: ServerSettings, then: @escaping (Session, EntityPlace?) -> Void
  ) {
    locate(entity, in: settings, everywhere: false) { then($0, $1.first) }
  }

  /// Looks for all places where an entity is written down.
  ///
  /// - Parameter then: is given the places, the nearest file first: the one that shares most folders with the document;
  ///   of equally near ones in the order of ``locate(_:for:then:)``. Called once, at once where there is no file.
  func locateEverywhere(
    _ entity: Entity, for key: DocumentURI, then: @escaping (Session, [EntityPlace]) -> Void
  ) {
    locate(entity, in: settings[key], everywhere: true) { session, places in
      let folders = Self.folders(key.filePath ?? "")
      let nearest =
        places
        // Nothing is told of lines that an open document does not have.
        .filter(session.isThere)
        .map { place in
          (place, shared: zip(folders, Self.folders(place.path)).prefix { $0 == $1 }.count)
        }
        .enumerated()
        .sorted { ($1.element.shared, $0.offset) < ($0.element.shared, $1.offset) }
      then(session, nearest.map(\.element.0))
    }
  }

  private static func folders(_ path: String) -> [Substring] { path.split(separator: "/").dropLast() }

  /// Looks for one place, or for all, in the order of ``locate(_:for:then:)``, whatever open documents have there.
  func locate(
    _ entity: Entity, in settings: ServerSettings, everywhere: Bool,
    then: @escaping (Session, [EntityPlace]) -> Void
  ) {
    let written = settings.sources.filter(\.isWritten)
    let sources = written.filter { $0.name == entity.source } + written.filter { $0.name != entity.source }
    if sources.isEmpty { return then(self, []) }
    perform(.locate(entity, in: sources, everywhere: everywhere, number: wantedPlaces.ask(then)))
  }

  func located(_ number: Int, _ places: [EntityPlace]) {
    // Two sources may read one file.
    var seen: Set<[String]> = []
    let places = places.filter {
      seen.insert([$0.path, String($0.firstLine), String($0.record.lowerBound)]).inserted
    }
    wantedPlaces.take(number)?(self, places.map(inOpenText))
  }

  // MARK: Files that are open

  /// Whether the lines of a place are where it says, if its file is open: they may have been edited since it was saved.
  func isThere(_ place: EntityPlace) -> Bool {
    openText(of: place).map { PlacedText(place, in: $0) != nil } ?? true
  }

  /// A place with the line that the open document has it on, which may have moved since it was saved; as it is where that
  /// cannot be told.
  private func inOpenText(_ place: EntityPlace) -> EntityPlace {
    guard let text = openText(of: place), PlacedText(place, in: text) == nil else { return place }
    let own = PlacedText.lines(of: place)
    let lines = (0..<text.lines.lineCount).lazy.filter { PlacedText(own, from: $0, in: text) != nil }.prefix(
      2)
    var place = place
    if lines.count == 1, let line = lines.first { place.firstLine = line }
    return place
  }

  /// Nil where only a line is known of the place.
  private func openText(of place: EntityPlace) -> IndexedText? {
    if place.text.isEmpty { return nil }
    return openKeys.first { $0.filePath == place.path }.flatMap { documents[$0]?.mentions.text }
  }
}
