// A short demonstration: an access log is made inside the sandbox and analysed there.
const makeLog = `awk 'BEGIN {
  srand(7)
  split("/ /index.html /login /api/items /api/orders /img/logo.png /missing", paths)
  for (i = 0; i < 50000; i++) {
    status = 200; r = rand()
    if (r < 0.05) status = 404; else if (r < 0.06) status = 500; else if (r < 0.15) status = 304
    printf "10.%d.%d.%d - - [21/Nov/2026:%02d:%02d:%02d +0000] \\"GET %s HTTP/1.1\\" %d %d\\n", \\
      rand() * 4, rand() * 16, rand() * 8, i / 2100, i / 35 % 60, i % 60, paths[1 + int(rand() * 7)], status, rand() * 9000
  }
}' > access.log`;

const commands = [
  ['Make an access log', makeLog],
  ['How large is it?', 'wc -lc access.log'],
  ['Requests by status', "cut -d'\"' -f3 access.log | cut -d' ' -f2 | sort | uniq -c | sort -rn"],
  [
    'The three busiest clients',
    "awk '{ n[$1]++ } END { for (c in n) print n[c], c }' access.log | sort -k1,1nr -k2 | head -3",
  ],
  ['Server errors by path', "grep '\" 500 ' access.log | awk '{ print $7 }' | sort | uniq -c"],
  ['Megabytes sent', 'awk \'{ sum += $10 } END { printf "%.1f\\n", sum / 1e6 }\' access.log'],
];

/** All of it, for who wants to know what it needs. */
export const demonstration = commands.map(([, command]) => command).join('\n');

/** Returns the exit status of the last command. */
export async function demonstrate() {
  const { Sandbox } = await import('wasmsand');
  const sandbox = await Sandbox.create();
  let exitCode = 0;
  for (const [title, command] of commands) {
    process.stdout.write(`# ${title}\n${command.includes('\n') ? '' : `$ ${command}\n`}`);
    const result = await sandbox.run(command);
    process.stdout.write(result.stdout);
    process.stderr.write(result.stderr);
    process.stdout.write(`  (${result.executionTimeMs.toFixed(0)} ms)\n\n`);
    exitCode = result.exitCode;
    if (exitCode !== 0) break;
  }
  sandbox.destroy();
  return exitCode;
}
