import Entities
import EntitySources
import JSONText
public import Mentions

/// What is reported of a document's mentions, and how (`diagnostics` in the settings).
public struct DiagnosticSettings: Hashable, Sendable {
  public typealias Severity = ReportedSeverity

  /// Severities by what is found; kinds that are off are left out.
  public var severities: [MentionFinding.Kind: Severity]
  /// Of what is left of damaged mentions.
  public var damaged: Severity
  /// Months without a commit after which somebody has left; nil: never.
  public var leftAfter: Int?
  public var notAllowedHere: [NotAllowedRule]

  /// Whether anything is looked for in the text.
  var findsAny: Bool { !severities.isEmpty }
}

extension DiagnosticSettings {
  /// What is told without an editor, whatever the settings say: texts that are wrong in themselves.
  package static let alwaysTold: [MentionFinding.Kind: Severity] = [
    .unknown: .warning, .ambiguous: .warning, .stale: .warning,
  ]

  /// As they hold where there is no editor.
  ///
  /// - Parameter overrides: severities of single kinds that count for more than the settings.
  package func withoutEditor(_ overrides: [MentionFinding.Kind: Severity] = [:]) -> DiagnosticSettings {
    var settings = self
    settings.severities = Self.alwaysTold.merging(severities) { $1 }.merging(overrides) { $1 }
      .filter { $0.value != .off }
    return settings
  }

  /// What is told of the mentions of one document.
  ///
  /// - Parameters:
  ///   - path: the document's, absolute.
  ///   - folder: the workspace folder that globs begin at.
  package func rules(for path: String, in folder: FolderPath?) -> MentionRules {
    rules(at: FolderPath.place(of: path, in: folder))
  }

  /// The same for a path relative to the workspace folder.
  func rules(at place: String) -> MentionRules {
    let rules = notAllowedHere.filter { $0.concerns(place) }
    return MentionRules(kinds: Set(severities.keys), leftAfter: leftAfter) { entity in
      rules.first { $0.forbids(entity) }.map { $0.reason ?? "" }
    }
  }
}

/// Who may not be mentioned where. All that is given must hold.
public struct NotAllowedRule: Hashable, Sendable {
  let handle: Glob?
  let name: Glob?
  let kind: String?
  let files: [Glob]
  public let reason: String?

  /// Whether the rule is for documents of a path.
  ///
  /// - Parameter place: relative to the workspace folder.
  func concerns(_ place: String) -> Bool { files.contains { $0.matches(place) } }

  /// Whether it is for somebody. A rule without conditions is for everybody.
  func forbids(_ entity: Entity) -> Bool {
    if let handle, entity.handle.map(handle.matches) != true { return false }
    if let name, !name.matches(entity.name) { return false }
    return kind == nil || kind == entity.kind.rawValue
  }
}

extension DiagnosticSettings {
  /// As the settings say, which were checked.
  init(_ value: JSONObject) {
    typealias Keys = DiagnosticsDeclaration
    severities = [:]
    for kind in MentionFinding.Kind.allCases {
      let severity = Keys.severity(of: kind).value(in: value)
      if severity != .off { severities[kind] = severity }
    }
    damaged = Keys.damaged.value(in: value)
    let months = Keys.leftAfter.value(in: value)
    leftAfter = months > 0 ? months : nil
    notAllowedHere = Keys.notAllowedHere.value(in: value).map(NotAllowedRule.init)
  }
}

extension NotAllowedRule {
  fileprivate init(_ value: JSONObject) {
    typealias Keys = NotAllowedDeclaration
    handle = Keys.handle.value(in: value).map { Glob($0) }
    name = Keys.name.value(in: value).map { Glob($0) }
    kind = Keys.kind.value(in: value)
    files = Keys.files.value(in: value).map { Glob($0) }
    reason = Keys.reason.value(in: value)
  }
}

extension DiagnosticsDeclaration {
  fileprivate static func severity(of kind: MentionFinding.Kind) -> Setting<ReportedSeverity> {
    switch kind {
    case .unknown: unknown
    case .ambiguous: ambiguous
    case .left: left
    case .stale: stale
    case .notAllowed: notAllowed
    }
  }
}
