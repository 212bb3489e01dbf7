// Compiles the modules whose paths it is given, one after the other, and keeps them: what the engine says of their code names each.

import { readFileSync } from 'node:fs';

const modules = process.argv.slice(2).map((path) => new WebAssembly.Module(readFileSync(path)));
process.exitCode = modules.length > 0 ? 0 : 1;
