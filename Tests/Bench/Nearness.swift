import Entities
import EntitySources
import JSONText
import MentionsServer
import ServerHost

/// `nearness`: how often whom a commit's message names is among the first three before a letter is typed, over the
/// latest commits of a real history. Of each commit only what its parent knew is known, and its author is who writes it,
/// with the author's own choices of all commits before.
struct GuessNames {
  private(set) var repository = ""
  private(set) var commits = 300
  private(set) var isJSON = false

  static let usage = """
    usage: mentions-bench nearness --repository DIR [--commits N] [--json]

      --repository DIR      a folder of a Git repository, bare or not
      --commits N           the latest so many that name somebody; else 300
      --json                one object instead of the table

    """

  /// Names are looked for among so many.
  private static let first = 3

  /// How often names of one kind of trailer were guessed.
  private struct Share {
    var names = 0
    /// By weight alone, as without nearness.
    var byWeight = 0
    var near = 0
    /// By weight and what the author chose before.
    var chosen = 0
    /// By all of it.
    var nearAndChosen = 0
    /// By nearness, and by all of it, after the first letter of the name.
    var nearAfterLetter = 0
    var nearAndChosenAfterLetter = 0
  }

  /// What is known before a commit's message is written.
  private struct Known {
    let people: NearPeople
    let catalog: EntityCatalog
    let choices: Choices
    let time: Int
  }

  init(_ words: [String]) throws(BenchError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--json" {
        isJSON = true
        continue
      }
      guard ["--repository", "--commits"].contains(word) else { throw BenchError("unknown option \(word)") }
      guard let value = rest.popFirst() else { throw BenchError("\(word) needs a value") }
      if word == "--repository" {
        repository = value
      } else {
        guard let number = Int(value), number > 0 else {
          throw BenchError("--commits is \(value), expected a number from 1")
        }
        commits = number
      }
    }
    if repository.isEmpty { throw BenchError("--repository is missing") }
  }

  /// False where the history cannot be read.
  func run() -> Bool {
    do throws(PastHistory.Failure) {
      let history = try PastHistory(directory: repository)
      let places = history.naming(commits)
      var shares: [String: Share] = [:]
      var slow = 0
      let choices = history.choices(before: Set(places))
      for place in places {
        let near = try history.near(before: place)
        if near.problem != nil { slow += 1 }
        let known = Known(
          people: near, catalog: history.catalog(before: place), choices: choices[place] ?? Choices(),
          time: history.commits[place].time)
        guess(history.commits[place].named, known, &shares)
      }
      HostProcess.write(isJSON ? json(places.count, shares, slow) : table(places.count, shares, slow))
      return true
    } catch {
      HostProcess.complain("mentions-bench: \(error)\n")
      return false
    }
  }

  private func guess(
    _ named: [(key: String, name: String, email: String)], _ known: Known, _ shares: inout [String: Share]
  ) {
    let catalog = known.catalog
    let ranking = NearRanking(known.people, in: catalog)
    var signals = RankingSignals(oneself: ranking.oneself)
    let byWeight = first(of: catalog, signals)
    let (recent, scores) = known.choices.signals(in: catalog, workspace: nil, at: known.time)
    (signals.recent, signals.chosen) = (recent, scores)
    let chosen = first(of: catalog, signals)
    (signals.recent, signals.chosen) = ([], [:])
    ranking.add(to: &signals)
    let nearest = first(of: catalog, signals)
    var learned = signals
    (learned.recent, learned.chosen) = (recent, scores)
    let nearAndChosen = first(of: catalog, learned)
    for (key, name, email) in named {
      // Who is looked up like people who are near; who is nobody yet cannot be guessed.
      let person = NearPeople.Person(name: name, email: email, points: 1, reasons: [])
      let wanted = NearRanking(NearPeople(people: [person]), in: catalog).points.keys
      shares[key, default: Share()].names += 1
      if wanted.contains(where: byWeight.contains) { shares[key]?.byWeight += 1 }
      if wanted.contains(where: nearest.contains) { shares[key]?.near += 1 }
      if wanted.contains(where: chosen.contains) { shares[key]?.chosen += 1 }
      if wanted.contains(where: nearAndChosen.contains) { shares[key]?.nearAndChosen += 1 }
      let letter = String(name.prefix(1))
      if wanted.contains(where: first(of: catalog, signals, letter).contains) {
        shares[key]?.nearAfterLetter += 1
      }
      if wanted.contains(where: first(of: catalog, learned, letter).contains) {
        shares[key]?.nearAndChosenAfterLetter += 1
      }
    }
  }

  private func first(
    of catalog: EntityCatalog, _ signals: RankingSignals, _ key: String = ""
  ) -> Set<EntityKey> {
    let list = catalog.search(MatchQuery(key: key, limit: Self.first, signals: signals))
    return Set(list.matches.map { catalog.entity(at: $0.index).key })
  }

  private func table(_ commits: Int, _ shares: [String: Share], _ slow: Int) -> String {
    var text = "among the first \(Self.first) before a letter is typed, in \(commits) commits\n"
    text +=
      "| trailer | names | by weight | and choices | and nearness | and both | nearness after a letter | both |\n"
    text += "|---|---|---|---|---|---|---|---|\n"
    for (key, share) in shares.sorted(by: { $0.key < $1.key }) {
      let parts = [
        share.byWeight, share.chosen, share.near, share.nearAndChosen, share.nearAfterLetter,
        share.nearAndChosenAfterLetter,
      ].map { "\(Self.percent($0, share.names)) %" }
      text += "| \(key) | \(share.names) | \(parts.joined(separator: " | ")) |\n"
    }
    if slow > 0 { text += "in \(slow) commits git did not tell everything\n" }
    return text
  }

  private func json(_ commits: Int, _ shares: [String: Share], _ slow: Int) -> String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("commits", commits)
      writer.member("incomplete", slow)
      for (key, share) in shares.sorted(by: { $0.key < $1.key }) {
        writer.member(named: key) { writer in
          writer.object {
            $0.member("names", share.names)
            $0.member("byWeight", share.byWeight)
            $0.member("chosen", share.chosen)
            $0.member("near", share.near)
            $0.member("nearAndChosen", share.nearAndChosen)
            $0.member("nearAfterLetter", share.nearAfterLetter)
            $0.member("nearAndChosenAfterLetter", share.nearAndChosenAfterLetter)
          }
        }
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }

  /// To a tenth.
  private static func percent(_ part: Int, _ whole: Int) -> String {
    let tenths = (part * 1000 + whole / 2) / max(1, whole)
    return "\(tenths / 10).\(tenths % 10)"
  }
}
