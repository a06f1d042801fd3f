import Entities
import Testing

@testable import EntitySources

/// What the address books of other programs yield, as they export them.
@Suite struct AddressBookTests {
  // MARK: Tables

  @Test func `Google's contacts, as it wrote them until 2023`() {
    check(
      "a.csv",
      """
      Name,Given Name,Additional Name,Family Name,Yomi Name,Nickname,Short Name,Birthday,Group Membership,\
      E-mail 1 - Type,E-mail 1 - Value,E-mail 2 - Type,E-mail 2 - Value,Phone 1 - Value,\
      Organization 1 - Name,Organization 1 - Title,Website 1 - Value
      Ada Lovelace,Ada,King,Lovelace,,Countess,,1815-12-10,* myContacts,* Work,ada@x.org ::: al@x.org,Home,\
      ada@home.org,+44,Analytical,Analyst,https://ada.org
      ,,,,,,,,,* Other,grace.hopper@x.org,,,,,,
      """,
      expects: """
        Ada Lovelace <ada@x.org> (Analyst, Analytical) [Countess|al@x.org|ada@home.org]
        grace.hopper <grace.hopper@x.org>
        """)
  }

  @Test func `Google's contacts, as it writes them now`() {
    check(
      "a.csv",
      """
      First Name,Middle Name,Last Name,Phonetic First Name,Name Prefix,Name Suffix,Nickname,File As,\
      Organization Name,Organization Title,Organization Department,Birthday,Notes,Photo,Labels,\
      E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Website 1 - Label,Website 1 - Value
      Ada,King,Lovelace,,,,Countess,,Analytical,Analyst,,,"a
      b",https://x.org/p,* myContacts,* Work,ada@x.org,Home,ada@home.org,,
      ,,,,,,,,Acme,,,,,,,,,,,,
      """,
      expects: """
        Ada King Lovelace <ada@x.org> (Analyst, Analytical) [Countess|ada@home.org]
        Acme
        """)
  }

  @Test func `a photo does not replace an avatar, and a picture in the file is none`() {
    for (row, avatar) in [
      ("https://a,https://b", "https://a"), (",https://b", "https://b"), (",/9j/4AAQ", nil),
    ] {
      var problems = SourceProblems(source: "team")
      var found: [String?] = []
      let bytes = Array("name,avatar,photo\nAda,\(row)\n".utf8)
      FileSource.read(ByteReader(bytes: bytes), as: .csv, shownAs: "a.csv", problems: &problems) { entity in
        found.append(entity.avatar)
        return .kept
      }
      #expect(found == [avatar], "\(row)")
    }
  }

  @Test func `what an address is reached by is no part of it`() {
    check(
      "a.csv", "Name,E-mail Address\nAda,mailto:ada@x.org\nBob,SMTP:bob@x.org\n",
      expects: "Ada <ada@x.org>\nBob <bob@x.org>")
  }

  @Test func `Outlook's contacts, in both of its dialects`() {
    check(
      "a.csv",
      """
      Title,First Name,Middle Name,Last Name,Suffix,Company,Department,Job Title,Business Phone,\
      E-mail Address,E-mail Type,E-mail Display Name,E-mail 2 Address,E-mail 3 Address,Web Page\r
      "Ms.","Ada","","Lovelace","","Analytical","","Analyst","","ada@x.org","SMTP","Ada (ada@x.org)","ada@home.org","",""\r

      """, expects: "Ada Lovelace <ada@x.org> (Analyst, Analytical) [ada@home.org]")
    check(
      "a.csv",
      "\u{FEFF}sep=;\r\nVorname;Last Name;E-mail Address\r\nAda;Lovelace;ada@x.org\r\n;;\r\n;;grace@x.org\r\n",
      expects: """
        Lovelace <ada@x.org>
        grace <grace@x.org>
        ! team: a.csv:4: name: an entity needs a name, a handle or an e-mail address; left out
        """)
  }

  @Test func `Thunderbird's address book`() {
    check(
      "a.csv",
      """
      First Name,Last Name,Display Name,Nickname,Primary Email,Secondary Email,Screen Name,Work Phone,\
      Job Title,Department,Organization,Web Page 1,Web Page 2,Birth Year
      Ada,Lovelace,Ada King Lovelace,Countess,ada@x.org,ada@home.org,,,Analyst,,Analytical,https://ada.org,,1815
      Grace,Hopper,,,grace@x.org,,,,,,,,,
      """,
      expects: """
        Ada King Lovelace <ada@x.org> (Analyst, Analytical) [Countess|ada@home.org]
        Grace Hopper <grace@x.org>
        """)
  }

  @Test func `contacts of macOS, from a spreadsheet`() {
    check(
      "a.csv",
      """
      First name;Last name;Organization;Job title;Email (work);Email (home);Phone (mobile)
      Ada;Lovelace;Analytical;Analyst;ada@x.org;ada@home.org;+44

      """, expects: "Ada Lovelace <ada@x.org> (Analyst, Analytical) [ada@home.org]")
    check(
      "a.csv", "First name,Last name,Email,Email\nAda,Lovelace,ada@x.org,ada@home.org\n",
      expects: "Ada Lovelace <ada@x.org> [ada@home.org]")
  }

