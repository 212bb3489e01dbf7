// The script of a pooled worker.

import { runWorker } from './worker.js';

runWorker();
