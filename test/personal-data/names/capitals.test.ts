import test from 'ava';
import { asRow, withCapitals } from '../../../scripts/names/capitals.ts';
import { labelledLine } from '../../../scripts/bench/labelled-lines.ts';
import { seededRandom } from '../../../scripts/bench/seeded-random.ts';

/** What is drawn in some hundred tries. */
const drawn = <T>(draw: (random: () => number) => T): T[] => {
  const random = seededRandom(1);
  return Array.from({ length: 300 }, () => draw(random));
};

const nothing = { inNames: new Set<string>(), elsewhere: new Set<string>() };

test('names and ordinary words of a copy have capitals, but for what begins a sentence', (t) => {
  const line = labelledLine('склад ждёт, пишет ‹борщ›. ведро сдали на склад');
  const copies = drawn((random) => withCapitals(line, nothing, random));
  t.true(copies.some((copy) => copy?.text === 'склад Ждёт, Пишет Борщ. ведро Сдали на Склад'));
  t.true(copies.some((copy) => copy?.text === 'склад ждёт, пишет Борщ. ведро сдали на Склад'));
  for (const copy of copies) t.regex(copy?.text ?? '', /^склад .* Борщ\. ведро /u);
});

test('a line without a name is copied with capitals too', (t) => {
  const copies = drawn((random) => withCapitals(labelledLine('ведро сдали на склад'), nothing, random));
  t.true(copies.some((copy) => copy?.text === 'ведро Сдали на Склад' && copy.per.length === 0));
});

test('a line with a word that is a name elsewhere is not copied with capitals', (t) => {
  for (const line of [
    'крот сдал ведро на склад',
    '‹борщ› сдал крот на склад',
    '‹борщ› сдал Крот',
    'роза от ‹Борща› завяла',
  ])
    t.is(
      withCapitals(labelledLine(line), { ...nothing, inNames: new Set(['крот']) }, seededRandom(1)),
      undefined,
      line,
    );
});

test('a row has nouns of the line with capitals and its names, or a noun alone', (t) => {
  const line = labelledLine('вернули ведро, ‹Крот› взял лопату');
  const copies = drawn((random) => asRow(line, { ...nothing, inNames: new Set(['крот']) }, random)).map((row) => {
    const [name] = row?.per ?? [];
    if (name !== undefined) t.is(row?.text.slice(...name), 'Крот');
    return row?.text;
  });
  for (const row of ['Ведро', '- Лопату', 'Ведро;Крот;Лопату', '|Ведро|Крот|Лопату|', '1) Крот 2) Лопату'])
    t.true(copies.includes(row), row);
  t.is(asRow(labelledLine('‹Крот› взял'), { ...nothing, inNames: new Set(['крот']) }, seededRandom(1)), undefined);
  const known = { inNames: new Set(['ведро']), elsewhere: new Set(['крот']) };
  t.true(
    drawn((random) => asRow(line, known, random)).every((row) => row?.text.includes('Лопату') && row.per.length === 0),
  );
});
