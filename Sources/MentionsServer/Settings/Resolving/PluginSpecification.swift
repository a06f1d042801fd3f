import JSONText

/// A plug-in as the settings describe it.
public struct PluginSpecification: Hashable, Sendable {
  public var name: String
  /// The program and its arguments.
  public var command: [String]
  /// Where the program is started; empty where there is no such place.
  public var baseDirectory: String

  public init(name: String, command: [String], baseDirectory: String) {
    self.name = name
    self.command = command
    self.baseDirectory = baseDirectory
  }

  /// From a plug-in that passed the validation.
  init(_ name: String, _ value: JSONObject, from origin: SettingsOrigin, in context: SettingsContext) {
    let base = origin.path.map(FolderPath.parent) ?? context.folder ?? ""
    self.init(
      name: name,
      command: FolderPath.program(value[SourceDeclaration.command.name], in: base, home: context.home),
      baseDirectory: base)
  }
}

extension FolderPath {
  /// A program and its arguments as the settings have them: a program that is named by a path is found from `base`.
  static func program(_ value: JSONValue?, in base: String, home: String?) -> [String] {
    var words = [String](setting: value ?? []) ?? []
    if let first = words.first, first.utf8.contains(UInt8(ascii: "/")) {
      words[0] = resolve(first, in: base, home: home)
    }
    return words
  }
}
