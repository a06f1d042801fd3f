import Entities
import EntitySources
import LanguageProtocol
import Mentions

/// The closed list of what can wake the server. Time is an event too, so a session replays without
/// a pipe, a thread or a sleep.
package enum ServerEvent: Sendable {
  /// The body of one framed message.
  case message([UInt8])
  /// Bytes that are not frame.
  case framingFault(FramerError)
  /// The time asked for by ``ServerEffect/wake(at:)`` has come.
  case clock
  /// The settings files that were asked for, in the order of the asking.
  case settings([SettingsFile])
  /// A source was read. `load` is the number of the reading that it answers.
  case loaded(source: String, load: Int, LoadedSource)
  /// Sources were merged. `mergeID` is the number of the merge.
  case merged(names: [String], mergeID: Int, EntityCatalog)
  /// A provider process said something. `start` is the number of the provider's life.
  case provider(source: String, start: Int, ProviderEvent)
  /// A plug-in's program said something. `start` is the number of its life.
  case plugin(key: String, start: Int, PluginEvent)
  /// Who is near a place. `number` is the number of the question.
  case near(number: Int, NearPeople)
  /// Files that a source or the settings were read from have changed. Without any, nothing has.
  case filesChanged([String])
  /// A file of the store was read.
  case storeRead(path: String, SettingsFile.Contents)
  /// The documents that a folder of the store was searched for, by the names in its files.
  case storeFound(folder: String, documents: [String])
  /// A marker was made; where it was there before, it is not new.
  case marked(path: String, isNew: Bool)
  /// The content of the choices file after this number of our changes; the time of day, in seconds since 1970.
  case choicesKept(Choices, changes: Int, seconds: Int)
  /// A file of the store was written or removed; `fault` is the reason of a failure, as the end of a sentence.
  case storeWritten(path: String, fault: String?)
  /// Definitions of an entity, in the order of the sources asked. `number` identifies the question.
  case located(number: Int, [EntityDefinition])
  /// A scan of the workspace has found something, or has ended. `scan` is its number.
  case scanned(scan: Int, ScanReport)
  /// Files that are to be edited were read again.
  case reread(number: Int, [RereadFile])
  /// The server has to end, and all that was said until then has been handed over.
  case ending(EndReason)
}

/// An effect or a message that follows from an event.
package enum Outgoing: Sendable {
  /// One framed message for the client.
  case send([UInt8])
  case perform(ServerEffect)
}

/// Everything slow or outside: performed by the run loop, answered, if at all, by a ``ServerEvent``.
package enum ServerEffect: Sendable {
  /// Answered by ``ServerEvent/settings(_:)``.
  case readSettings([String])
  /// Answered by ``ServerEvent/loaded(source:load:_:)``, where a cache is used perhaps several times: each answer
  /// replaces the one before.
  case load(SourceSpecification, load: Int, usesCache: Bool)
  /// Merges what several sources hold. Answered by ``ServerEvent/merged(names:mergeID:_:)``, as `load` is.
  case merge([EntityCatalog], names: [String], mergeID: Int, usesCache: Bool)
  /// Starts a provider if it does not run, and asks it. Answered by ``ServerEvent/provider(source:start:_:)``.
  case askProvider(SourceSpecification, start: Int, ProviderQuery)
  /// Puts changes into the file that keeps choices, which other servers change too. Answered by
  /// ``ServerEvent/choicesKept(_:changes:seconds:)``; without changes it is only read.
  case keepChoices(path: String, [Choices.Change])
  /// Starts a provider that is likely to be asked soon.
  case startProvider(SourceSpecification, start: Int)
  case cancelProviderQuery(source: String, query: Int)
  case stopProvider(source: String)
  /// Starts a plug-in's program. Answered by ``ServerEvent/plugin(key:start:_:)``.
  case startPlugin(PluginSpecification, key: String, start: Int)
  /// Sends it a line, including its end.
  case tellPlugin(key: String, [UInt8])
  /// Ends it after all pending messages were sent.
  case stopPlugin(key: String)
  /// Finds out who is near a place. Answered by ``ServerEvent/near(number:_:)``.
  case askWhoIsNear(NearQuestion, number: Int)
  /// Compares these files with how they were when last looked at; the first look only remembers. Answered by
  /// ``ServerEvent/filesChanged(_:)`` in any case: queries wait for it.
  case checkFiles([String])
  /// Reads a file of the store. Answered by ``ServerEvent/storeRead(path:_:)``.
  case readStore(String)
  /// Looks in a folder of the store for documents whose names begin with one of these. Answered by
  /// ``ServerEvent/storeFound(folder:documents:)``.
  case searchStore(folder: String, below: [String])
  /// Makes an empty file that remembers that something has been done. Answered by ``ServerEvent/marked(path:isNew:)``.
  case mark(path: String)
  /// Replaces a file of the store in one step, or removes it where there is nothing to keep; then
  /// removes the oldest files of its folder beyond the limit, and the file of the document's old name. A file that
  /// cannot be read is neither replaced nor removed. Performed in order. Answered by
  /// ``ServerEvent/storeWritten(path:fault:)``.
  case writeStore(StoreUpdate)
  /// Searches the files of these sources for the definition of an entity: all of them or, if not `everywhere`, up to
  /// the first match. Answered by ``ServerEvent/located(number:_:)``.
  case locate(Entity, in: [SourceSpecification], everywhere: Bool, number: Int)
  /// Looks through the workspace for mentions. Answered by ``ServerEvent/scanned(scan:_:)``, several times.
  case scanWorkspace(WorkspaceScan)
  /// Reads the files of a scan again, and finds out whether they can be written. Answered by
  /// ``ServerEvent/reread(number:_:)``.
  case reread(WorkspaceScan, number: Int)
  /// Cancels a scan, by its number. No further reports follow.
  case cancelScan(Int)
  /// Answered by ``ServerEvent/clock``; only the earliest of several counts.
  case wake(at: Instant)
  case watchParent(Int32)
  case log(LogLevel, LogLine)
  /// Ends the server with this status once everything has been sent.
  case exit(Int32)
}

/// Why a server ends without `exit`. For all reasons, mentions are stored in their current state.
package enum EndReason: Hashable, Sendable {
  /// The client closed the stream.
  case inputEnded
  /// Nobody can read what the server says any more.
  case outputClosed
  /// The client sends and does not read; so many bytes wait for it.
  case outputUnread(waiting: Int)
  /// The process named by `initialize` is gone.
  case parentDied
  /// The system asked for it: `SIGTERM`, `SIGINT` or `SIGHUP`.
  case signal(String)

  /// Nil where the end is an ordinary one.
  var complaint: (LogLevel, LogLine)? {
    switch self {
    case .inputEnded: nil
    case .outputClosed: (.info, "the client has closed the server's output")
    case .outputUnread(let waiting):
      (.error, "the client does not read what it is sent: the server ends, with \(waiting) bytes waiting")
    case .parentDied: (.info, "the process that started the server is gone")
    case .signal(let name): (.info, "\(name) ends the server")
    }
  }
}
