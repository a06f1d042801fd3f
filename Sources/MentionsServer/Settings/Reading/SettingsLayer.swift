public import JSONText

/// The settings of one origin, checked. What was wrong is in ``problems`` and no longer in ``value``.
public struct SettingsLayer: Hashable, Sendable {
  public let origin: SettingsOrigin
  /// Nil where there is no such file, or it is not JSON.
  public let value: JSONObject?
  public let problems: [SettingsProblem]
  /// The file's text, to find places in.
  let bytes: [UInt8]?
  /// As written, unchecked.
  let written: JSONValue?
  /// Where the file really is.
  private(set) var realPaths: RealPaths?

  /// Reads a settings file: JSON, `//` and `/* */` comments and trailing commas allowed. A file of nothing
  /// but whitespace holds no settings.
  ///
  /// - Parameters:
  ///   - file: as it was read.
  ///   - origin: as ``SettingsPaths`` named the file.
  /// - Complexity: linear in the bytes; with problems, once more for each (20 at most).
  public init(_ file: SettingsFile, origin: SettingsOrigin) {
    switch file.contents {
    case .missing:
      self.init(origin: origin)
    case .unreadable(let reason):
      self.init(origin: origin, failure: "the settings file cannot be read: \(reason)", .unreadable)
    case .bytes(let bytes) where bytes.count > SettingsFile.maximumSize:
      self.init(
        origin: origin,
        failure: "the settings file has \(bytes.count) bytes, expected at most \(SettingsFile.maximumSize)",
        .unreadable)
    case .bytes(let bytes) where bytes.allSatisfy({ $0 <= 0x20 }):
      self.init(origin: origin)
    case .bytes(let bytes):
      do {
        let value = try JSONParser.parse(bytes, options: .handwritten)
        self.init(origin: origin, value, bytes: bytes)
      } catch {
        let next = error.offset..<min(error.offset, bytes.count - 1) + 1
        self.init(
          origin: origin, failure: "the settings file is not JSON: \(error.message)", .notJSON,
          at: SettingsLocation(
            next.lowerBound < next.upperBound ? next : bytes.count..<bytes.count, in: bytes))
      }
    }
    realPaths = file.realPaths
  }

  /// What the client sends. `initializationOptions` as they are; `workspace/configuration` and
  /// `workspace/didChangeConfiguration` bare or as `{"mentions": …}`. Null = nothing set.
  public init(client value: JSONValue?, origin: SettingsOrigin) {
    var value = value ?? .null
    if origin == .configuration, let section = value["mentions"] { value = section }
    if value.isNull {
      self.init(origin: origin)
    } else {
      self.init(origin: origin, value, bytes: nil)
    }
  }

  /// The lowest layer: the defaults of the declaration.
  public static let builtIn = SettingsLayer(origin: .builtIn, value: SettingsDeclaration.defaults)

  private init(origin: SettingsOrigin, _ value: JSONValue, bytes: [UInt8]?) {
    var validator = SettingsValidator(origin: origin, bytes: bytes)
    let cleaned = validator.clean(value)
    var problems: [SettingsProblem] = []
    for finding in validator.findings { problems.append(finding.located(in: origin, bytes)) }
    self.init(origin: origin, value: cleaned, problems: problems, bytes: bytes, written: value)
  }

  private init(
    origin: SettingsOrigin, failure: String, _ code: SettingsProblem.Code,
    at location: SettingsLocation? = nil
  ) {
    self.init(
      origin: origin, value: nil,
      problems: [
        SettingsProblem(
          code: code, origin: origin, keyPath: "", location: location, message: failure, severity: .error)
      ])
  }

  private init(
    origin: SettingsOrigin, value: JSONObject? = nil, problems: [SettingsProblem] = [], bytes: [UInt8]? = nil,
    written: JSONValue? = nil
  ) {
    self.origin = origin
    self.value = value
    self.problems = problems
    self.bytes = bytes
    self.written = written
  }
}
