/// Where a setting comes from. The order of the cases is the order of the layers: a later one wins.
public enum SettingsOrigin: Hashable, Sendable {
  case builtIn
  /// The user's own file.
  case userFile(path: String)
  /// `.mentions.json` at the root of a workspace folder.
  case workspaceFile(path: String, folder: String)
  /// `initializationOptions` of the `initialize` request.
  case initializationOptions
  /// `workspace/configuration` or `workspace/didChangeConfiguration`.
  case configuration

  /// The file, where it is one.
  public var path: String? {
    switch self {
    case .userFile(let path), .workspaceFile(let path, _): path
    case .builtIn, .initializationOptions, .configuration: nil
    }
  }

  /// Lower layers first.
  var rank: Int {
    switch self {
    case .builtIn: 0
    case .userFile: 1
    case .workspaceFile: 2
    case .initializationOptions: 3
    case .configuration: 4
    }
  }

  /// Whether the user vouches for it. A workspace's file came with the workspace.
  var isPersonal: Bool {
    if case .workspaceFile = self { false } else { true }
  }

  var isClient: Bool { self == .initializationOptions || self == .configuration }
}

extension SettingsOrigin: CustomStringConvertible {
  /// What a person reads: the file's path, or which side of the conversation.
  public var description: String {
    switch self {
    case .builtIn: "built-in"
    case .userFile(let path), .workspaceFile(let path, _): path
    case .initializationOptions: "initializationOptions"
    case .configuration: "the client's settings"
    }
  }
}
