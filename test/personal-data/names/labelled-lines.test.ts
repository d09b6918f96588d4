import { readdirSync } from 'node:fs';
import test from 'ava';
import { labelledFolder, type LabelledLine, labelledLine, readLines } from '../../../scripts/bench/labelled-lines.ts';
import { countWords, isExact, spansFound } from '../../../scripts/bench/span-scores.ts';
import { sources } from '../../../scripts/names/lessons.ts';
import { nameMask } from '../../../src/personal-data/find.ts';

/** In how many lines of a hundred exactly the names must be masked at least, of files from which nothing is learnt. */
const leastExact: Readonly<Record<string, number>> = { 'held-out-hard.jsonl': 91, 'held-out-mixed.jsonl': 98 };
/** The same of all other lines together: weights that do not fit the code know them no better than new ones. */
const leastLearnt = 98;

/** In how many lines of a hundred exactly the names are masked. */
const shareExact = (lines: readonly LabelledLine[]): number =>
  (100 * lines.filter(({ text, per }) => isExact(countWords(text, per, spansFound(text, nameMask)))).length) /
  lines.length;

const linesOf = (name: string) => readLines(new URL(name, labelledFolder));

for (const name of readdirSync(labelledFolder)) {
  test(`the labels of ${name} are whole words`, (t) => {
    for (const { text, per } of linesOf(name)) {
      for (const [start, end] of per) {
        t.regex(text.slice(start, end), /^\p{L}(?:.*[\p{L}.])?$/u, text);
        t.notRegex(text.slice(Math.max(0, start - 1), start + 1), /^\p{L}\p{L}$/u, text);
        t.notRegex(text.slice(end - 1, end + 1), /^\p{L}\p{L}$/u, text);
      }
    }
  });

  const least = leastExact[name];
  if (least !== undefined)
    test(`in most lines of ${name} exactly the names are masked`, (t) => {
      const share = shareExact(linesOf(name));
      t.true(share >= least, `${share.toFixed(1)} %`);
    });
}

test('in most lines that were learnt from exactly the names are masked', (t) => {
  const share = shareExact(sources().flatMap(linesOf));
  t.true(share >= leastLearnt, `${share.toFixed(1)} %`);
});

test('a line is written with its names marked', (t) => {
  t.deepEqual(labelledLine('‹Лена Орлова›, ждите\\n‹Олег›'), {
    text: 'Лена Орлова, ждите\nОлег',
    per: [
      [0, 11],
      [19, 23],
    ],
  });
  t.deepEqual(labelledLine('Нет света'), { text: 'Нет света', per: [] });
});
