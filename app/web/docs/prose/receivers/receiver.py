import hashlib, hmac, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

secrets = dict(one.split("=", 1) for one in os.environ["SECRETS"].split(" "))

def valid(header, body):
    parts = dict(part.partition("=")[::2] for part in header.split(","))
    t, secret = parts.get("t", ""), secrets.get(parts.get("kid"))
    if not secret or not (t.isascii() and t.isdigit()) or abs(time.time() - int(t)) > 300:
        return False
    right = hmac.new(secret.encode(), t.encode() + b"." + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(right.encode(), parts.get("v1", "").encode())

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))  # as it arrived: it is parsed only afterwards
        ok = valid(self.headers.get("X-Service-Signature", ""), body)
        self.send_response(204 if ok else 401)
        self.end_headers()
        if ok:
            print(body.decode(), flush=True)  # the work comes after the answer

ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Receiver).serve_forever()
