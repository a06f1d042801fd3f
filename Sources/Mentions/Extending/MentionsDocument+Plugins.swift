import TextEvents

extension MentionsDocument {
  /// The plug-ins of the document, in the order in which they were registered. The first of a new document is its
  /// ``MentionsPlugin``.
  public var registeredPlugins: [PluginID] { plugins.ids }

  /// The plug-in that hears of what happens in the document; nil: none does.
  public var controlFlowPlugin: PluginID? { plugins.controlFlow }

  /// Registers a simple plug-in and sets it up. A document has any number of them.
  ///
  /// - Returns: what stands for it, and what the host has to do.
  public mutating func register(
    _ plugin: some Plugin<MentionsDocument>, now: Instant
  ) -> (id: PluginID, report: DocumentReport) {
    let id = plugins.add()
    var plugin = plugin
    let report = plugin.performInitialSetup(in: &self, now: now)
    return (id, finishSetup(.simple(plugin), id, report, now))
  }

  /// Registers a plug-in that hears of edits, selections and requests, and sets it up.
  ///
  /// - Returns: what stands for it, and what the host has to do.
  public mutating func registerControlFlow(
    direct plugin: some DirectControlFlowPlugin<MentionsDocument>, now: Instant
  ) throws(PluginError) -> (id: PluginID, report: DocumentReport) {
    let id = try plugins.addControlFlow()
    var plugin = plugin
    let report = plugin.performInitialSetup(in: &self, now: now)
    let kind = PluginRegistry<Self>.Kind.direct(plugin, movesMentions: plugin is any MovesMentions)
    return (id, finishSetup(kind, id, report, now))
  }

  /// Registers a plug-in that hears what the user does, and sets it up.
  ///
  /// - Returns: what stands for it, and what the host has to do.
  public mutating func registerControlFlow(
    layered plugin: some AbstractionLayerControlFlowPlugin<MentionsDocument>, now: Instant
  ) throws(PluginError) -> (id: PluginID, report: DocumentReport) {
    let id = try plugins.addControlFlow()
    var plugin = plugin
    let report = plugin.performInitialSetup(in: &self, now: now)
    return (
      id, finishSetup(.layered(plugin, AbstractionLayer(policy: plugin.textEventPolicy)), id, report, now)
    )
  }

  private mutating func finishSetup(
    _ kind: PluginRegistry<Self>.Kind, _ id: PluginID, _ report: DocumentReport, _ now: Instant
  ) -> DocumentReport {
    var (kind, report) = (kind, report)
    if !plugins.putBack(kind, as: id) { report.effects += cleanUp(&kind, now).effects }
    return report
  }

  /// Unregisters a plug-in and cleans it up; one that is being called right now, after that. One that is not registered
  /// is ignored.
  public mutating func unregister(_ id: PluginID, now: Instant) -> DocumentReport {
    guard var kind = plugins.remove(id) else { return DocumentReport() }
    return cleanUp(&kind, now)
  }

  /// Unregisters all plug-ins in the order in which they were registered, as before the document is closed. What one of
  /// them registers meanwhile stays.
  public mutating func unregisterAllPlugins(now: Instant) -> DocumentReport {
    var report = DocumentReport()
    for id in plugins.ids { report.effects += unregister(id, now: now).effects }
    return report
  }

  /// Lends the document to a plug-in: for what the host knows of it.
  ///
  /// - Parameters:
  ///   - id: what stands for it.
  ///   - type: its type.
  ///   - now: the time.
  ///   - body: what it is to do.
  /// - Returns: what `body` returns and what the host has to do; nil where there is no such plug-in, it is of another
  ///   type, or is being called.
  public mutating func withPlugin<P: Plugin<MentionsDocument>, Result>(
    _ id: PluginID, as type: P.Type, now: Instant, _ body: (inout P, inout MentionsDocument) -> Result
  ) -> (result: Result, report: DocumentReport)? {
    guard let kind = plugins.take(id) else { return nil }
    guard var plugin = kind.plugin as? P else {
      _ = plugins.putBack(kind, as: id)
      return nil
    }
    let result = body(&plugin, &self)
    return (result, finishSetup(kind.replacing(plugin), id, DocumentReport(), now))
  }

  /// Has the host make a planned edit: for plug-ins. The document recognises it when it comes back.
  ///
  /// - Parameter plan: made for the text as it is.
  public mutating func requestChange(_ plan: EditPlan) -> DocumentReport {
    expect(plan)
    return plan.edits.isEmpty
      ? applyWithoutEdit(plan) : DocumentReport(effects: [.changeByPlugin(plan.edits)])
  }
}

extension PluginRegistry.Kind {
  fileprivate var plugin: any Plugin<Document> {
    switch self {
    case .simple(let plugin): plugin
    case .direct(let plugin, _): plugin
    case .layered(let plugin, _): plugin
    }
  }

  /// The same registration after the plug-in, a value, has changed.
  fileprivate func replacing(_ plugin: any Plugin<Document>) -> Self {
    switch self {
    case .simple: .simple(plugin)
    case .direct(let old, let movesMentions):
      .direct(plugin as? any DirectControlFlowPlugin<Document> ?? old, movesMentions: movesMentions)
    case .layered(let old, let layer):
      .layered(plugin as? any AbstractionLayerControlFlowPlugin<Document> ?? old, layer)
    }
  }
}
