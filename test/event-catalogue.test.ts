import { readFileSync } from 'node:fs';
import test from 'ava';
import { cataloguePath, eventCatalogue, kindOf, projections } from '../scripts/events/catalogue.ts';
import { exampleLog } from '../scripts/events/example-log.ts';

test('the catalogue of events is what the types, the projections and the example give', async (t) => {
  t.is(readFileSync(cataloguePath, 'utf8'), await eventCatalogue(), 'out of date: npm run build:events');
});

test('the picture of the data has an arrow from each kind of stream to each read model that is projected from it', async (t) => {
  const [, picture = ''] = /```mermaid\n(flowchart[\s\S]*?)```/.exec(readFileSync('docs/data.md', 'utf8')) ?? [];
  const drawn = [...picture.matchAll(/^ +([\w-]+) --> ([\w-]+)$/gm)].map(([, from, to]) => `${from} → ${to}`);
  const events = await exampleLog();
  const projected = events.flatMap(({ type, stream }) =>
    // A node may not have the name of its group.
    projections
      .filter(({ on }) => Object.hasOwn(on, type))
      .map(({ name }) => `${kindOf(stream).replace(/^log$/, 'log-stream')} → ${name}`),
  );
  t.deepEqual(drawn.toSorted(), [...new Set(projected)].toSorted());
});
