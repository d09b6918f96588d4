import { parseArgs } from 'node:util';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run verify [-- --repair]

Reads the embedded files as a whole, and compares the event log with every read model: counts and hashes of ids, collection by collection.
Of EventStoreDB it says how many erased events await a scavenge.
  --repair  rebuild read models that are damaged or differ from the log; parked events are retried, and tickets without a vector get one;
            streams of EventStoreDB that an earlier version has deleted are erased for good`;

await runCommand('verify', usage, () => {
  const { values } = parseArgs({ options: { repair: { type: 'boolean', default: false } } });
  return [{ operation: 'verify', repair: values.repair }];
});
