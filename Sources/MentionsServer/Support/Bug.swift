/// Reports something that cannot happen: fatal in debug builds and so under test, survived and
/// logged in release builds, where a person's editing session is worth more than our pride.
package enum Bug {
  /// What its lines in the log begin with.
  package static let mark = "bug:"

  package static func check(
    _ holds: Bool, _ what: @autoclosure () -> String, log: (String) -> Void = { _ in }
  ) {
    if !holds { report(what(), log: log) }
  }

  package static func report(_ what: @autoclosure () -> String, log: (String) -> Void = { _ in }) {
    #if DEBUG
    preconditionFailure("bug: \(what())")
    #else
    log("\(mark) \(what())")
    #endif
  }
}
