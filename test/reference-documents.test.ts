import { existsSync, globSync, readFileSync } from 'node:fs';
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

/** The rows of the first table of a document, without its head. */
const rowsOf = (path: string): readonly (readonly string[])[] =>
  [...readFileSync(path, 'utf8').matchAll(/^\|(.*)\|$/gm)]
    .slice(2)
    .map(([, row = '']) => row.split('|').map((cell) => cell.trim()));

test('the glossary has at most thirty terms, in each row a term and its meaning', (t) => {
  const rows = rowsOf('docs/glossary.md');
  const terms = rows.flatMap(([term = '']) => term.split(', '));
  t.true(terms.length > 0 && terms.length <= 30, `${terms.length} terms`);
  t.deepEqual([...new Set(terms)], terms);
  for (const [term, meaning = ''] of rows) t.not(meaning, '', term);
});

test('each feature names files, and every command and query belongs to a feature', (t) => {
  const rows = rowsOf('docs/features.md');
  const named = rows.map((row) => [...row.join().matchAll(/`([\w./-]+)`/g)].map(([, path = '']) => path));
  for (const [index, paths] of named.entries()) t.true(paths.length > 0, rows[index]?.[0]);
  const all = new Set(named.flat());
  t.deepEqual(
    [...all].filter((path) => !existsSync(path)),
    [],
  );
  t.deepEqual(
    globSync('src/{commands,queries}/*.ts').filter((path) => !all.has(path)),
    [],
  );
});

test('the threat model names for each attack where its check is tested', (t) => {
  const text = readFileSync('docs/threat-model.md', 'utf8');
  const rows = text.match(/^\|.*`test\/.*\|$/gm) ?? [];
  const tables = text.split(/^\| Attack .*\n.*\n/gm).slice(1);
  const attacks = tables.flatMap((table) => /^(?:\|.*\n)+/.exec(table)?.[0].trimEnd().split('\n') ?? []);
  t.true(attacks.length > 0);
  t.deepEqual(attacks, rows);
});
