/// Every number that the programs of plug-ins are held to.
struct PluginPolicy {
  /// Milliseconds to decide; after them everything is allowed.
  var decisionTime = 50
  /// Milliseconds to answer the first `setUp`.
  var setUpTime = 5000
  /// After so many faults a plug-in is unregistered.
  var mostFaults = 3
  /// Milliseconds for which an edit for a version that has just become outdated is no fault: the plug-in may not have
  /// heard of the next one when it sent the edit.
  var versionGrace = 1000
  /// Outdated versions of one document that are remembered for that.
  var mostVersions = 256
  /// Bytes of a document's text that `setUp` carries; a longer text is left out.
  var longestText = 1 << 20
}
