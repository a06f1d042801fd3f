import Entities
import TextModel

/// The insert formats that may have been used in a text of one language, and where each of them applies
/// (<doc:Behaviour>, section 9).
struct DocumentFormats: Sendable {
  private let languageID: String
  private let isCodeowners: Bool
  let isCommitMessage: Bool
  /// The formats that can be read back, in the policy's order.
  private(set) var readable: [Readable]

  init(policy: MentionsPolicy, languageID: String) {
    self.languageID = languageID
    let canonical = LanguageID.canonical(languageID)
    isCodeowners = policy.isCodeowners || canonical == "codeowners"
    isCommitMessage = canonical == "gitcommit"
    readable = []
    let places: [InsertPlace] = isCodeowners ? [.codeowners] : isCommitMessage ? [.text, .trailer] : [.text]
    for place in places {
      for (index, trigger) in policy.triggers.enumerated() where trigger.isOffered(in: languageID) {
        add(trigger.insert, at: place, trigger: index, trigger.character)
      }
      add(policy.implicit.insert, at: place, trigger: nil, "")
    }
  }

  private mutating func add(
    _ templates: InsertTemplates, at place: InsertPlace, trigger: Int?, _ character: String
  ) {
    let format = templates.format(for: languageID, at: place)
    if format.canBeReadBack {
      readable.append(Readable(trigger: trigger, character: character, format: format, place: place))
    }
  }

  func place(at offset: TextOffset, in text: IndexedText) -> InsertPlace {
    if isCodeowners { return .codeowners }
    return isCommitMessage && TrailerLine.contains(offset, in: text) ? .trailer : .text
  }

  /// A format that can be read back, with its trigger and the place where it is used.
  struct Readable: Sendable {
    /// The trigger's index in the policy; nil for implicit mentions.
    var trigger: Int?
    var character: String
    var format: InsertFormat
    var place: InsertPlace
  }
}
