import Testing
import TextModel

@testable import Mentions

/// Every state with every event: no trap, a legal next state, effects that fit.
@Suite("Every state and event")
struct PairTests {
  static let candidate = CreationStart(
    kind: .explicit, trigger: 0, start: TextOffset(4), keyStart: TextOffset(5), typed: "ad")
  static let word = CreationStart(
    kind: .implicit, start: TextOffset(4), keyStart: TextOffset(4), typed: "Ada")
  static let policies: [MentionsPolicy] = {
    var strict = MentionsPolicy.standard
    strict.triggers[0].allowSpaces = false
    strict.continueAfterEmptyResults = false
    strict.implicit.minimumLength = 0
    strict.maximumKeyLength = 2
    var none = MentionsPolicy.standard
    none.triggers = []
    return [.standard, strict, none]
  }()

  static let graphemes: [TypedGrapheme] =
    ["a", " ", "\n", "\r\n", ",", "-", "😀", "张", "é"].map { text in
      TypedGrapheme(
        text: text, kind: CharacterClass(Character(text)),
        word: CharacterClass(Character(text)).isSeparator
          ? nil : TypedGrapheme.Word(count: 3, candidate: word))
    }
    + PrecedingText.allCases.flatMap { preceding in
      [true, false].map { isAllowed in
        TypedGrapheme(
          text: "@", kind: [],
          control: TypedGrapheme.Control(preceding: preceding, candidate: candidate, isAllowed: isAllowed))
      }
    }

  static let deletions: [DeletionFacts] = DeletionFacts.Removed.allCases.flatMap { removed in
    PrecedingText.allCases.flatMap { preceding in
      [
        nil, DeletionFacts.Resumable.explicitWord(candidate), .control(candidate),
        .implicitWord(word, count: 3, startsLowercase: false),
        .implicitWord(word, count: 2, startsLowercase: true),
      ].flatMap { resumable in
        [true, false].map {
          DeletionFacts(removed: removed, preceding: preceding, resumable: resumable, endsAnnotation: $0)
        }
      }
    }
  }

  static let startEvents: [StartDetector.Event] =
    graphemes.map { .typed($0) } + deletions.map { .deleted($0) }
    + PrecedingText.allCases.flatMap { [.cursorMoved($0), .pasted($0)] }
    + [.asked(nil), .asked(candidate), .asked(word), .requested(nil), .requested(candidate)]
    + CreationEnd.allCases.map { .creationEnded($0) }

  @Test(arguments: StartDetector.State.allCases)
  func `start detection`(_ state: StartDetector.State) {
    for policy in Self.policies {
      for event in Self.startEvents {
        var detector = StartDetector(state: state)
        let effects = detector.step(event, under: policy)
        let name = "\(state) · \(event)"
        #expect(effects.count <= 1, "\(name)")
        #expect(effects.isEmpty || (state != .creating && detector.state == .creating), "\(name)")
        if state == .creating {
          if case .creationEnded(let end) = event {
            #expect(detector.state == (end == .separator ? .ready : .stalled), "\(name)")
          } else {
            #expect(detector.state == .creating, "\(name)")
          }
        } else if effects.isEmpty {
          #expect(detector.state != .creating, "\(name)")
        }
        if case .typed(let grapheme) = event, state != .creating, grapheme.kind.contains(.whitespace) {
          #expect(detector.state == .ready, "\(name)")
        }
        var again = StartDetector(state: state)
        #expect(again.step(event, under: policy) == effects && again == detector, "\(name)")
      }
    }
  }

  static let creationEvents: [CreationMachine.Event] =
    graphemes.map { .typed($0) }
    + [
      .begin(candidate), .begin(word), .keyShrunk(to: ""), .keyShrunk(to: "a"), .keyReplaced(by: ""),
      .keyReplaced(by: "기"), .keyReplaced(by: "long"), .startDeleted, .pasted, .changedElsewhere,
      .cursorMoved, .cancelled, .asked(widens: true), .asked(widens: false), .sourcesReloaded, .tailDeleted,
      .accepted, .foundSome, .queryEnded(foundAny: true),
      .queryEnded(foundAny: false),
    ]

  /// Machines in every state, each reached as a person reaches it.
  static func machines(_ policy: MentionsPolicy) -> [CreationMachine] {
    [candidate, word].flatMap { candidate in
      [[], [.foundSome], [.foundSome, .queryEnded(foundAny: false)]].map {
        (events: [CreationMachine.Event]) in
        var machine = CreationMachine()
        for event in [.begin(candidate)] + events { _ = machine.step(event, under: policy) }
        return machine
      }
    } + [CreationMachine()]
  }

  @Test(arguments: policies.indices)
  func `creation`(_ index: Int) {
    let policy = Self.policies[index]
    for machine in Self.machines(policy) {
      for event in Self.creationEvents {
        var next = machine
        let effects = next.step(event, under: policy)
        let name = "\(machine.state) · \(event)"
        let ends = effects.filter { if case .ended = $0 { true } else { false } }
        #expect(effects.count <= 1, "\(name)")
        if case .begin = event {
          #expect(effects == [.search], "\(name)")
        } else if machine.creation == nil {
          #expect(effects.isEmpty && next == machine, "\(name)")
        } else {
          #expect((next.creation == nil) == !ends.isEmpty, "\(name)")
        }
        guard let creation = next.creation else { continue }
        #expect(creation.kind == .explicit || !creation.typed.isEmpty, "\(name)")
        #expect(creation.cursor - creation.keyStart == creation.typed.utf8.count, "\(name)")
        if case .begin = event { continue }
        #expect(effects.isEmpty || effects == [.search], "\(name)")
        #expect(creation.start == machine.creation?.start, "\(name)")
      }
    }
  }

  @Test
  func `classes of characters`() {
    for character in "aZ5_éßж王ก한\u{301}" {
      #expect(!CharacterClass(character).isSeparator, "\(character)")
    }
    for character in " \t\n\u{a0}\u{2003},.;()@€😀-'’/\u{200B}" {
      #expect(CharacterClass(character).isSeparator, "\(character)")
    }
    for character in "-.'’/😀👩‍👩‍👧❤️" { #expect(CharacterClass(character).belongsInKey, "\(character)") }
    for character in "张かナไທខမ" { #expect(CharacterClass(character).contains(.unspaced), "\(character)") }
    for character in "éж한a" { #expect(!CharacterClass(character).contains(.unspaced), "\(character)") }
  }
}
