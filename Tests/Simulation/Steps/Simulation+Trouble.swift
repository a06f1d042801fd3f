import JSONText
import LanguageProtocol
import MentionsServer
import ScriptedEditing

/// The server dies, is ended by the system, or is not read.
extension Simulation {
  func makeTrouble() throws(EditorError) {
    note(trouble.rawValue)
    switch trouble {
    case .death:
      // What it kept of late may be lost, and nothing else.
      for index in documents.indices { documents[index].kept = nil }
      try startAgain()
    case .signal: try signal()
    case .lateReading:
      try typeUnread()
      host.isRead = true
      try settle()
      try catchUp()
    case .lateReadingAndSignal:
      // Which mentions there are by now is not known: nothing was read.
      try typeUnread()
      for index in documents.indices { documents[index].kept = nil }
      host.end(.signal("SIGTERM"))
      try expectEnd()
      try startAgain()
    }
  }

  private func startAgain() throws(EditorError) {
    let open = documents.indices.filter { documents[$0].isOpen }
    try start()
    for index in open { try self.open(index) }
  }

  /// The system ends the server, whatever it is doing: nothing is lost.
  private func signal() throws(EditorError) {
    for index in documents.indices where documents[index].isOpen { documents[index].kept = kept(of: index) }
    host.end(.signal("SIGTERM"))
    try expectEnd()
    try startAgain()
  }

  private func expectEnd() throws(EditorError) {
    guard host.exitStatus == 1 else {
      throw EditorError("after SIGTERM the server ended with \(String(describing: host.exitStatus))")
    }
    if let bug = host.bugs.first { throw EditorError(bug) }
    count("signalled")
  }

  /// Keys and questions, one after the other, and all that the server says to them waits.
  private func typeUnread() throws(EditorError) {
    host.isRead = false
    let index = current
    documents[index].model.forgetFresh()
    documents[index].undo = []
    documents[index].redo = []
    // Too much at once for the model to tell what it must bring back.
    documents[index].removals = nil
    for _ in 0..<2 + random.below(8) {
      let key = random.pick(SimulationCast.keys)
      let cursor = documents[index].cursor
      let change = expressible((cursor..<cursor, key), in: documents[index].model.text)
      let range = documents[index].model.text.range(change.range)
      documents[index].model.replace(change.range, with: change.text)
      let event = TextDocumentContentChangeEvent(range: range, text: Array(change.text.utf8))
      try send([event], cursor: change.range.lowerBound + change.text.unicodeScalars.count)
      try complete()
      host.advance(random.pick([0, 30, 3000]))
    }
    count("read late")
  }

  /// The server's mentions are those that the keys have left.
  private func catchUp() throws(EditorError) {
    var evidence = Evidence(exact: documents[current].model)
    evidence.appearing = .anywhere
    try reconcile(current, evidence)
  }
}
