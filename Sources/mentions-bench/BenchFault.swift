/// Why something could not be measured, in words.
struct BenchFault: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
