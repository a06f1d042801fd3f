import MentionsServer
import ServerHost
import SystemCalls
import Testing

/// Writing that never waits, to pipes that are read late, never, or no longer.
@Suite struct DescriptorWriterTests {
  /// A pipe, as another program would hold its other end.
  final class TestPipe {
    let ends: Platform.Pipe
    private(set) var isReadable = true

    init() throws {
      ends = try Platform.makePipe()
      Platform.ignoreWriteSignals()
    }

    deinit {
      closeReader()
      Platform.closeDescriptor(ends.writing)
    }

    func closeReader() {
      if isReadable { Platform.closeDescriptor(ends.reading) }
      isReadable = false
    }

    /// So many bytes, each within the deadline.
    func read(_ count: Int) -> [UInt8] {
      var all: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while all.count < count, Platform.isReadable(ends.reading, within: 10_000),
        case .bytes(let got) = Platform.receive(ends.reading, into: &buffer)
      {
        all += buffer[..<got]
      }
      return all
    }
  }

  /// All bytes in order, again and again: slices of it cost little in a debug build.
  private static let cycle = (0..<(1 << 20) + 256).map { UInt8(truncatingIfNeeded: $0) }

  /// Bytes that show where they belong, at most 1 MiB of them.
  private func message(_ number: Int, _ size: Int) -> [UInt8] {
    let start = (number &* 31) & 255
    return Array(Self.cycle[start..<start + size])
  }

  /// Messages 0 to `count` - 1, one after the other.
  private func messages(_ count: Int, _ size: Int) -> [UInt8] {
    var all: [UInt8] = []
    for number in 0..<count { all += message(number, size) }
    return all
  }

  private func deadline() -> Int { Platform.milliseconds() + 10_000 }

  @Test func `output that fits is written at once`() throws {
    let pipe = try TestPipe()
    let writer = DescriptorWriter(pipe.ends.writing, limit: 10)
    #expect(writer.write(message(1, 5000)) == .taken)
    #expect(writer.isIdle)
    #expect(pipe.read(5000) == message(1, 5000))
  }

  @Test(arguments: [1, 100, 4095, 4096, 4097, 70_000])
  func `nothing is lost, duplicated or out of order when it is read late`(size: Int) throws {
    let pipe = try TestPipe()
    let writer = DescriptorWriter(pipe.ends.writing, limit: .max)
    let count = 1_500_000 / max(size, 500)
    for number in 0..<count { #expect(writer.write(message(number, size)) == .taken) }
    let all = messages(count, size)
    if all.count > 1 << 20 { #expect(!writer.isIdle) }
    #expect(pipe.read(all.count) == all)
    #expect(writer.finish(until: deadline()))
    #expect(writer.write([7]) == .taken)
    #expect(pipe.read(1) == [7])
  }

  @Test func `beyond the limit nothing is accepted until something has been read`() throws {
    let pipe = try TestPipe()
    let writer = DescriptorWriter(pipe.ends.writing, limit: 1 << 20)
    var taken = 0
    var outcome = DescriptorWriter.Outcome.taken
    while outcome == .taken {
      outcome = writer.write(message(taken, 1000))
      if outcome == .taken { taken += 1 }
    }
    guard case .full(let waiting) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    // The limit, one message more, and what is in the pipe.
    #expect((1 << 20..<1 << 20 + 1000).contains(waiting))
    #expect(pipe.read(taken * 1000) == messages(taken, 1000))
    #expect(writer.finish(until: deadline()))
    #expect(writer.write(message(0, 10)) == .taken)
    #expect(pipe.read(10) == message(0, 10))
  }

  @Test func `one message may be longer than the limit`() throws {
    let pipe = try TestPipe()
    let writer = DescriptorWriter(pipe.ends.writing, limit: 1)
    #expect(writer.write(message(3, 1 << 20)) == .taken)
    #expect(pipe.read(1 << 20) == message(3, 1 << 20))
  }

  @Test func `a pipe without a reader is closed`() throws {
    let pipe = try TestPipe()
    let writer = DescriptorWriter(pipe.ends.writing, limit: .max)
    pipe.closeReader()
    #expect(writer.write([1]) == .closed)
    #expect(writer.write([1]) == .closed)
    #expect(writer.isIdle)
  }

  @Test func `so is one whose reader disappears while output waits`() throws {
    let pipe = try TestPipe()
    let writer = DescriptorWriter(pipe.ends.writing, limit: .max)
    #expect(writer.write(message(1, 1 << 20)) == .taken)
    #expect(!writer.isIdle)
    pipe.closeReader()
    #expect(writer.finish(until: deadline()))
    #expect(writer.write([1]) == .closed)
  }

  @Test func `finishing waits no longer than told`() throws {
    let pipe = try TestPipe()
    let writer = DescriptorWriter(pipe.ends.writing, limit: .max)
    #expect(writer.finish(until: 0))
    #expect(writer.write(message(1, 1 << 20)) == .taken)
    #expect(!writer.finish(until: Platform.milliseconds() + 1))
    #expect(pipe.read(1 << 20) == message(1, 1 << 20))
    #expect(writer.finish(until: deadline()))
  }

  /// A descriptor that its giver has set to be nonblocking is written like any other.
  @Test func `nonblocking pipes lose nothing`() throws {
    let pipe = try TestPipe()
    Platform.makeNonblocking(pipe.ends.writing)
    let writer = DescriptorWriter(pipe.ends.writing, limit: .max)
    for number in 0..<100 { #expect(writer.write(message(number, 10_000)) == .taken) }
    #expect(pipe.read(1_000_000) == messages(100, 10_000))
  }

  @Test func `a descriptor that it owns is closed with it, once everything is written`() throws {
    let pipe = try TestPipe()
    let copy = Platform.takeOver(pipe.ends.writing)
    // `takeOver` has put standard error in the place of the first.
    var writer: DescriptorWriter? = DescriptorWriter(copy, limit: .max, isOwner: true)
    #expect(writer?.write(message(1, 1 << 20)) == .taken)
    writer = nil
    #expect(pipe.read(2 << 20) == message(1, 1 << 20))
  }
}
