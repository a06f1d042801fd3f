import Foundation
import LanguageProtocol
import Mentions
import SessionSimulation
import Testing

@testable import MentionsServer
@testable import ServerHost

/// What `mentions-lsp replay --reduce` is for: a long recording in, the few lines that matter out.
@Suite struct TranscriptReductionTests {
  /// A random session up to its first mentions, as the simulation records it; about 130 lines.
  private func recording() throws -> Transcript {
    let simulation = Simulation(seed: 40)
    try simulation.begin()
    var step = 0
    while simulation.counts["accepted"] == nil, step < 200 {
      try simulation.step(step)
      step += 1
    }
    #expect(simulation.counts["accepted"] != nil)
    return Transcript(simulation.transcript)
  }

  @Test func `the recording of a random session replays identically`() throws {
    let recording = try recording()
    #expect(recording.skipped == 0)
    #expect(TranscriptReplay.firstDifference(in: recording, version: "1") == nil)
  }

  @Test func `a broken invariant is found although every answer is as recorded, and reduced`() throws {
    // As if no document might ever hold a mention.
    let inspection: TranscriptReplay.Inspection = { session in
      session.documents.keys.sorted { $0.key < $1.key }.flatMap { uri in
        session.documents[uri]?.mentions.annotations.isEmpty == false ? ["there is a mention in \(uri)"] : []
      }
    }
    let recording = try recording()
    let difference = try #require(
      TranscriptReplay.firstDifference(in: recording, version: "1", inspection: inspection))
    #expect(difference.description.contains("an invariant is violated: there is a mention in"))
    let reduced = try #require(
      TranscriptReduction.reduce(recording, version: "1", budget: 150, inspection: inspection))
    #expect(reduced.count < recording.count / 3, "\(recording.count) lines became \(reduced.count)")
    let again = TranscriptReplay.firstDifference(
      in: Transcript(reduced.encoded), version: "1", inspection: inspection)
    #expect(again?.signature == difference.signature)
  }

  @Test func `a recorded difference is reduced`() throws {
    var text = String(decoding: try recording().encoded, as: UTF8.self)
    let right = #""chooser":{"visible":false"#
    let place = try #require(text.range(of: right, options: .backwards))
    text.replaceSubrange(place, with: #""chooser":{"visible":null"#)
    let recording = Transcript(Array(text.utf8))
    let difference = try #require(TranscriptReplay.firstDifference(in: recording, version: "1"))
    #expect(difference.description.contains("differs at /result/chooser/visible"))
    let reduced = try #require(
      TranscriptReduction.reduce(recording, version: "1", budget: 150, inspection: \.brokenInvariants))
    #expect(reduced.count < recording.count / 3, "\(recording.count) lines became \(reduced.count)")
    #expect(TranscriptReplay.firstDifference(in: reduced, version: "1")?.signature == difference.signature)
  }
}
