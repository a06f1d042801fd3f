import JSONText
import MentionsServer

/// Reduces a transcript whose replay differs from the recording: removes events together with the messages that they
/// caused, as long as the first difference stays the same (delta debugging).
package struct TranscriptReduction {
  /// The indices of an event and of the messages that the server sent after it.
  private typealias Unit = Range<Int>

  private let transcript: Transcript
  private let version: String
  private let signature: String
  private let inspection: TranscriptReplay.Inspection
  /// The number of remaining replays.
  private var budget: Int

  /// Returns the reduced transcript; nil if the replay does not differ. Tries at most a thousand reductions.
  package static func reduce(_ transcript: Transcript, version: String) -> Transcript? {
    reduce(transcript, version: version, inspection: \.brokenInvariants)
  }

  static func reduce(
    _ transcript: Transcript, version: String, budget: Int = 1000,
    inspection: @escaping TranscriptReplay.Inspection
  ) -> Transcript? {
    guard
      let difference = TranscriptReplay.firstDifference(
        in: transcript, version: version, inspection: inspection)
    else { return nil }
    var reduction = TranscriptReduction(
      transcript: transcript, version: version, signature: difference.signature, budget: budget,
      inspection: inspection)
    return reduction.run()
  }

  private init(
    transcript: Transcript, version: String, signature: String, budget: Int,
    inspection: @escaping TranscriptReplay.Inspection
  ) {
    self.transcript = transcript
    self.version = version
    self.signature = signature
    self.budget = budget
    self.inspection = inspection
  }

  private mutating func run() -> Transcript {
    var units = transcript.units
    var size = max(1, units.count / 2)
    while true {
      // Starts at the end, because later events depend on earlier ones.
      var end = units.count
      var shrank = false
      while end > 0, budget > 0 {
        let start = max(0, end - size)
        let rest = Array(units[..<start] + units[end...])
        if stillDiffers(rest) {
          units = rest
          shrank = true
        }
        end = start
      }
      if budget == 0 || (size == 1 && !shrank) { return part(units) }
      size = max(1, size / 2)
    }
  }

  private mutating func stillDiffers(_ units: [Unit]) -> Bool {
    budget -= 1
    let difference = TranscriptReplay.firstDifference(
      in: part(units), version: version, inspection: inspection)
    return difference?.signature == signature
  }

  private func part(_ units: [Unit]) -> Transcript {
    Transcript(
      units.flatMap { transcript.entries[$0] }, skipped: transcript.skipped, leftOut: transcript.leftOut)
  }
}

extension Transcript {
  /// The units of the transcript. Settings belong to the event that caused them to be read.
  fileprivate var units: [Range<Int>] {
    var starts: [Int] = []
    for (index, entry) in entries.enumerated() {
      switch entry.content {
      case .event(.settings): if starts.isEmpty { starts.append(index) }
      case .event: starts.append(index)
      case .sent: if starts.isEmpty { starts.append(index) }
      }
    }
    return starts.enumerated().map { place, start in
      start..<(place + 1 < starts.count ? starts[place + 1] : entries.count)
    }
  }
}
