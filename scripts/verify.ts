import { parseArgs } from 'node:util';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run verify [-- --repair]

Reads the embedded files as a whole, and compares the event log with every read model: counts and hashes of ids, collection by collection.
  --repair  rebuild read models that are damaged or differ from the log; parked events are retried, and tickets without a vector get one`;

await runCommand('verify', usage, () => {
  const { values } = parseArgs({ options: { repair: { type: 'boolean', default: false } } });
  return [{ operation: 'verify', repair: values.repair }];
});
