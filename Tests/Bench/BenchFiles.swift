import SystemCalls

/// The files that a run makes.
enum BenchFiles {
  /// A new, empty folder that only this user may enter.
  static func makeFolder(below parent: String) throws(BenchError) -> String {
    do throws(SystemError) {
      return try Platform.makeTemporaryFolder("\(parent)/mentions-bench-")
    } catch {
      throw BenchError("no folder can be made in \(parent): \(error.message)")
    }
  }

  /// Makes a file and hands out a function that appends to it.
  /// Makes a file look as if it had been written an hour ago.
  static func age(_ path: String) throws(BenchError) {
    guard Platform.setAge(of: path, seconds: 3600) else { throw BenchError("\(path) cannot be changed") }
  }

  static func write(
    _ path: String, _ body: (_ append: ([UInt8]) throws(BenchError) -> Void) throws(BenchError) -> Void
  ) throws(BenchError) {
    func fault(_ error: SystemError) -> BenchError {
      BenchError("\(path) cannot be written: \(error.message)")
    }
    let descriptor: Int32
    do throws(SystemError) { descriptor = try Platform.createFile(path) } catch { throw fault(error) }
    defer { Platform.closeDescriptor(descriptor) }
    try body { (bytes: [UInt8]) throws(BenchError) in
      do throws(SystemError) { try Platform.writeAll(descriptor, bytes) } catch { throw fault(error) }
    }
  }
}
