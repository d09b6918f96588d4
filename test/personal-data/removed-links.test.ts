import { readFileSync } from 'node:fs';
import test from 'ava';
import fc from 'fast-check';
import { runToCompletion } from '../../src/concurrency/steps.ts';
import { cleanQuery } from '../../src/personal-data/clean.ts';
import { closeGaps } from '../../src/personal-data/close-gaps.ts';
import { removedFiller } from '../../src/personal-data/spans.ts';

type Example = { readonly text: string; readonly clean: string };

const examplesOf = (name: string): readonly Example[] =>
  readFileSync(new URL(`../data/links/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Example);

for (const name of ['examples', 'held-out'])
  test(`a text reads well without its links: ${name}`, (t) => {
    for (const { text, clean } of examplesOf(name)) t.is(cleanQuery(text), clean, text);
  });

const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

const pieces = fc.constantFrom(
  ...['зайдите', 'на', 'и', 'затем', 'см', 'Далее', '1', 'env', '[ИМЯ]', ' ', ' ', ' ', '\n'],
  ...['.,;:!?…()[]{}<>«»„“”*_`"\'–—-•'].flatMap((signs) => signs.split('')),
  ...[removedFiller, removedFiller, removedFiller],
);

test('no word goes, or is joined to another', (t) => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
      const text = parts.join('');
      const closed = runToCompletion(closeGaps(text));
      t.deepEqual(wordsOf(closed), wordsOf(text), text);
      t.false(closed.includes(removedFiller));
    }),
    { numRuns: 3_000 },
  );
});

test('a text of many links, brackets and dots takes a moment', (t) => {
  const link = 'https://firma.ru/a';
  const many = `${'('.repeat(20_000)}${`${link}, `.repeat(5_000)}${')'.repeat(20_000)}${`${link}. . . `.repeat(500)}`;
  const start = performance.now();
  cleanQuery(many);
  t.true(performance.now() - start < 5_000);
});
