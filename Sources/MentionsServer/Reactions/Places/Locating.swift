import Entities
import EntitySources
import LanguageProtocol

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
      var seen: Set<[String]> = []
      let nearest =
        places
        // Two sources may read one file.
        .filter { seen.insert([$0.path, String($0.firstLine), String($0.record.lowerBound)]).inserted }
        .map { place in
          (place, shared: zip(folders, Self.folders(place.path)).prefix { $0 == $1 }.count)
        }
        .enumerated()
        .sorted { ($1.element.shared, $0.offset) < ($0.element.shared, $1.offset) }
      then(session, nearest.map(\.element.0))
    }
  }

  private static func folders(_ path: String) -> [Substring] { path.split(separator: "/").dropLast() }

  private func locate(
    _ entity: Entity, in settings: ServerSettings, everywhere: Bool,
    then: @escaping (Session, [EntityPlace]) -> Void
  ) {
    let written = settings.sources.filter(\.isWritten)
    let sources = written.filter { $0.name == entity.source } + written.filter { $0.name != entity.source }
    if sources.isEmpty { return then(self, []) }
    perform(.locate(entity, in: sources, everywhere: everywhere, number: wantedPlaces.ask(then)))
  }

  func located(_ number: Int, _ places: [EntityPlace]) { wantedPlaces.take(number)?(self, places) }
}
