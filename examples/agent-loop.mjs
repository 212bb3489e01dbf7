// An agent loop: the model asks for commands until it has an answer.
//
// Shows: one sandbox per conversation, strict limits, how to give the model a result, how to shorten long output.
// The model here is a list of answers. Call your provider in its place.
//
//   node examples/agent-loop.mjs

import { Sandbox } from 'wasmsand';

const tool = {
  name: 'shell',
  description: 'Runs a bash command line. Files, variables and the working directory stay.',
  input_schema: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
};

/** Stands for a model. Its second command is wrong on purpose: a model reads the result and tries again. */
const script = [
  { call: { command: 'cat sales.csv | head -3' } },
  { call: { command: 'cut -d, -f2 sales.csv | sum' } },
  { call: { command: "awk -F, 'NR > 1 { total += $2 } END { print total }' sales.csv" } },
  { answer: (results) => `You sold ${results.at(-1).stdout.trim()} units.` },
];
async function askModel(messages, _tools) {
  const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
  const { call, answer } = script[results.length];
  return answer ? { answer: answer(results) } : { call };
}

const longest = 4000;
const cut = (text) => (text.length <= longest ? text : `${text.slice(0, longest)}\n[${text.length - longest} more]`);

const sandbox = await Sandbox.create({
  limits: 'strict',
  files: { 'sales.csv': 'product,units\npear,12\nfig,30\n' },
});
const messages = [{ role: 'user', content: 'How many units did we sell?' }];
const mostTurns = 10;
for (let turn = 0; turn < mostTurns; turn++) {
  const { call, answer } = await askModel(messages, [tool]);
  if (answer !== undefined) {
    console.log(answer);
    break;
  }
  const result = await sandbox.run(call.command);
  const content = { exitCode: result.exitCode, stdout: cut(result.stdout), stderr: cut(result.stderr) };
  // Name the limit that stopped the command, so that the model can choose another way.
  if (result.errorClass) content.note = `${result.errorClass}${result.limit ? `: ${result.limit}` : ''}`;
  console.log(`$ ${call.command}\n${content.stdout}${content.stderr}`.trimEnd());
  messages.push({ role: 'assistant', content: call }, { role: 'tool', content });
}
sandbox.destroy();

// Prints:
//   $ cat sales.csv | head -3
//   product,units
//   pear,12
//   fig,30
//   $ cut -d, -f2 sales.csv | sum
//   35030     1
//   $ awk -F, 'NR > 1 { total += $2 } END { print total }' sales.csv
//   42
//   You sold 42 units.
