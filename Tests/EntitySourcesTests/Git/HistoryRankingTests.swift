import Entities
import Foundation
import JSONText
import MentionsTestKit
import Testing

@testable import EntitySources

/// A random history in which it is known who did what.
struct GeneratedHistory {
  struct Worker {
    let given: String
    let family: String
    let handle: String
    let email: String
    /// Each commit: how many days before the newest one.
    let days: [Int]

    var name: String { given + " " + family }

    /// The commits, each counting half for every three years.
    let work: Double

    init(given: String, family: String, handle: String, email: String, days: [Int]) {
      self.given = given
      self.family = family
      self.handle = handle
      self.email = email
      self.days = days
      work = days.reduce(0) { $0 + pow(0.5, Double($1) / 1096) }
    }
  }

  let workers: [Worker]
  let people: GitPeople

  static let givenNames = words(
    """
    Michael David Daniel Thomas Andrew Anna Alexander Alex Maria Martin Marco Mark Markus Matthias Matthew Jan
    Johannes John Jonas Jonathan Joseph José Julia Julian Kevin Laura Lukas Łukasz Nicolas Nikolai Olga Oliver Pascal
    Patrick Paul Pavel Peter Philipp Rafael Robert Robin Sarah Sebastian Sergey Simon Sofia Stefan Stephen Tim Tobias
    Victor Wei Xavier Yuki Zoë Ivan Irina Chen Björn Blaž Élodie Aleksandra Hans Adam Agnes Ahmed Aiko Albert Amara
    Ana Arjun Arthur Astrid Ben Bianca Boris Camille Carlos Cécile Charlotte Chris Clara Dmitri Dora Edward Elena
    Emil Emma Erik Esther Eva Farid Fatima Felix Fiona Florian Frank Gabriel George Greta Gustav Hannah Hiro Hugo
    Ines Isaac Jakob James Javier Jens Jun Karin Kenji Lars Leo Lin Lucia Magnus Mei Mina Nadia Nils Nora Omar Oscar
    """)

  /// Some are alike, as names are: Petersen, Peterson, Petrov.
  static let familyNames = words(
    """
    Davis Davies David Smith Schmidt Schmitt Johnson Johansson Miller Müller Meyer Meier Garcia García Martinez Martin
    Rodriguez Nguyen Kim Lee Li Liu Chen Cheng Wang Wong Kowalski Nowak Novak Ivanov Petrov Peterson Petersen Hansen
    Jansen Andersen Anderson Taylor Thomas Brown Braun Wilson Moore Clark Lewis Young Hall Green King Wright Scott
    Baker Adams Nelson Carter Hrastnik Kuthe Soumya Perez Rossi Ferrari Bianchi Tanaka Suzuki Sato Yamamoto Dubois
    Lefebvre Moreau Silva Santos Costa Haapala Virtanen O'Brien Okafor Mensah Krishnan Banerjee Gupta Iyer Kapoor
    Holmberg Lindqvist Dahl Eriksen Fischer Weber Wagner Becker Hoffmann Schulz Koch Richter Wolf Neumann Zimmermann
    Krüger Hartmann Lange Krause Vogel Jung Hahn Keller Huber Gruber Bauer Steiner Egger Kovács Szabó Horváth Tóth
    Popescu Ionescu Dimitrov Georgiev Papadopoulos Yılmaz Demir Kaya Haddad Nasser Cohen Levi Mizrahi Fontaine Girard
    Bonnet Rousseau Lambert Marchand Delgado Ortega Castillo Vargas Quintero Almeida Barbosa Cardoso Teixeira Murphy
    Kelly Walsh Gallagher MacDonald Campbell Stewart Fraser Hughes Griffiths Bennett Whitfield Pemberton Ashworth
    Chukwu Diallo Traoré Watanabe Kobayashi Nakamura Inoue Park Choi Jeong Tran Pham Hoang Zhou Zhang Huang Xu Guo
    """)

  private static func words(_ text: String) -> [String] {
    text.split { " \n".contains($0) }.map(String.init)
  }

  init(seed: UInt64, count: Int) {
    var random = SplitMix(state: seed)
    var workers: [Worker] = []
    var people = GitPeople()
    var names: Set<String> = []
    while workers.count < count {
      let given = Self.givenNames.randomElement(using: &random) ?? ""
      let family = Self.familyNames.randomElement(using: &random) ?? ""
      guard names.insert(given + family).inserted else { continue }
      let plain = NameFolding.fold(given + family).filter { !NameFolding.isSeparator($0) }
      let handle = String(decoding: plain.prefix(Int.random(in: 5...9, using: &random)), as: UTF8.self)
      // A few do nearly everything, most come once: Zipf's law.
      let commits = max(1, Int(4000 / pow(Double(workers.count + 1), 1.1)))
      let oldest = Int.random(in: 1...4000, using: &random)
      let newest = Int.random(in: 0..<oldest, using: &random)
      let days = (0..<commits).map { _ in Int.random(in: newest...oldest, using: &random) }
      let email = "\(handle)\(workers.count)@example\(workers.count % 7).org"
      workers.append(
        Worker(given: given, family: family, handle: "\(handle)\(workers.count)", email: email, days: days))
    }
    for worker in workers {
      // Some use another name or the host's address for part of what they do.
      let style = Int.random(in: 0..<4, using: &random)
      for (number, day) in worker.days.enumerated() {
        let isOther = number > 0 && style > 1 && Int.random(in: 0..<3, using: &random) == 0
        let name = isOther && style == 2 ? worker.handle : worker.name
        let email = isOther ? worker.handle + "@users.noreply.github.com" : worker.email
        var commit = GitActivity()
        commit.add(1_750_000_000 - day * 86_400, isAuthor: true)
        people.add(key: Array((name + "\0" + email).utf8)[...], commit)
      }
    }
    self.workers = workers
    self.people = people
  }
}

