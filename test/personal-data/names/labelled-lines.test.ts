import { readdirSync, readFileSync } from 'node:fs';
import test from 'ava';
import { cleanConversation } from '../../../src/personal-data/clean.ts';

type Line = { readonly text: string; readonly per: readonly (readonly [number, number])[] };

const folder = new URL('../../data/names/', import.meta.url);
const linesOf = (name: string): readonly Line[] =>
  readFileSync(new URL(name, folder), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

for (const name of readdirSync(folder)) {
  test(`the labels of ${name} are whole words`, (t) => {
    for (const { text, per } of linesOf(name)) {
      for (const [start, end] of per) {
        t.regex(text.slice(start, end), /^\p{L}(?:.*[\p{L}.])?$/u, text);
        t.notRegex(text.slice(Math.max(0, start - 1), start + 1), /^\p{L}\p{L}$/u, text);
        t.notRegex(text.slice(end - 1, end + 1), /^\p{L}\p{L}$/u, text);
      }
    }
  });

  test(`most names of ${name} are masked, and most lines without names are left as they are`, (t) => {
    const lines = linesOf(name);
    const named = lines.filter(({ per }) => per.length > 0);
    const plain = lines.filter(({ per }) => per.length === 0);
    const isMasked = ({ text }: Line) => cleanConversation([text]).join('').includes('[ИМЯ]');
    // The shares are those of the hardest sentences, rounded down; `npm run bench:personal-data` has those of each file.
    t.true(named.filter(isMasked).length / named.length > 0.6);
    t.true(plain.filter(isMasked).length / plain.length < 0.3);
  });
}
