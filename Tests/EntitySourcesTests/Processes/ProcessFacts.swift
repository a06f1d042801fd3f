import Foundation
import Testing

/// What the system tells about processes. Linux has `/proc` for it; elsewhere a test that needs one of these says why it
/// is skipped.
enum ProcessFacts {
  /// The folder that lists the descriptors of the process that reads it; nil where the system has no such folder.
  static var descriptors: String? {
    #if os(Linux)
    return "/proc/self/fd"
    #else
    return nil
    #endif
  }

  /// Whether a process is dead within a bounded number of looks: gone, or a zombie that its new parent has not waited
  /// for.
  static func isGone(_ process: Int32) -> Bool {
    (0..<2_000_000).contains { _ in isGoneNow(process) }
  }

  private static func isGoneNow(_ process: Int32) -> Bool {
    #if os(Linux)
    guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
      return true
    }
    return status.contains(") Z ") || status.contains(") X ")
    #else
    // Elsewhere orphans are waited for at once.
    return kill(process, 0) != 0 && errno == ESRCH
    #endif
  }

  /// From now on ``peak()`` counts anew (proc(5)).
  static func resetPeak() {
    #if os(Linux)
    try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
    #endif
  }

  /// The most memory that this process has had at one time, in bytes; nil where the system does not tell.
  static func peak() -> Int? {
    #if os(Linux)
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let kilobytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return nil }
    return kilobytes << 10
    #else
    return nil
    #endif
  }
}

extension Trait where Self == ConditionTrait {
  static var needsDescriptors: Self {
    .enabled(if: ProcessFacts.descriptors != nil, "this system has no folder of descriptors as Linux has")
  }
}
