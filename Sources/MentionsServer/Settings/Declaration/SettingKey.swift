import JSONText

/// The declaration of one key.
struct SettingKey: Sendable {
  /// How the values of several layers become one.
  enum Merge: Sendable {
    /// The later wins.
    case replaced
    /// The later wins, each member for itself.
    case byMember
    /// The later wins, each name for itself; `null` removes one.
    case byName
    /// All count.
    case united
  }

  /// Which layers may hold it.
  enum Home: Sendable {
    case anywhere
    /// Everywhere but in a workspace's file.
    case personal
    case initializationOptions
    /// Files; for editors.
    case files

    func admits(_ origin: SettingsOrigin) -> Bool {
      switch self {
      case .anywhere: true
      case .personal: origin.isPersonal
      case .initializationOptions: origin == .initializationOptions || origin == .builtIn
      case .files: origin.path != nil
      }
    }

    /// Where it counts, in words that follow "counts only in".
    var place: String {
      switch self {
      case .anywhere: "any layer"
      case .personal: "the user's own settings file and the client's settings"
      case .initializationOptions: "initializationOptions"
      case .files: "settings files"
      }
    }
  }

  let name: String
  let shape: SettingShape
  /// Nil where there is none: the key is required, or its absence means something of its own.
  let standard: JSONValue?
  let isRequired: Bool
  /// Markdown, one paragraph.
  let documentation: String
  let merge: Merge
  let home: Home

  init(
    _ name: String, _ shape: SettingShape, standard: JSONValue? = nil, isRequired: Bool = false,
    merge: Merge = .replaced, home: Home = .anywhere, _ documentation: String
  ) {
    self.name = name
    self.shape = shape
    self.standard = standard
    self.isRequired = isRequired
    self.documentation = documentation
    self.merge = merge
    self.home = home
  }
}
