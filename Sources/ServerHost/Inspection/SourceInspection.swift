import Entities
import EntitySources
import MentionsServer
import SystemCalls

/// A source that was tried: what it has, how long it took, what is wrong with it.
package struct SourceInspection: Sendable {
  package enum Outcome: Sendable {
    /// It is held in memory.
    case read(EntityCatalog)
    /// It answered a query, with nothing perhaps.
    case answered([Entity])
    /// It was asked and did not answer.
    case failed
    /// It needs an editor.
    case notTried
  }

  package let specification: SourceSpecification
  package let outcome: Outcome
  package let milliseconds: Int
  package let problems: [SourceProblem]

  package var name: String { specification.name }

  /// Whether it is held in memory with everybody whom it knows.
  var isWhole: Bool { if case .read = outcome { !problems.contains(where: \.hidesPeople) } else { false } }

  /// How many entities it yielded.
  package var count: Int {
    switch outcome {
    case .read(let catalog): catalog.count
    case .answered(let entities): entities.count
    case .failed, .notTried: 0
    }
  }

  private enum Event: Sendable {
    case loaded(Int, LoadedSource, at: Int)
    case said(Int, ProviderEvent, at: Int)
  }

  /// Tries all sources at the same time, each on a thread of its own, and returns them in their order. Sources that
  /// answer by themselves are asked `query`; one that takes longer than `patience` milliseconds has failed.
  package static func tryAll(
    _ sources: [SourceSpecification], asking query: ProviderQuery, patience: Int = 5000
  ) -> [SourceInspection] {
    guard let mailbox = Mailbox<Event>() else { return [] }
    let start = HostProcess.milliseconds()
    var trials = sources.map(Trial.init)
    var running: [any AnsweringSource] = []
    for (index, source) in sources.enumerated() {
      if source.isInMemory {
        HostProcess.startThread {
          let loaded = SourceFactory.load(source)
          mailbox.post(.loaded(index, loaded, at: HostProcess.milliseconds()))
        }
      } else if let provider = SourceFactory.answering(
        source,
        tell: { mailbox.post(.said(index, $0, at: HostProcess.milliseconds())) })
      {
        running.append(provider)
        provider.send(query)
      } else {
        trials[index].outcome = .notTried
      }
    }
    while true {
      let now = HostProcess.milliseconds()
      for index in trials.indices where trials[index].isOverdue(now - start, patience) {
        trials[index].fail("no answer within \(patience) ms", milliseconds: now - start)
      }
      guard trials.contains(where: { $0.outcome == nil }) else { break }
      for event in mailbox.take(waitingAtMost: 100) {
        switch event {
        case .loaded(let index, let loaded, let at): trials[index].take(loaded, milliseconds: at - start)
        case .said(let index, let event, let at): trials[index].take(event, milliseconds: at - start)
        }
      }
    }
    for provider in running { provider.stop() }
    return trials.map(\.inspection)
  }

  /// A source while it is tried.
  private struct Trial {
    let specification: SourceSpecification
    var outcome: Outcome?
    private var entities: [Entity] = []
    private var problems: [SourceProblem] = []
    private var milliseconds = 0

    init(_ specification: SourceSpecification) { self.specification = specification }

    var inspection: SourceInspection {
      SourceInspection(
        specification: specification, outcome: outcome ?? .failed, milliseconds: milliseconds,
        problems: problems)
    }

    func isOverdue(_ elapsed: Int, _ patience: Int) -> Bool {
      outcome == nil && !specification.isInMemory && elapsed >= patience
    }

    mutating func take(_ loaded: LoadedSource, milliseconds: Int) {
      outcome = .read(loaded.catalog)
      problems = loaded.problems
      self.milliseconds = milliseconds
    }

    mutating func take(_ event: ProviderEvent, milliseconds: Int) {
      guard outcome == nil else { return }
      switch event {
      case .batch(let batch):
        entities += batch.entities
        if batch.isComplete {
          outcome = .answered(entities)
          self.milliseconds = milliseconds
        }
      case .problem(let problem): problems.append(problem)
      case .timedOut: fail("no answer in time", milliseconds: milliseconds)
      // It has said why.
      case .died(let status, _): fail(status == nil ? nil : "the program ended", milliseconds: milliseconds)
      case .started, .log: break
      }
    }

    mutating func fail(_ reason: String?, milliseconds: Int) {
      outcome = .failed
      self.milliseconds = milliseconds
      if let reason, problems.isEmpty {
        problems.append(SourceProblem(.error, source: specification.name, reason))
      }
    }
  }
}
