import Entities
import EntitySources
import LanguageProtocol
import Mentions

/// An input of the server. Time is an input too, so that a session can be replayed without pipes, threads or waiting.
package enum ServerEvent: Sendable {
  /// The body of a framed message.
  case message([UInt8])
  /// Bytes that are not a valid frame.
  case framingFault(FramerError)
  /// The time requested by ``ServerEffect/wake(at:)`` has come.
  case clock
  /// The requested settings files, in the order of the request.
  case settings([SettingsFile])
  /// The result of loading a source. `load` is the number of the load.
  case loaded(source: String, load: Int, LoadedSource)
  /// The result of merging sources. `mergeID` is the number of the merge.
  case merged(names: [String], mergeID: Int, EntityCatalog)
  /// An event from a provider process. `start` is the number of the run that sent it.
  case provider(source: String, start: Int, ProviderEvent)
  /// An event from a plug-in's program. `start` is the number of the run that sent it.
  case plugin(key: String, start: Int, PluginEvent)
  /// The people near a position. `number` is the number of the request.
  case near(number: Int, NearPeople)
  /// The files of sources and settings that have changed since the last check; empty if there are none.
  case filesChanged([String])
  /// A file of the store was read.
  case storeRead(path: String, SettingsFile.Contents)
  /// The names of the documents found by searching a folder of the store, as its files contain them.
  case storeFound(folder: String, documents: [String])
  /// A marker file was created; `isNew` is false if it existed already.
  case marked(path: String, isNew: Bool)
  /// The content of the choices file after `changes` changes by this server were applied to it. `seconds` is the
  /// current time in seconds since 1970.
  case choicesKept(Choices, changes: Int, seconds: Int)
  /// A file of the store was written or removed; `fault` is the reason of a failure, as the end of a sentence.
  case storeWritten(path: String, fault: String?)
  /// Definitions of an entity, in the order of the sources searched. `number` is the number of the search.
  case located(number: Int, [EntityDefinition])
  /// Results or the end of a workspace scan. `scan` is the number of the scan.
  case scanned(scan: Int, ScanReport)
  /// Files to be edited were read again.
  case reread(number: Int, [RereadFile])
  /// The server must end; all earlier input has been delivered.
  case ending(EndReason)
}

/// An effect or a message that results from an event.
package enum Outgoing: Sendable {
  /// A framed message for the client.
  case send([UInt8])
  case perform(ServerEffect)
}

/// Operations that are slow or reach outside of the session. The run loop performs them, and answers some of them with
/// a ``ServerEvent``.
package enum ServerEffect: Sendable {
  /// Answered by ``ServerEvent/settings(_:)``.
  case readSettings([String])
  /// Loads a source. Answered by ``ServerEvent/loaded(source:load:_:)``; if a cache is used, possibly several times,
  /// each answer replacing the previous one.
  case load(SourceSpecification, load: Int, usesCache: Bool)
  /// Merges several sources. Answered by ``ServerEvent/merged(names:mergeID:_:)``, possibly several times, as for
  /// `load`.
  case merge([EntityCatalog], names: [String], mergeID: Int, usesCache: Bool)
  /// Queries a provider, after starting it if necessary. Answered by ``ServerEvent/provider(source:start:_:)``.
  case askProvider(SourceSpecification, start: Int, ProviderQuery)
  /// Applies changes to the file of choices, which other servers may change as well; without changes, only reads the
  /// file. Answered by ``ServerEvent/choicesKept(_:changes:seconds:)``.
  case keepChoices(path: String, [Choices.Change])
  /// Starts a provider that is likely to be queried soon.
  case startProvider(SourceSpecification, start: Int)
  case cancelProviderQuery(source: String, query: Int)
  case stopProvider(source: String)
  /// Starts a plug-in's program. Answered by ``ServerEvent/plugin(key:start:_:)``.
  case startPlugin(PluginSpecification, key: String, start: Int)
  /// Sends a line, including its end, to a plug-in's program.
  case tellPlugin(key: String, [UInt8])
  /// Ends a plug-in's program after all pending messages were sent.
  case stopPlugin(key: String)
  /// Determines the people near a position. Answered by ``ServerEvent/near(number:_:)``.
  case askWhoIsNear(NearQuestion, number: Int)
  /// Compares files with their state at the last check; the first check only records the state. Always answered by
  /// ``ServerEvent/filesChanged(_:)``, because queries wait for it.
  case checkFiles([String])
  /// Reads a file of the store. Answered by ``ServerEvent/storeRead(path:_:)``.
  case readStore(String)
  /// Searches a folder of the store for documents whose names begin with one of the strings in `below`. Answered by
  /// ``ServerEvent/storeFound(folder:documents:)``.
  case searchStore(folder: String, below: [String])
  /// Creates an empty marker file, which records that something has been done. Answered by
  /// ``ServerEvent/marked(path:isNew:)``.
  case mark(path: String)
  /// Replaces a file of the store atomically, or removes it if there is nothing to store; then removes the oldest files
  /// of its folder beyond the limit, and the file under the document's old name. A file that cannot be read is neither
  /// replaced nor removed. Performed in order. Answered by ``ServerEvent/storeWritten(path:fault:)``.
  case writeStore(StoredDocument.Update)
  /// Searches the files of sources for definitions of an entity: all files if `everywhere` is true, otherwise only up
  /// to the first definition found. Answered by ``ServerEvent/located(number:_:)``.
  case locate(Entity, in: [SourceSpecification], everywhere: Bool, number: Int)
  /// Scans the workspace for mentions. Answered by ``ServerEvent/scanned(scan:_:)``, several times.
  case scanWorkspace(WorkspaceScan)
  /// Reads files again, and determines whether they can be written. Answered by ``ServerEvent/reread(number:_:)``.
  case reread(WorkspaceScan, number: Int)
  /// Cancels a scan, by its number. No further reports follow.
  case cancelScan(Int)
  /// Requests ``ServerEvent/clock`` at a time; only the earliest of several requests counts.
  case wake(at: Instant)
  case watchParent(Int32)
  case log(LogLevel, LogLine)
  /// Ends the server with this status once everything has been sent.
  case exit(Int32)
}

/// The reason why a server ends without `exit`. In all cases, mentions are stored in their current state.
package enum EndReason: Hashable, Sendable {
  /// The client closed the stream.
  case inputEnded
  /// The server's output cannot be read any more.
  case outputClosed
  /// The client sends messages without reading the server's; `waiting` is the number of bytes that wait for the client.
  case outputUnread(waiting: Int)
  /// The process specified in `initialize` has ended.
  case parentDied
  /// The process received `SIGTERM`, `SIGINT` or `SIGHUP`.
  case signal(String)

  /// The log message for the reason; nil if the end is an ordinary one.
  var complaint: (LogLevel, LogLine)? {
    switch self {
    case .inputEnded: nil
    case .outputClosed: (.info, "the client has closed the server's output")
    case .outputUnread(let waiting):
      (.error, "the client does not read the server's output: the server exits with \(waiting) bytes unsent")
    case .parentDied: (.info, "the process that started the server has ended")
    case .signal(let name): (.info, "the server exits because of \(name)")
    }
  }
}
