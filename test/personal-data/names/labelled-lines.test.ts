import { readdirSync } from 'node:fs';
import test from 'ava';
import { labelledFolder, readLines } from '../../../scripts/bench/labelled-lines.ts';
import { countWords, isExact, spansFound } from '../../../scripts/bench/span-scores.ts';
import { nameMask } from '../../../src/personal-data/find.ts';

/** Of how many lines in a hundred exactly the names must be masked: as many as there are now, rounded down (`npm run bench:personal-data` has the shares). Lines from which is learnt say nothing of others. */
const leastExact: Readonly<Record<string, number>> = {
  'careless.jsonl': 95,
  'careless-3.jsonl': 98,
  'chat.jsonl': 98,
  'chat-2.jsonl': 98,
  'chat-3.jsonl': 99,
  'chat-4.jsonl': 97,
  'hard.jsonl': 83,
  'hard-2.jsonl': 92,
  'hard-3.jsonl': 98,
  'hard-4.jsonl': 95,
  'hard-5.jsonl': 93,
  'hard-6.jsonl': 89,
  'held-out-hard.jsonl': 86,
  'held-out-mixed.jsonl': 97,
  'mail.jsonl': 99,
  'mail-2.jsonl': 98,
  'mail-3.jsonl': 98,
  'mixed-4.jsonl': 94,
  'mixed-5.jsonl': 99,
  'mixed-7.jsonl': 93,
  'mixed-8.jsonl': 99,
  'mixed-9.jsonl': 99,
  'mixed-10.jsonl': 99,
  'mixed-11.jsonl': 98,
  'mixed-12.jsonl': 99,
  'notes.jsonl': 98,
  'notes-3.jsonl': 93,
  'notes-4.jsonl': 97,
};

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

  if (name.startsWith('learnt-')) continue;
  test(`in no fewer lines of ${name} than before exactly the names are masked`, (t) => {
    const lines = linesOf(name);
    const exact = lines.filter(({ text, per }) => isExact(countWords(text, per, spansFound(text, nameMask))));
    const share = (100 * exact.length) / lines.length;
    t.true(share >= (leastExact[name] ?? 100), `${share.toFixed(1)} %`);
  });
}
