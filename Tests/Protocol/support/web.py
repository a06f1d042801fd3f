"""A web server on this machine that remembers what it was asked."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Service(ThreadingHTTPServer):
    """`asked` holds the path and the headers of each request. The handler's `get` answers it."""

    daemon_threads = True

    def __init__(self, handler):
        self.asked = []
        super().__init__(("127.0.0.1", 0), handler)

    @property
    def port(self):
        return self.server_address[1]


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.asked.append((self.path, dict(self.headers)))
        self.get()

    def answer(self, status, body, *headers):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass
