import LanguageProtocol

/// Work-done progress for queries that last: one for a creation, not one for each key.
struct SearchProgress {
  /// How long a search lasts before it is worth a word, in milliseconds (the behaviour, section 4).
  static let delay = 150

  struct Shown {
    let document: DocumentURI
    let creation: Int
    let token: ProgressToken
    /// Whether the client has agreed to show it.
    var hasBegun = false
  }

  var shown: Shown?
  /// The creation that it was shown for last.
  var last: (document: DocumentURI, creation: Int)?
  private var lastToken = 0
  /// Documents whose queries may be under way, in the order of their beginnings; those before `first` no longer are.
  private var candidates: [DocumentURI] = []
  private var first = 0
  private var isCandidate: Set<DocumentURI> = []

  /// A document has begun a query.
  mutating func noteSearch(in document: DocumentURI) {
    if isCandidate.insert(document).inserted { candidates.append(document) }
  }

  /// The first document whose query is under way and still to be reported. The others are forgotten.
  mutating func firstCandidate(where isSearching: (DocumentURI) -> Bool) -> DocumentURI? {
    while first < candidates.count {
      if isSearching(candidates[first]) { return candidates[first] }
      isCandidate.remove(candidates[first])
      first += 1
    }
    candidates = []
    first = 0
    return nil
  }

  mutating func nextToken() -> ProgressToken {
    lastToken += 1
    return .string("mentions-search-\(lastToken)")
  }
}
