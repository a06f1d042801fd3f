/// Something wrong with a setting: where, and what to do about it.
public struct SettingsProblem: Hashable, Sendable {
  public enum Severity: Hashable, Sendable { case error, warning }

  /// What sort of problem, for the diagnostic's code.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    case unreadable, notJSON, badValue, missing, unknownKey, misplaced, unknownSource, duplicate, untrusted
  }

  public var code: Code
  public var origin: SettingsOrigin
  /// `triggers[0].character`; empty for the file as a whole.
  public var keyPath: String
  /// Where in the file; nil for settings that are none, and for a file that cannot be read.
  public var location: SettingsLocation?
  /// Names key, value and what is expected; not the file.
  public var message: String
  public var severity: Severity

  public init(
    code: Code, origin: SettingsOrigin, keyPath: String, location: SettingsLocation?, message: String,
    severity: Severity
  ) {
    self.code = code
    self.origin = origin
    self.keyPath = keyPath
    self.location = location
    self.message = message
    self.severity = severity
  }
}

extension SettingsProblem: CustomStringConvertible {
  /// One line with file, line and column: `/w/.mentions.json:3:12: limit is 0, expected …`.
  public var description: String {
    guard let location else { return "\(origin): \(message)" }
    return "\(origin):\(location.line):\(location.column): \(message)"
  }
}
