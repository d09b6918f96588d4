import { parseArgs } from 'node:util';
import type { ProjectionName } from '../src/ports/read-your-writes.ts';
import { runCommand } from './run-command.ts';

const projections: readonly ProjectionName[] = ['accounts', 'collections', 'ticket-index', 'uploads'];

const usage = `Usage: npm run replay -- --projection NAME|all [--accept]

Builds read models anew from the event log, beside the ones that answer, and switches when both hold the same.
  --projection  ${projections.join(', ')} or all
  --accept      switch even where the new one differs from the old one`;

await runCommand('replay', usage, () => {
  const { values } = parseArgs({
    options: { projection: { type: 'string' }, accept: { type: 'boolean', default: false } },
  });
  const wanted = values.projection === 'all' ? projections : projections.filter((name) => name === values.projection);
  return wanted.map((projection) => ({ operation: 'replay', projection, accept: values.accept }) as const);
});
