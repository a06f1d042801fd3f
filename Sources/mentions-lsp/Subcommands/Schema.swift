import JSONText
import MentionsServer
import ServerHost

/// `schema`: the JSON Schema of the settings, for editors that check `.mentions.json`.
enum Schema {
  static func run(_ arguments: inout Arguments) throws(UsageError) -> Int32 {
    try arguments.finish()
    let bytes = JSONWriter.bytes(of: SettingsDeclaration.schema(), indentation: 2)
    HostProcess.write(String(decoding: bytes, as: UTF8.self) + "\n")
    return 0
  }
}
