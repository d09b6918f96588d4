import { readFileSync } from 'node:fs';
import test from 'ava';
import { labelledFolder, readLines } from '../../../scripts/bench/labelled-lines.ts';
import { countWords, isExact, type Offsets } from '../../../scripts/bench/span-scores.ts';
import { runAtOnce } from '../../../src/concurrency/steps.ts';
import { NameFinder } from '../../../src/personal-data/names/find-names.ts';
import { columns, rulesAlone, type Weights } from '../../../src/personal-data/names/learnt.ts';

/** A table of weights: what is not said is 0. */
const weights = (table: Record<string, Partial<Record<(typeof columns)[number], number>>>): Weights =>
  new Map(Object.entries(table).map(([property, row]) => [property, columns.map((column) => row[column] ?? 0)]));

const spansBy = (finder: NameFinder, text: string): Offsets[] =>
  (runAtOnce(finder.find([text]))[0] ?? []).map(({ start, end }) => [start, end]);
const namesBy = (table: Weights, text: string): string[] =>
  spansBy(new NameFinder(table), text).map(([start, end]) => text.slice(start, end));

/** Nothing is marked and nothing taken back but for what else speaks for it. */
const unmoved = { open: -1, marked: 1 };

test('without weights the marks of the rules stay', (t) => {
  const text = 'Стол гудит, Вера спросила, где Утюг';
  t.deepEqual(namesBy(rulesAlone, text), ['Вера']);
  t.deepEqual(namesBy(weights({ always: unmoved }), text), ['Вера']);
});

test('what is known of a word and of those beside it adds up', (t) => {
  const text = 'Стол гудит';
  t.deepEqual(namesBy(weights({ always: unmoved, '=гудеть': { 1: 2 } }), text), ['Стол']);
  t.deepEqual(namesBy(weights({ always: unmoved, '=гудеть': { 2: 2 } }), text), []);
  t.deepEqual(namesBy(weights({ always: unmoved, '=гудеть': { 1: 2 }, 'NOUN.inan': { open: -2 } }), text), []);
  t.deepEqual(namesBy(weights({ always: unmoved, opens: { open: 2 }, 'VERB.sing': { 1: 0.5 } }), text), ['Стол']);
  t.deepEqual(namesBy(weights({ always: unmoved, edge: { [-1]: 0.6, [-2]: 0.6 }, humanVerb: { 1: 5 } }), text), [
    'Стол',
  ]);
  t.deepEqual(namesBy(weights({ always: unmoved, besideMarked: { [-2]: 2 } }), 'Позовите Веру, Стол'), [
    'Веру',
    'Стол',
  ]);
});

test('a name that stands alone is taken back, a part of a longer one is not', (t) => {
  const table = weights({ always: { open: -1, marked: -1 } });
  t.deepEqual(namesBy(table, 'Вера спросила'), []);
  t.deepEqual(namesBy(table, 'Вера Ветрова спросила'), ['Вера Ветрова']);
});

test('places and institutions are never marked', (t) => {
  t.deepEqual(namesBy(weights({ always: { open: 1, marked: 1 } }), 'Гудок в Рязани и Электросбыт'), ['Гудок']);
});

test('what speaks against a person counts too', (t) => {
  const table = (noPerson: number): Weights =>
    weights({ always: unmoved, Capital: { open: 2 }, noPerson: { open: noPerson } });
  t.true(namesBy(table(0), 'магазин «Ромашка» закрыт').includes('Ромашка'));
  t.false(namesBy(table(-2), 'магазин «Ромашка» закрыт').includes('Ромашка'));
});

test('rules go on from what was learnt', (t) => {
  const table = weights({ always: unmoved, '=рубль': { open: 2 } });
  t.deepEqual(namesBy(table, 'Акт подписал Рубль В. С.'), ['Рубль В. С.']);
});

test('of lines from which nothing was learnt more come off right than by the rules alone', (t) => {
  const lines = readLines(new URL('held-out-hard.jsonl', labelledFolder));
  const exact = (finder: NameFinder) =>
    lines.filter(({ text, per }) => isExact(countWords(text, per, spansBy(finder, text)))).length;
  const [learnt, byRules] = [exact(new NameFinder()), exact(new NameFinder(rulesAlone))];
  t.true(learnt >= byRules * 1.1, `${learnt} against ${byRules}`);
});

test('the table is read whole', (t) => {
  const file = new URL('../../../src/personal-data/names/learnt-weights.txt', import.meta.url);
  const rows = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' '));
  for (const [property, ...row] of rows) {
    t.is(row.length, columns.length, property);
    t.true(
      row.every((weight) => Number.isFinite(Number(weight))) && row.some((weight) => Number(weight) !== 0),
      property,
    );
  }
  t.is(new Set(rows.map(([property]) => property)).size, rows.length);
});
