import Testing

@testable import EntitySources

/// Entries of a directory as LDIF (RFC 2849).
@Suite struct LDIFReaderTests {
  @Test func `base64, folded lines, comments, several values`() {
    check(
      "a.ldif",
      """
      version: 1

      # Ada,
       on two lines: Nobody
      dn: uid=ada,ou=people,dc=example,dc=org
      objectClass: inetOrgPerson
      cn: Ada Love
       lace
      cn;lang-en: Countess of Lovelace
      sn: Lovelace
      uid: ada
      mail: ada@example.org
      mail: lovelace@example.org
      title: Programmer
      ou: Engines
      jpegPhoto:: /9j/4AAQ
       SkZJRgABAQ
      description:< file:///etc/passwd

      dn:: dWlkPXpvw6ssZGM9eA==
      displayName:: Wm/DqyBX
       w6l0aGVy
      cn: zoe.w
      sAMAccountName: zoew
      userAccountControl: 514

      """,
      expects: """
        Ada Lovelace <ada@example.org> @ada #uid=ada,ou=people,dc=example,dc=org (Programmer, Engines) \
        [Countess of Lovelace|lovelace@example.org]
        Zoë Wéther @zoew #uid=zoë,dc=x [zoe.w] gone
        """)
  }

  @Test func `names from their parts, groups, and units that nobody mentions`() {
    check(
      "a.ldif",
      """
      dn: dc=example
      o: Example
      ou: people

      dn: uid=grace
      givenName: Grace
      sn: Hopper
      entryUUID: 1-2
      labeledURI: https://example.org/grace Home page

      dn: cn=compilers
      objectClass: top
      objectClass: groupOfNames
      cn: compilers
      """,
      expects: """
        Grace Hopper #uid=grace
        compilers #cn=compilers team
        """)
  }

  @Test func `changes are no entries, but for additions; what is broken is named`() {
    check(
      "a.ldif",
      """
      dn: uid=ada
      changetype: add
      cn: Ada

      dn: uid=ben
      changetype: modify
      replace: cn
      cn: Ben
      -

      dn: uid=cid
      rubbish
      cn:: %%%
      uid: cid

      """,
      expects: """
        Ada #uid=ada
        cid @cid #uid=cid
        ! team: a.ldif:12: expected ATTRIBUTE: VALUE; the line is left out
        ! team: a.ldif:13: the value of “cn” is not base64; left out
        """)
  }

  @Test(arguments: [
    ("", ""), ("QQ==", "A"), ("QQ", "A"), ("QUI=", "AB"), ("QUJD", "ABC"), ("Q", nil), ("QQ=Q", nil),
    ("Q*==", nil),
    ("QQ===", nil),
  ])
  func `base64`(text: String, expected: String?) {
    #expect(Base64.decoded(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) } == expected)
  }
}
