import Foundation
import Testing

@testable import EntitySources

/// Two web servers on this machine, and with `openssl` a third that speaks TLS. Each answers `/ask` with the token that
/// it was sent as somebody's name.
private final class WebServers {
  let scratch = Scratch()
  let ports: [Int]
  private let process = Process()
  /// What makes curl believe the third one.
  var authority: String { scratch.path + "/cert.pem" }

  init() throws {
    let script = scratch.write("servers.py", Self.script)
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", script]
    process.currentDirectoryURL = URL(fileURLWithPath: scratch.path)
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = Pipe()
    try process.run()
    var line = Data()
    while line.last != UInt8(ascii: "\n") {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { break }
      line += more
    }
    ports = String(decoding: line, as: UTF8.self).split(separator: " ").compactMap {
      Int($0.filter(\.isNumber))
    }
    try #require(ports.count == 3, "the servers did not start")
  }

  deinit { process.terminate() }

  private static let script = """
    import http.server, json, ssl, subprocess, sys, threading, urllib.parse

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            url = urllib.parse.urlsplit(self.path)
            to = urllib.parse.parse_qs(url.query).get("to", [])
            if to:
                self.send_response(302)
                self.send_header("Location", to[0])
                self.end_headers()
                return
            body = json.dumps([{"name": self.headers.get("X-Token", "nobody")}]).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "cert.pem",
                    "-days", "2", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"],
                   check=True, stderr=subprocess.DEVNULL)
    servers = [http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) for _ in range(3)]
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain("cert.pem", "key.pem")
    servers[2].socket = tls.wrap_socket(servers[2].socket, server_side=True)
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    print(*(server.server_port for server in servers), flush=True)
    sys.stdin.read()
    """
}

@Suite(.serialized) struct HTTPRedirectionTests {
  /// What comes of asking at an address, with a header that is the user's own.
  private func ask(_ url: String, authority: String? = nil) -> [String] {
    let listener = Listener()
    var program = "curl"
    if let authority {
      program = listener.scratch.write(
        "curl", "#!/bin/sh\nCURL_CA_BUNDLE='\(authority)' exec curl \"$@\"\n", executable: true)
    }
    let source = HTTPSource(
      name: "api",
      request: .init(url: url, headers: ["X-Token": "secret"], timeout: 60_000, program: program)
    ) { listener.take($0) }
    source.send(ProviderQuery(number: 1, key: ""))
    return listener.wait(for: "1:").map { $0.replacingOccurrences(of: listener.scratch.path + "/", with: "") }
  }

  private func leading(_ url: String, through places: [String]) -> String {
    places.reversed().reduce(url) { target, place in
      place + "?to=" + HTTPSource.percentEncoded(target)
    }
  }

  @Test func `headers are sent to their own origin only`() throws {
    let servers = try WebServers()
    let first = "http://127.0.0.1:\(servers.ports[0])/"
    let second = "http://127.0.0.1:\(servers.ports[1])/"
    #expect(ask(first) == ["1: secret last"])
    #expect(ask(first + "?to=/again") == ["1: secret last"])
    #expect(ask(leading(first, through: [first, first])) == ["1: secret last"])
    #expect(ask(leading(second, through: [first])) == ["1: nobody last"], "another port")
    #expect(
      ask(leading("http://localhost:\(servers.ports[0])/", through: [first])) == ["1: nobody last"],
      "another host")
    #expect(ask(leading(first, through: [first, second])) == ["1: nobody last"], "there and back")
  }

  @Test func `https never becomes HTTP`() throws {
    let servers = try WebServers()
    let (plain, secure) = ("http://127.0.0.1:\(servers.ports[0])/", "https://127.0.0.1:\(servers.ports[2])/")
    #expect(ask(secure, authority: servers.authority) == ["1: secret last"])
    #expect(ask(secure + "?to=/again", authority: servers.authority) == ["1: secret last"])
    #expect(
      ask(leading(secure, through: [plain]), authority: servers.authority) == ["1: nobody last"],
      "another scheme")
    #expect(
      ask(leading(plain, through: [secure]), authority: servers.authority)
        == ["! api: url: the service redirects from https to http", "1:  last"])
    // Whoever does not know the certificate is not told the token.
    #expect(ask(secure).last == "1:  last")
  }

  @Test func `other places and circles are refused`() throws {
    let servers = try WebServers()
    let first = "http://127.0.0.1:\(servers.ports[0])/"
    #expect(
      ask(leading("file:///etc/passwd", through: [first]))
        == ["! api: url: the service redirects to a URL that is neither http nor https", "1:  last"])
    #expect(
      ask(leading(first, through: [first, first, first, first]))
        == ["! api: url: the service redirects more than 3 times", "1:  last"])
  }

  @Test(arguments: [
    ("http://x/a?b", "http x 80"), ("HTTPS://X.Org:8443", "https x.org 8443"),
    ("http://u:p@x:80/@y", "http x 80"),
    ("https://[::1]:1/", "https [::1] 1"), ("https://[::1]/", "https [::1] 443"),
    ("http://good\\@evil/", "none"), ("http://x:99999/", "none"), ("http:/x", "none"), ("ftp://x/", "none"),
    ("x/y", "none"), ("http:///", "none"), ("http://x y/", "none"), ("http://x#@y/", "http x 80"),
  ]) func `origin is read strictly`(url: String, expected: String) {
    let origin = WebOrigin(url).map { "\($0.scheme) \($0.host) \($0.port)" } ?? "none"
    #expect(origin == expected)
  }

  @Test func `answer of curl is taken from the output`() {
    func hear(_ output: String) -> (HTTPExchange.Turn, String) {
      var exchange = HTTPExchange(url: "http://x/", headers: [:], program: "curl")
      var bytes = Array(output.utf8)
      let turn = exchange.hear(&bytes)
      return (turn, String(decoding: bytes, as: UTF8.self))
    }
    #expect(hear("[]\n200 ") == (.answered, "[]"))
    #expect(hear("\n[]\n\n404 ") == (.answered, "\n[]\n"))
    #expect(hear("gone\n302 http://x/y") == (.redirected, "gone"))
    #expect(hear("cut short") == (.answered, "cut short"))
    #expect(hear("cut\nshort") == (.answered, "cut\nshort"))
  }
}
