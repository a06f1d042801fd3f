import TextModel

/// Which insert format holds where (the behaviour, section 9).
extension MentionsDocument {
  func insertPlace(at offset: TextOffset) -> InsertPlace {
    if isCodeowners { return .codeowners }
    return isCommitMessage && TrailerLine.contains(offset, in: text) ? .trailer : .text
  }

  /// Those that there may be in this document.
  var insertPlaces: [InsertPlace] {
    isCodeowners ? [.codeowners] : isCommitMessage ? [.text, .trailer] : [.text]
  }

  private var isCodeowners: Bool { policy.isCodeowners || LanguageID.canonical(languageID) == "codeowners" }
  private var isCommitMessage: Bool { LanguageID.canonical(languageID) == "gitcommit" }

  func format(of creation: Creation) -> InsertFormat {
    let templates = creation.trigger.map { policy.triggers[$0].insert } ?? policy.implicit.insert
    return templates.format(for: languageID, at: insertPlace(at: creation.start))
  }

  /// A format that can be read back, with all that is needed for it.
  struct ReadableFormat {
    /// Its place in the policy; nil for implicit mentions.
    var trigger: Int?
    var character: String
    var format: InsertFormat
    var place: InsertPlace
  }

  /// In the policy's order.
  var readableFormats: [ReadableFormat] {
    var formats: [ReadableFormat] = []
    for place in insertPlaces {
      for (index, trigger) in policy.triggers.enumerated() where trigger.isOffered(in: languageID) {
        formats.append(
          ReadableFormat(
            trigger: index, character: trigger.character,
            format: trigger.insert.format(for: languageID, at: place), place: place))
      }
      formats.append(
        ReadableFormat(
          trigger: nil, character: "", format: policy.implicit.insert.format(for: languageID, at: place),
          place: place))
    }
    return formats.filter(\.format.canBeReadBack)
  }

  /// Whether any format of this document can be read back.
  public var canReadBack: Bool { !readableFormats.isEmpty }
}
