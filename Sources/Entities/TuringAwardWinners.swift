/// The built-in directory for demonstrations: the 25 earliest winners of the Turing Award, 1966 to 1986.
public enum TuringAwardWinners {
  /// The name of the built-in source.
  public static let source = "demo"

  /// By year, and within a year in the award's order.
  public static let entities: [Entity] = list.map { winner in
    var entity = Entity(id: winner.handle, name: winner.name)
    entity.handle = winner.handle
    entity.detail = "\(winner.year), \(winner.work)"
    entity.source = source
    return entity
  }

  private static let list: [(name: String, handle: String, year: Int, work: String)] = [
    ("Alan Perlis", "perlis", 1966, "programming techniques and compilers"),
    ("Maurice Wilkes", "wilkes", 1967, "the stored-program computer EDSAC"),
    ("Richard Hamming", "hamming", 1968, "numerical methods and error-correcting codes"),
    ("Marvin Minsky", "minsky", 1969, "artificial intelligence"),
    ("James H. Wilkinson", "wilkinson", 1970, "numerical analysis and backward error analysis"),
    ("John McCarthy", "mccarthy", 1971, "artificial intelligence"),
    ("Edsger W. Dijkstra", "dijkstra", 1972, "programming as a high, intellectual challenge"),
    ("Charles Bachman", "bachman", 1973, "database technology"),
    ("Donald Knuth", "knuth", 1974, "the analysis of algorithms"),
    ("Allen Newell", "newell", 1975, "artificial intelligence and human cognition"),
    ("Herbert A. Simon", "simon", 1975, "artificial intelligence and human cognition"),
    ("Michael O. Rabin", "rabin", 1976, "nondeterministic machines"),
    ("Dana Scott", "scott", 1976, "nondeterministic machines"),
    ("John Backus", "backus", 1977, "high-level programming systems, FORTRAN"),
    ("Robert W. Floyd", "floyd", 1978, "methods for efficient and reliable software"),
    ("Kenneth E. Iverson", "iverson", 1979, "programming languages and notation, APL"),
    ("Tony Hoare", "hoare", 1980, "the definition and design of programming languages"),
    ("Edgar F. Codd", "codd", 1981, "relational databases"),
    ("Stephen Cook", "cook", 1982, "the complexity of computation"),
    ("Ken Thompson", "thompson", 1983, "generic operating systems theory, UNIX"),
    ("Dennis Ritchie", "ritchie", 1983, "generic operating systems theory, UNIX"),
    ("Niklaus Wirth", "wirth", 1984, "innovative programming languages"),
    ("Richard M. Karp", "karp", 1985, "the theory of algorithms"),
    ("John Hopcroft", "hopcroft", 1986, "the design and analysis of algorithms and data structures"),
    ("Robert Tarjan", "tarjan", 1986, "the design and analysis of algorithms and data structures"),
  ]
}