  @Test func `an organization with an address`() {
    check(
      "a.csv", "First name,Last name,Company,Email\n,,Acme,info@acme.org\n", expects: "Acme <info@acme.org>")
    check("a.csv", "login,name,company\nbob,,Acme\n", expects: "bob @bob (Acme)")
  }

  @Test func `members of an organization on GitHub`() {
    check(
      "a.csv",
      "login,name,tfa_enabled,is_public,role,last_active\nada,Ada Lovelace,true,true,Admin,2026\nbob,,true,false,,\n",
      expects: "Ada Lovelace @ada\nbob @bob")
    check(
      "a.csv", "GitHub com login,GitHub com name\nada,Ada Lovelace\n", expects: "Ada Lovelace @ada")
    check("a.csv", "Full Name,Login,E-Mail Address\nAda L,ada,a@x.org\n", expects: "Ada L <a@x.org> @ada")
  }

  @Test func `what Excel saves as Unicode text`() {
    for isBigEndian in [false, true] {
      let units = Array("\u{FEFF}Name\tMail\r\nŁukasz 😀\tl@x.org\r\n".utf16)
      let bytes = units.flatMap {
        let (high, low) = (UInt8($0 >> 8), UInt8($0 & 0xFF))
        return isBigEndian ? [high, low] : [low, high]
      }
      check("a.csv", bytes, expects: "Łukasz 😀 <l@x.org>")
    }
  }

  @Test func `a table of something else`() {
    check(
      "a.csv", "Amount,Price\n1,2\n",
      expects: """
        ! team: a.csv:1: Amount: unknown field, ignored (known names: name, id, uniqueID, handle, aliases, email, detail, kind, url, avatar, shortName, canTrim, weight, gone, metadata)
        ! team: a.csv:1: Price: unknown field, ignored (known names: name, id, uniqueID, handle, aliases, email, detail, kind, url, avatar, shortName, canTrim, weight, gone, metadata)
        ! team: a.csv:1: name: the header row has no column for names, handles or e-mail addresses; expected a column “name”
        """)
  }

  // MARK: vCards

  @Test func `several addresses, of which all are searched`() {
    check(
      "a.vcf",
      """
      BEGIN:VCARD
      VERSION:3.0
      N:Lovelace;Ada;;;
      FN:A. Lovelace
      FN;PREF:Ada Lovelace
      EMAIL;type=INTERNET;type=HOME:ada@home.org
      item1.EMAIL;type=INTERNET;type=pref:mailto:ada@x.org
      EMAIL:ada@old.org
      END:VCARD
      """, expects: "Ada Lovelace <ada@x.org> [A. Lovelace|ada@home.org|ada@old.org]")
  }

  @Test func `a group of macOS`() {
    check(
      "a.vcf",
      """
      BEGIN:VCARD
      VERSION:3.0
      N:Core;;;;
      FN:Core
      X-ADDRESSBOOKSERVER-KIND:group
      X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:1
      UID:7
      END:VCARD
      """, expects: "Core #7 team")
  }

  @Test(arguments: [
    ("WINDOWS-1252", [UInt8(0x80), 0x8A, 0x9F, 0xE9], "€ŠŸé"), ("iso-8859-1", [0xE9, 0xFF, 0xA4], "éÿ¤"),
    ("ISO-8859-2", [0xA3, 0xB1, 0xC0, 0xE8, 0xEC, 0xFE], "ŁąŔčěţ"),
    ("ISO-8859-15", [0xA4, 0xBD, 0xE9], "€œé"),
    ("\"utf-8\"", [0xC3, 0xA9], "é"),
  ]) func `character sets of old cards`(_ name: String, _ bytes: [UInt8], _ text: String) {
    check(
      "a.vcf", Array("BEGIN:VCARD\nFN;CHARSET=\(name):A".utf8) + bytes + Array("\nEND:VCARD\n".utf8),
      expects: "A\(text)")
  }

  @Test func `a character set that is not known`() {
    check(
      "a.vcf", "BEGIN:VCARD\nFN;CHARSET=KOI8-R:Ada\nEND:VCARD\n",
      expects: "Ada\n! team: a.vcf:2: the character set “KOI8-R” is not known; read as UTF-8")
  }

  // MARK: Without a name

  @Test(arguments: [
    (
      "a.jsonl",
      "{\"handle\":\"@ada\"}\n{\"name\":null,\"email\":\"bob@x.org\"}\n{\"name\":\" \",\"handle\":\"cid\"}"
    ),
    ("a.json", #"[{"handle":"@ada"},{"name":null,"email":"bob@x.org"},{"name":"","handle":"cid"}]"#),
    ("a.csv", "handle,email\n@ada,\n,bob@x.org\ncid,\n"),
    ("a.tsv", "name\thandle\temail\n\tada\t\n\t\tbob@x.org\n\tcid\t"),
  ]) func `the handle is the name, else the local part of the address`(_ file: String, _ text: String) {
    check(file, text, expects: "ada @ada\nbob <bob@x.org>\ncid @cid")
  }

  @Test func `lines of addresses`() {
    check("a.txt", "ada@x.org\n<mailto:bob@x.org>\n", expects: "ada <ada@x.org>\nbob <bob@x.org>")
  }
}
