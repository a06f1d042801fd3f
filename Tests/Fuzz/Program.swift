import MentionsTestKit
import ServerHost

/// The target that the command line names: set once, before libFuzzer feeds anything.
nonisolated(unsafe) private var target = FuzzTarget.framer

/// libFuzzer calls it first, with the command line: the target's name is for us, all else for libFuzzer.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
  let arguments = unsafe (0..<Int(count.pointee)).map { index in
    unsafe words.pointee[index].map { unsafe String(cString: $0) } ?? ""
  }
  guard arguments.count > 1, let named = FuzzTarget(rawValue: arguments[1]) else {
    let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
    HostProcess.complain("usage: mentions-fuzz TARGET [libFuzzer's options] [FOLDER…]\ntargets: \(names)\n")
    HostProcess.exit(2)
  }
  unsafe target = named
  for index in 1..<arguments.count { unsafe words.pointee[index] = words.pointee[index + 1] }
  unsafe count.pointee -= 1
  return 0
}

/// libFuzzer calls it with one input after the other, and takes a trap for a finding.
@_cdecl("LLVMFuzzerTestOneInput")
public func feed(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  if let finding = unsafe target.finding(in: input) { fatalError("\(finding)") }
  return 0
}
