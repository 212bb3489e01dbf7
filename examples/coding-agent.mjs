// What a coding agent does all day, without a model.
//
// Shows: view, edit and patch files; start a server that goes on; run tests beside it; read what the server has said meanwhile.
//
//   node examples/coding-agent.mjs

import { Sandbox } from 'wasmsand';

const sandbox = await Sandbox.create({
  files: {
    'server.py': `from http.server import BaseHTTPRequestHandler, HTTPServer


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"hello")


HTTPServer(("127.0.0.1", 8000), Handler).serve_forever()
`,
  },
});

// A view with line numbers is what models edit by.
process.stdout.write(await sandbox.view('server.py', { start: 4, end: 6, numbers: true }));

// The text must be in the file exactly once. Otherwise the error says where it is, or what looks like it.
try {
  await sandbox.edit('server.py', { old: 'self.wfile.write("hello")', new: 'self.wfile.write("bye")' });
} catch (error) {
  console.log(error.code, error.message.split('\n').at(-1).trim());
}
console.log(await sandbox.edit('server.py', { old: 'b"hello"', new: 'b"hello, world\\n"' }));

// All files of a patch change, or none.
const { files } = await sandbox.applyPatch(`*** Begin Patch
*** Update File: server.py
@@ class Handler(BaseHTTPRequestHandler):
     def do_GET(self):
-        self.send_response(200)
+        self.send_response(200 if self.path == "/" else 404)
*** Add File: test.sh
+set -e
+test "$(curl -s localhost:8000/)" = "hello, world"
+test "$(curl -s -o /dev/null -w '%{http_code}' localhost:8000/nothing)" = 404
+echo passed
*** End Patch`);
console.log(files.map(({ kind, path, added, removed }) => `${kind} ${path} +${added} -${removed}`));

// A server does not end: after yieldMs the promise resolves and the process goes on.
const server = await sandbox.exec('python3 -u server.py', { yieldMs: 500, merge: true });
console.log('server is running:', server.running);

// Commands of exec run beside each other and beside the session.
const results = await Promise.all([
  sandbox.exec('until curl -s localhost:8000/ >/dev/null; do sleep 0.1; done; sh test.sh'),
  sandbox.exec(['python3', '-m', 'py_compile', 'server.py']),
]);
console.log(results.map(({ exitCode, stdout }) => `${exitCode} ${stdout}`.trim()));

// What the server has said meanwhile, for whoever asks.
const { chunks } = await sandbox.process(server.pid).read(server.seq, 1000);
const log = Buffer.concat(chunks.map(({ bytes }) => bytes)).toString();
console.log('requests:', log.match(/GET \/nothing HTTP/g)?.length);
sandbox.process(server.pid).kill();
sandbox.destroy();

// Prints:
//        4	class Handler(BaseHTTPRequestHandler):
//        5	    def do_GET(self):
//        6	        self.send_response(200)
//   E_EDIT_NO_MATCH line 8:         self.wfile.write(b"hello")
//   { replaced: 1, firstLine: 8 }
//   [ 'modified server.py +1 -1', 'created test.sh +4 -0' ]
//   server is running: true
//   [ '0 passed', '0' ]
//   requests: 1
