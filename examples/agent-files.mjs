// The file tools of an agent: list, search, view and edit a project, without a process.
//
// Shows: find and grep that leave out what git does, view and edit, a stream that downloads a file.
//
//   node examples/agent-files.mjs

import { Sandbox } from 'wasmsand';

const sandbox = await Sandbox.create({
  limits: 'strict',
  files: {
    'project/.gitignore': 'build/\n',
    'project/build/server.py': 'PORT = 80\n',
    'project/server.py': 'import socket\n\nPORT = 80\n\n\ndef main():\n    print("listening on", PORT)\n',
    'project/notes/todo.md': '- PORT must be above 1024\n',
  },
});

/** What a model calls, by name. An error goes back to the model as text. */
const tools = {
  list: async ({ path }) => (await sandbox.find({ path, type: 'file', ignore: 'git' })).map((file) => file.path),
  search: async ({ path, pattern }) => {
    const found = await sandbox.grep({ path, pattern, ignore: 'git', maxMatches: 50 });
    return found.map(({ path, line, text }) => `${path}:${line}: ${text}`);
  },
  view: ({ path, start, end }) => sandbox.view(path, { start, end, numbers: true }),
  edit: ({ path, ...edit }) => sandbox.edit(path, edit),
};

// What a model would ask for.
const calls = [
  ['list', { path: 'project' }],
  ['search', { path: 'project', pattern: '\\bPORT\\b' }],
  ['edit', { path: 'project/server.py', old: 'PORT = 443', new: 'PORT = 8443' }],
  ['view', { path: 'project/server.py', start: 3, end: 3 }],
  ['edit', { path: 'project/server.py', old: 'PORT = 80\n', new: 'PORT = 8080\n' }],
];
for (const [name, input] of calls) {
  const answer = await tools[name](input).catch(({ code }) => code);
  console.log(`${name}:`, answer);
}

let text = '';
const decoder = new TextDecoder();
for await (const bytes of sandbox.createReadStream('project/server.py', { start: 15 })) text += decoder.decode(bytes);
console.log(text.trimEnd());
sandbox.destroy();

// Prints:
//   list: [ 'project/.gitignore', 'project/notes/todo.md', 'project/server.py' ]
//   search: [
//     'project/notes/todo.md:1: - PORT must be above 1024',
//     'project/server.py:3: PORT = 80',
//     'project/server.py:7:     print("listening on", PORT)'
//   ]
//   edit: E_EDIT_NO_MATCH
//   view:      3	PORT = 80
//
//   edit: { replaced: 1, firstLine: 3 }
//   PORT = 8080
//
//
//   def main():
//       print("listening on", PORT)
