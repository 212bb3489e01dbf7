// npm runs it when the package is installed: unpacks the programs (lib/node/packed-programs.ts), so that the first sandbox need not.
// In a checkout there is nothing to do.
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const script = join(__dirname, '../dist/cjs/unpack.cjs');
if (existsSync(join(__dirname, '../dist/packed')) && existsSync(script)) require(script);
