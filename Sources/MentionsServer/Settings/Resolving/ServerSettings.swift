public import JSONText
public import Mentions

/// The settings in force for one workspace folder.
public struct ServerSettings: Hashable, Sendable {
  /// One key in force and where it comes from, for `doctor`.
  public struct Value: Hashable, Sendable {
    /// `implicit.minimumLength`, `sources.team`.
    public var keyPath: String
    /// What headers say is left out: they may be secret.
    public var value: JSONValue
    public var origin: SettingsOrigin
  }

  public var policy: MentionsPolicy
  /// What holds for sources that are sent the key, where an untrusted workspace's file says something else: such a
  /// file can have them asked less, never more.
  public var outgoing: Outgoing?
  /// Those of the later layers first. Dropped ones are not among them.
  public var sources: [SourceSpecification]
  /// Milliseconds.
  public var completionDeadline: Int
  /// Milliseconds; see ``cooldown(of:)``.
  public var cooldown: Int
  /// Empty = none.
  public var loadingItem: String
  public var annotationStore: AnnotationStorePlace
  /// Absolute, without `~`.
  public var trustedFolders: [String]
  public var demo: Bool
  public var notifications: Bool
  public var triggerLetters: Bool
  public var replacesWordBehind: Bool
  public var tokenType: String?
  /// Every key in force, in the order of the reference.
  public var values: [Value]

  /// The settings without what an untrusted workspace's file says of when sources are asked.
  public struct Outgoing: Hashable, Sendable {
    public var policy: MentionsPolicy
    /// Milliseconds.
    public var cooldown: Int
  }

  /// Milliseconds between two queries to a source: its own, else none where it is in memory, else the
  /// settings' (the behaviour, section 4).
  public func cooldown(of source: SourceSpecification) -> Int {
    source.cooldown ?? (source.isInMemory ? 0 : outgoing?.cooldown ?? cooldown)
  }

  /// The sources that a list of names means, in its order, each once; `*` means all, `-name` leaves out those of that
  /// name or type. A list that only leaves out begins with all.
  public func sources(named names: [String]) -> [SourceSpecification] {
    let leftOut = names.compactMap(SettingsReferences.leftOut)
    let isOnlyLeftOut = !leftOut.isEmpty && leftOut.count == names.count
    var seen: Set<String> = []
    return (isOnlyLeftOut ? [SettingsReferences.all] : names).flatMap { name in
      name == SettingsReferences.all ? sources : sources.filter { $0.name == name }
    }.filter { source in
      !leftOut.contains { $0 == source.name || $0 == source.type } && seen.insert(source.name).inserted
    }
  }
}
