import Entities
import JSONText
import LanguageProtocol
import TextModel

/// What is wrong with a settings file, as diagnostics in it.
enum SettingsTranslation {
  static func diagnostic(_ problem: SettingsProblem, _ encoding: PositionEncoding) -> Diagnostic {
    let start = problem.location?.start(in: encoding) ?? TextPosition(line: 0, column: 0)
    let end = problem.location?.end(in: encoding) ?? start
    return Diagnostic(
      range: LanguageProtocol.Range(
        start: Position(line: start.line, character: start.column),
        end: Position(line: end.line, character: end.column)),
      severity: problem.severity == .error ? .error : .warning, code: .string(problem.code.rawValue),
      source: "mentions", message: ShownText.line(problem.message))
  }
}