/// The person with most work is first (Behaviour, section 8), on histories whose answers are known.
@Suite struct HistoryRankingTests {
  /// What people type to find a person.
  enum Sort: String, CaseIterable {
    case initials, givenName, familyName, familyPart, bothParts, turned, handle, typo, email

    func key(_ worker: GeneratedHistory.Worker) -> String {
      let given = Array(worker.given)
      let family = Array(worker.family)
      switch self {
      case .initials: return String([given[0], family[0]])
      case .givenName: return worker.given
      case .familyName: return worker.family
      case .familyPart: return String(family.prefix(4))
      case .bothParts: return String(given.prefix(2)) + " " + String(family.prefix(3))
      case .turned: return worker.family + " " + String(given.prefix(3))
      case .handle: return String(worker.handle.prefix(6))
      case .typo:
        if family.count < 5 { return worker.family }
        return String(family.prefix(2) + [family[3], family[2]] + family.dropFirst(4))
      case .email: return String(worker.email.prefix(7))
      }
    }

    /// Whether a folded key is for a worker too, of whom this is typed, folded, and who has these folded fields.
    func means(_ own: [UInt8], _ fields: [[UInt8]], _ key: [UInt8]) -> Bool {
      switch self {
      case .typo, .bothParts, .turned: return own == key
      case .initials, .givenName, .familyName, .familyPart, .handle, .email:
        if self == .initials, own == key { return true }
        // The first letter settles most of them, and is cheap to compare in a debug build.
        return fields.contains { $0.first == key.first && $0.starts(with: key) }
      }
    }
  }

  @Test(arguments: seeds(11...13))
  func `the largest contributor is first nine times in ten`(seed: UInt64) {
    let history = GeneratedHistory(seed: seed, count: 600)
    let workers = history.workers
    let catalog = EntityCatalog(
      source: "git", history.people.records().compactMap { $0.entity(source: "git") })
    let fields = workers.map { [$0.given, $0.family, $0.handle, $0.email].map { NameFolding.fold($0) } }
    var firstOfAll = 0
    var askedOfAll = 0
    for sort in Sort.allCases {
      var first = 0
      var asked = 0
      var missed: [String] = []
      let own = workers.map { NameFolding.fold(sort.key($0)) }
      for worker in workers.prefix(100) where sort != .typo || worker.family.count >= 5 {
        let key = sort.key(worker)
        let folded = NameFolding.fold(key)
        let meant = workers.indices.lazy.filter { sort.means(own[$0], fields[$0], folded) }
        guard let most = meant.map({ workers[$0] }).max(by: { $0.work < $1.work }) else { continue }
        asked += 1
        let found = catalog.search(MatchQuery(key: key, limit: 1)).matches.first
        let name = found.map { catalog.entity(at: $0.index).name }
        if name == most.name { first += 1 } else { missed.append("\(key): \(name ?? "-"), not \(most.name)") }
      }
      #expect(asked >= 70, "seed \(seed), \(sort)")
      // People of one name who did about as much are told apart by what matched and the shorter name. A name
      // with a typing error may match another person's name by letters in order, which is the better class.
      let least = sort == .typo ? 7 : 8
      #expect(first * 10 >= asked * least, "seed \(seed), \(sort): \(first) of \(asked); \(missed)")
      firstOfAll += first
      askedOfAll += asked
    }
    #expect(firstOfAll * 10 >= askedOfAll * 9, "seed \(seed): \(firstOfAll) of \(askedOfAll)")
  }

  @Test func `identities are joined as they were split`() {
    let history = GeneratedHistory(seed: 5, count: 1200)
    let entities = history.people.records().compactMap { $0.entity(source: "git") }
    #expect(entities.count == history.workers.count)
    let byName = Dictionary(entities.map { ($0.name, $0) }) { a, _ in a }
    for worker in history.workers {
      let entity = byName[worker.name]
      #expect(entity?.email == worker.email, "\(worker.name)")
      #expect(entity?.metadata["commits"] == .integer(worker.days.count), "\(worker.name)")
      #expect(abs((entity?.weight ?? -1) - worker.work) <= 0.01 + worker.work / 1000, "\(worker.name)")
    }
  }
}
