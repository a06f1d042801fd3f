import LanguageProtocol
import Mentions

/// `textDocument/diagnostic`.
extension Session {
  /// A client that cannot be told to ask again is answered once the people are known.
  func pullDiagnostics(_ params: DocumentDiagnosticParams, _ id: RPCID) {
    let key = params.textDocument.uri
    if client.refreshesDiagnostics || documents[key]?.mentions.isScanning != true {
      answer(id, report(params))
    } else {
      whenPeopleAreKnown(in: key, id) { $0.answer(id, $0.report(params)) }
    }
  }

  private func report(_ params: DocumentDiagnosticParams) -> DocumentDiagnosticReport {
    if !client.pullsDiagnostics {
      // It did not say that it would: what was pushed would be shown twice.
      for key in openKeys { withdrawDiagnostics(of: key) }
      client.pullsDiagnostics = true
    }
    guard let document = documents[params.textDocument.uri] else { return .full(resultId: nil, items: []) }
    let diagnostics = readDiagnostics(of: params.textDocument.uri)
    if let pulled = document.pulled, pulled.diagnostics == diagnostics,
      pulled.resultID == params.previousResultId
    {
      return .unchanged(resultId: pulled.resultID)
    }
    // A document that is opened again has another number.
    document.reports += 1
    let resultID = "\(document.number).\(document.reports)"
    document.pulled = (resultID, diagnostics)
    return .full(resultId: resultID, items: diagnostics)
  }
}
