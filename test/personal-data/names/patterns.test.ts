import { readdirSync, readFileSync } from 'node:fs';
import test from 'ava';
import { list } from '../../../src/personal-data/names/lexicon.ts';
import { PatternReader } from '../../../src/personal-data/names/patterns.ts';
import { propertyNames } from '../../../src/personal-data/names/token-tests.ts';

test('a term stands for its text in brackets, within a name and outside', (t) => {
  const reader = new PatternReader({ sign: "',' | break", joint: '<sign> и' });
  t.deepEqual(
    reader.patterns('‹[any] <joint>› <joint>'),
    reader.patterns("‹[any] ((',' | break) и)› ((',' | break) и)"),
  );
});

test('a term is no place for agreement, and contains neither itself nor what does not exist', (t) => {
  const reader = new PatternReader({ same: 'any:C', a: '<b>', b: '<a>', lost: '<c>' });
  t.throws(() => reader.patterns('<same> [any]'), { message: /Agreement belongs into a pattern/ });
  t.throws(() => reader.test('<a>'), { message: /Terms that contain each other/ });
  t.throws(() => reader.test('<lost>'), { message: /Unknown term <c>/ });
});

test('docs/personal-data.md lists all that a token can be in a pattern', (t) => {
  const table = readFileSync('docs/personal-data.md', 'utf8');
  t.deepEqual(
    propertyNames.filter((name) => !table.includes(`\`${name}\``)),
    [],
  );
});

test('a list of the lexicon has a name, says what it is for, and holds each word once', (t) => {
  const folder = 'src/personal-data/names/lexicon';
  const sections = readdirSync(folder).flatMap((file) => readFileSync(`${folder}/${file}`, 'utf8').split(/^(?=\[)/m));
  for (const section of sections) {
    const [, name = '', body = ''] = /^\[(\w+)\] .+\.\n([^]*)$/.exec(section) ?? [];
    const items = body.trim().split(body.includes(',') ? /,\s*/ : /\s+/);
    t.deepEqual(items, [...new Set(items)], section.slice(0, 40));
    t.true(list(name).size > 0);
  }
  t.throws(() => list('lost'), { message: /no list lost/ });
});
