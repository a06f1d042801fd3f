import Entities
import EntitySources
import JSONText
import LanguageProtocol

/// What the user is told of sources.
extension Session {
  /// Faults of one reading that the user is told one by one.
  private static let mostTold = 5

  /// Tells what is wrong with a reading: some faults one by one, that there are more in one message.
  func report(_ loaded: LoadedSource, of name: String) {
    messages.keep(loaded.problems.map { $0.of(name).fault }, about: .source(name))
    let isWanted = sources[name]?.specification.origin != .builtIn
    var told = 0
    for var problem in loaded.problems {
      // Somebody has asked for this source: why nobody comes of it is worth a message.
      if loaded.catalog.count == 0, isWanted, problem.severity == .note { problem.severity = .warning }
      if problem.severity != .note { told += 1 }
      if told <= Self.mostTold {
        report(problem, of: name)
      } else {
        log(.info, "\(personal: problem.description)")
      }
    }
    if told > Self.mostTold {
      tellUser(.warning, "\(name): there are more problems; see the log", about: .source(name))
    }
  }

  func report(_ problem: SourceProblem, of name: String) {
    let problem = problem.of(name)
    switch problem.severity {
    case .note: log(.info, "\(personal: problem.description)")
    case .warning: tellUser(.warning, problem.description, fault: problem.fault, about: .source(name))
    case .error: tellUser(.error, problem.description, fault: problem.fault, about: .source(name))
    }
  }

  /// Reads entities that came over the wire; what is wrong with one is told, the others are kept.
  func entities(_ values: [JSONValue], of name: String) -> [Entity] {
    let source = sources[name]?.specification.name ?? name
    var tooLong: (first: String, count: Int)?
    let entities = values.enumerated().compactMap { index, value -> Entity? in
      switch EntityTranslation.read(value, source: source) {
      case .success(let entity): return entity
      case .failure(let fault) where fault.isTooLong:
        tooLong = (tooLong?.first ?? "entities[\(index)]\(fault.description)", (tooLong?.count ?? 0) + 1)
        return nil
      case .failure(let fault):
        tellUser(
          .warning, "\(name): entities[\(index)]\(fault.description)",
          fault: "entities\(fault.description)", about: .source(name))
        return nil
      }
    }
    if let (first, count) = tooLong {
      let all = count > 1 ? "; \(count) entities in all" : ""
      tellUser(.warning, "\(name): \(first); left out\(all)", fault: "too long", about: .source(name))
    }
    return entities
  }
}

extension SourceProblem {
  /// Says which of several folders' sources of that name it is.
  fileprivate func of(_ key: String) -> SourceProblem {
    var problem = self
    problem.source = key
    return problem
  }
}
