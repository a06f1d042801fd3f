import EntitySources
import JSONText
import MentionsServer
import SystemCalls

/// A plug-in's program that was tried: whether it answers, how long that took, what is wrong with it.
package struct PluginInspection: Sendable {
  package let specification: PluginSpecification
  /// From its start to its answer to `setUp`, or to when that was given up.
  package private(set) var milliseconds = 0
  /// Whether it wants to decide about mentions.
  package private(set) var decides = false
  /// A sentence without its end; nil: nothing is wrong.
  package private(set) var problem: String?

  package var name: String { specification.name }

  private init(_ specification: PluginSpecification) { self.specification = specification }

  private struct Event: Sendable {
    let index: Int
    let event: PluginEvent
    let time: Int
  }

  /// The document that the programs are told of: an empty one that is in no file.
  static let document = "untitled:doctor"

  /// Tries all programs at the same time and returns them in their order: each is told to set up an empty document, and
  /// to clean up. One that has not answered after `patience` milliseconds has failed.
  package static func tryAll(_ plugins: [PluginSpecification], patience: Int = 5000) -> [PluginInspection] {
    guard !plugins.isEmpty, let mailbox = Mailbox<Event>() else { return [] }
    let start = HostProcess.milliseconds()
    var tried = plugins.map(PluginInspection.init)
    var isOpen = plugins.map { _ in true }
    let running = plugins.enumerated().map { index, plugin in
      let directory = plugin.baseDirectory.isEmpty ? nil : plugin.baseDirectory
      let process = PluginProcess(
        command: ChildCommand(plugin.command, directory: directory), policy: .init()
      ) { mailbox.post(Event(index: index, event: $0, time: HostProcess.milliseconds())) }
      process.start()
      process.send(
        line([
          "event": "setUp",
          "document": ["uri": .string(document), "languageId": "plaintext", "version": 0, "text": ""],
          "positionEncoding": "utf-16",
        ]))
      return process
    }
    while isOpen.contains(true), HostProcess.milliseconds() - start < patience {
      for event in mailbox.take(waitingAtMost: 100) where isOpen[event.index] {
        tried[event.index].milliseconds = event.time - start
        if tried[event.index].take(event.event) { isOpen[event.index] = false }
      }
    }
    for index in tried.indices where isOpen[index] {
      tried[index].milliseconds = HostProcess.milliseconds() - start
      tried[index].problem = "no answer to setUp within \(patience) ms"
    }
    for process in running {
      process.send(line(["event": "cleanUp", "document": ["uri": .string(document)]]))
      process.stop()
    }
    for process in running { process.waitForEnd(until: HostProcess.milliseconds() + 1000) }
    return tried
  }

  private static func line(_ message: JSONObject) -> [UInt8] {
    JSONWriter.bytes(of: JSONValue.object(message)) + [0x0A]
  }

  /// Whether that settles it.
  private mutating func take(_ event: PluginEvent) -> Bool {
    switch event {
    case .lines(let lines):
      guard let first = lines.first else { return false }
      guard let answer = (try? JSONParser.parse(first))?.objectValue else {
        problem = "answered setUp with something else than a JSON object"
        return true
      }
      if let controls = answer["controls"] {
        decides = controls == "mentions"
        if !decides { problem = "controls: expected “mentions”" }
      }
    case .flooded: problem = "says more than anybody can take"
    case .stuck: problem = "does not read what it is told"
    case .ended(let reason): problem = reason
    case .log: return false
    }
    return true
  }
}
