import { parseArgs } from 'node:util';
import { projectionNames } from '../src/ports/read-your-writes.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run replay -- --projection NAME|all [--accept]

Rebuilds read models from the event log while the current ones are in use, and switches to them if both are equal.
  --projection  ${projectionNames.join(', ')} or all
  --accept      switch even if the new one differs from the current one`;

await runCommand('replay', usage, () => {
  const { values } = parseArgs({
    options: { projection: { type: 'string' }, accept: { type: 'boolean', default: false } },
  });
  const selected =
    values.projection === 'all' ? projectionNames : projectionNames.filter((name) => name === values.projection);
  return selected.map((projection) => ({ operation: 'replay', projection, accept: values.accept }) as const);
});
