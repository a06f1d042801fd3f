import Entities
import EntitySources

/// The built-in directory: the 25 earliest Turing Award winners.
struct DemoSource: LoadableSource {
  let name: String

  func read(_ sink: EntitySink) -> SourceReport {
    for var entity in TuringAwardWinners.entities {
      entity.source = name
      _ = sink(entity)
    }
    return SourceReport()
  }
}

extension SourceSpecification {
  /// A source that needs nothing from outside: the built-in directory, a list in the settings.
  public var heldInTheServer: (any LoadableSource)? {
    switch kind {
    case .demo: DemoSource(name: name)
    case .list(let items): ListSource(name: name, items: items)
    default: nil
    }
  }
}
