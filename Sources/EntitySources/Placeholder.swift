/// Replaces placeholders in a text.
enum Placeholder {
  /// The text with every occurrence of the placeholders `words` replaced by `value`. The inserted text is not searched
  /// again. Compares bytes, so a placeholder is replaced even if a combining mark follows.
  static func fill(_ words: [String], in text: String, with value: String) -> String {
    let bytes = Array(text.utf8)
    var filled: [UInt8] = []
    var at = 0
    while at < bytes.count {
      if let word = words.first(where: { bytes[at...].starts(with: $0.utf8) && !$0.isEmpty }) {
        filled += value.utf8
        at += word.utf8.count
      } else {
        filled.append(bytes[at])
        at += 1
      }
    }
    return String(decoding: filled, as: UTF8.self)
  }
}
