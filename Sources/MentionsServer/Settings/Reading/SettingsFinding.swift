/// A problem before its place in the file is known.
struct SettingsFinding {
  var code: SettingsProblem.Code
  var path: SettingsPath
  /// What the diagnostic underlines; by default the value.
  var part = SettingsLocator.Part.value
  /// Where the path leads nowhere, such as a missing key, the object to point at.
  var anchor: SettingsPath?
  var message: String
  var severity = SettingsProblem.Severity.error

  static func bad(_ path: SettingsPath, is value: String, expected: String) -> SettingsFinding {
    SettingsFinding(
      code: .badValue, path: path,
      message: path.steps.isEmpty
        ? "the settings are \(value), expected \(expected)" : "\(path) is \(value), expected \(expected)")
  }

  func located(in origin: SettingsOrigin, _ bytes: [UInt8]?) -> SettingsProblem {
    let locator = bytes.map(SettingsLocator.init)
    let location =
      if let anchor { locator?.location(of: anchor, .name) } else { locator?.location(of: path, part) }
    return SettingsProblem(
      code: code, origin: origin, keyPath: path.description, location: location, message: message,
      severity: severity)
  }
}
