/// A place of which it is asked who is near: who wrote it, owns it, or was named in commits like it; and who asks.
public struct NearQuestion: Hashable, Sendable {
  public enum Place: Hashable, Sendable {
    case line(NearLine)
    /// The message of a commit that is being written; the document lies in the repository or in its `.git`.
    case commitMessage
    /// Of a document that is no file: only who asks is found out.
    case nowhere
  }

  /// The document's, absolute; of one that is no file, the workspace folder's.
  public var path: String
  public var place: Place
  /// The folder whose CODEOWNERS tells who owns a document that is in no repository; nil: nobody does.
  public var workspace: String?

  public init(path: String, place: Place, workspace: String? = nil) {
    self.path = path
    self.place = place
    self.workspace = workspace
  }

  /// Whether a file is what git has messages written in, by its name.
  public static func isCommitMessage(path: String) -> Bool {
    ["COMMIT_EDITMSG", "MERGE_MSG", "SQUASH_MSG"].contains(path.split(separator: "/").last ?? "")
  }
}

/// A line of a document, with lines around it by which it is found in the version of the last commit.
public struct NearLine: Hashable, Sendable {
  /// Counted from 0.
  public var line: Int
  /// The number of the first of ``texts``.
  public var first: Int
  /// Lines of the document without their ends, `line` among them.
  public var texts: [[UInt8]]

  /// So many lines before the cursor, and as many behind it, are worth telling.
  public static let reach = 32
  /// Bytes of a line beyond these are not told; a longer line is found nowhere.
  public static let longestText = 1 << 12

  public init(line: Int, first: Int, texts: [[UInt8]]) {
    self.line = line
    self.first = first
    self.texts = texts
  }
}

/// Who is near a place.
public struct NearPeople: Hashable, Sendable {
  public struct Person: Hashable, Sendable {
    /// May be empty.
    public var name: String
    /// May be empty.
    public var email: String
    /// Of an owner: `ada`, `analysts/engine`. Empty for people whom git knows.
    public var handle: String
    /// More is nearer; above 0.
    public var points: Int
    /// How many of them are for owning the document: these hold for all of its lines.
    public var ownership: Int
    /// Why, as people read it: `wrote 12 lines here`.
    public var reasons: [String]

    public init(
      name: String = "", email: String = "", handle: String = "", points: Int, ownership: Int = 0,
      reasons: [String]
    ) {
      self.name = name
      self.email = email
      self.handle = handle
      self.points = points
      self.ownership = ownership
      self.reasons = reasons
    }
  }

  /// The nearest first, ``mostPeople`` at most. The same person may occur under several addresses.
  public var people: [Person]
  /// The user's name and address, as the repository's settings say; empty where they do not.
  public var ownName: String
  public var ownEmail: String
  /// Why nobody could be found, or fewer than there may be; nil where all went well.
  public var problem: String?

  public static let mostPeople = 48

  public init(people: [Person] = [], ownName: String = "", ownEmail: String = "", problem: String? = nil) {
    self.people = people
    self.ownName = ownName
    self.ownEmail = ownEmail
    self.problem = problem
  }

  /// What of it holds for all lines of the document.
  public var elsewhere: NearPeople {
    var near = self
    near.people = people.filter { $0.ownership > 0 }
    for at in near.people.indices {
      near.people[at].points = near.people[at].ownership
      near.people[at].reasons = [NearTally.Evidence.owns.text(1)]
    }
    return near
  }
}
