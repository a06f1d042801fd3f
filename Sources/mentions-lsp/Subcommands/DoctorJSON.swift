import EntitySources
import JSONText
import Mentions
import MentionsServer
import ServerHost

extension Doctor {
  /// One object with everything that the text says.
  static func json(
    _ inspection: SettingsInspection, _ sources: [SourceInspection], _ plugins: [PluginInspection],
    _ findings: Findings, git: String?
  ) -> String {
    var report = JSONObject()
    report["version"] = .string(Version.text)
    report["git"] = git.map { .string($0) } ?? .null
    report["workspace"] = .string(inspection.root)
    report["files"] = .array(inspection.files.map { .object(file($0.file)) })
    report["settings"] = .array(
      inspection.settings.values.map {
        ["key": .string($0.keyPath), "value": $0.value, "origin": .string("\($0.origin)")]
      })
    report["sources"] = .array(sources.map { .object(source($0)) })
    report["plugins"] = .array(
      plugins.map { plugin in
        [
          "name": .string(plugin.name), "decides": .bool(plugin.decides),
          "milliseconds": .integer(plugin.milliseconds),
          "problem": plugin.problem.map { .string($0) } ?? .null,
        ]
      })
    report["triggers"] = .array(
      inspection.settings.policy.triggers.map { trigger in
        [
          "character": .string(trigger.character),
          "sources": .array(
            Findings.asked(by: trigger, inspection.settings, sources).map { .string($0.name) }),
        ]
      })
    report["nearness"] = .string(nearness(inspection))
    report["notes"] = .array(notes(sources).map { .string($0) })
    report["problems"] = .array(findings.problems.map { .string($0) })
    let bytes = JSONWriter.bytes(of: JSONValue.object(report), indentation: 2)
    return String(decoding: bytes, as: UTF8.self) + "\n"
  }

  private static func file(_ file: SettingsFile) -> JSONObject {
    var object = JSONObject()
    object["path"] = .string(file.path)
    switch file.contents {
    case .bytes(let bytes): object["bytes"] = .integer(bytes.count)
    case .missing: object["state"] = "missing"
    case .unreadable(let reason):
      object["state"] = "unreadable"
      object["reason"] = .string(reason)
    }
    return object
  }

  private static func source(_ source: SourceInspection) -> JSONObject {
    var object = JSONObject()
    object["name"] = .string(source.name)
    switch source.outcome {
    case .read: object["outcome"] = "read"
    case .answered: object["outcome"] = "answered"
    case .failed: object["outcome"] = "failed"
    case .notTried: object["outcome"] = "not tried"
    }
    object["count"] = .integer(source.count)
    object["milliseconds"] = .integer(source.milliseconds)
    object["problems"] = .array(source.problems.map { .string($0.description) })
    return object
  }
}
