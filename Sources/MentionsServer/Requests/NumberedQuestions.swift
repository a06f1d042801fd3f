/// Who waits for the answer to a question that the host was asked, by the question's number.
struct NumberedQuestions<Owner, Answer> {
  typealias Continuation = (Owner, Answer) -> Void

  private var waiting: [Int: Continuation] = [:]
  private var lastNumber = 0

  /// The number of a new question.
  mutating func ask(_ continuation: @escaping Continuation) -> Int {
    lastNumber += 1
    waiting[lastNumber] = continuation
    return lastNumber
  }

  /// Who asked this; nil where that has been answered.
  mutating func take(_ number: Int) -> Continuation? { waiting.removeValue(forKey: number) }
}
