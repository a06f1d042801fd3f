import Testing

@testable import EntitySources

/// Placeholders for the key string in the arguments of a command (Behaviour, section 4).
@Suite struct KeyArgumentsTests {
  /// What a key makes of arguments, as text.
  private func filled(_ words: [String], _ key: String) -> String {
    do throws(KeyArguments.Fault) {
      switch try KeyArguments(words).filled(with: key) {
      case .arguments(let words): return words.dropFirst().joined(separator: "|")
      case .nothing: return "nothing"
      case .refused: return "refused"
      }
    } catch {
      return "fault \(error.index): \(error.expected)"
    }
  }

  @Test(arguments: [
    (["find", "{key}"], "a b; $(x)", "a b; $(x)"),
    (["find", "{key}", "{key}"], "é", "é|é"),
    (["find", "--name={key}"], "-x", "--name=-x"),
    (["psql", "--variable=name={key}", "-f", "find.sql"], "o'x", "--variable=name=o'x|-f|find.sql"),
    (["find", "{key:word}*"], "o'Ma l-7$", "oMa l7*"),
    (["find", "{key:word}"], "山 é", "山 é"),
    (["find", "{key:word}"], " ;$ ", "nothing"),
    (["find", "{key:word}"], "", "nothing"),
    (["find", "{key}"], "", ""),
    (["ldapsearch", "(cn={key:ldap}*)"], #"a*)(uid=\x"#, #"(cn=a\2a\29\28uid=\5cx*)"#),
    (["find", #"{"q": "{key:json}"}"#], "a\"b\\c\u{1}", #"{"q": "a\"b\\c\u0001"}"#),
    (["find", "-x", "{key}"], "-y", "-x|-y"),
    (["find", "--", "x", "{key}"], "-y", "--|x|-y"),
    (["find", "x", "{key}"], "-y", "refused"),
    (["find", "-", "{key}"], "-y", "refused"),
    (["find", "{keyboard}", "{key", "key}"], "k", "{keyboard}|{key|key}"),
    (["sh", "-c", #"grep -i -- "$1" people"#, "sh", "{key}"], "a", #"-c|grep -i -- "$1" people|sh|a"#),
    (["grep", "-e", "{key}", "people"], "-a", "-e|-a|people"),
    (["sh", "-c", "grep {key:word} people"], "a;b", "-c|grep ab people"),
    (["jq", "--arg", "q", "{key}", ".[$q]"], "a", "--arg|q|a|.[$q]"),
    (["awk", "-f", "find.awk", "{key}"], "a", "-f|find.awk|a"),
    (["sed", "-n", "/{key:word}/p", "people"], "a/e", "-n|/ae/p|people"),
  ])
  func `each placeholder, and what becomes of it`(words: [String], key: String, expected: String) {
    #expect(filled(words, key) == expected)
  }

  @Test(arguments: [
    (["sh", "-c", "grep {key} people"], "sh"), (["/bin/bash", "-lc", "grep '{key}' people"], "bash"),
    (["env", "A=b", "dash", "-c", "{key}"], "dash"), (["psql", "-c", "select '{key}'"], "psql"),
    (["psql", "--command=select '{key:ldap}'"], "psql"),
    (["python3.11", "-c", "print('{key:json}')"], "python"),
    (["perl", "-ne", "print if /{key}/", "people"], "perl"), (["node", "--eval", "{key}"], "node"),
    (["ruby", "-e", "puts {key:json}"], "ruby"), (["php", "-r", "{key}"], "php"),
    (["sqlite3", "-cmd", "x", "-c", "{key}"], "sqlite3"), (["ssh", "host", "find-staff", "{key}"], "ssh"),
    (["docker", "exec", "x", "sh", "-c", "{key}"], "sh"), (["sh", "-c{key:ldap}"], "sh"),
    (["sh", "-c", "--", "{key}"], "sh"), (["bash", "-c", "-x", "echo {key:json}"], "bash"),
    (["bash", "-c", "-o", "pipefail", "{key}"], "bash"),
    (["sqlite3", "db", "select '{key:json}'"], "sqlite3"),
    (["awk", "-v", "a=b", "/{key:ldap}/", "people"], "awk"), (["gawk", "{key}", "people"], "gawk"),
    (["sed", "-n", "-e", "/{key:json}/p"], "sed"), (["jq", "-r", ".[\"{key:json}\"]", "people"], "jq"),
    (["jq", "--arg", "q", "x", "--", "{key}"], "jq"), (["cmd", "/c", "find {key:json}"], "cmd"),
  ])
  func `code takes words alone`(words: [String], program: String) {
    let place = words.firstIndex { $0.contains("{key") } ?? 0
    let expected =
      "{key:word} in an argument that “\(program)” runs as code, or {key} as a separate argument, as in "
      + #"sh -c 'grep -i -- "$1" people' sh {key}"#
    #expect(filled(words, "a") == "fault \(place): \(expected)")
  }

  @Test func `other places are refused`() {
    let whole = "{key} as a whole argument or after “--option=”, or {key:word}, {key:ldap} or {key:json}"
    for words in [
      ["find", "<{key}>"], ["find", "name={key}"], ["find", "--a={key}b"], ["find", "-={key}"],
    ] {
      #expect(filled(words, "a") == "fault 1: \(whole)", "\(words)")
    }
    #expect(filled(["{key}", "a"], "a") == "fault 0: the name of a program")
    #expect(filled(["find", "{key:sql}"], "a") == "fault 1: {key}, {key:word}, {key:ldap} or {key:json}")
  }
}
