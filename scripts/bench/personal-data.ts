import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cleanConversation } from '../../src/personal-data/clean.ts';
import { emailMask, nameMask, phoneMask } from '../../src/personal-data/find.ts';
import { hostileShapes, repeated } from './hostile-shapes.ts';
import { labelledFolder, readLines } from './labelled-lines.ts';
import { countDigits, countSpans, f1, recall, scoresOfNames, spansFound, type Offsets } from './span-scores.ts';

type Line = {
  readonly text: string;
  readonly per?: readonly Offsets[];
  readonly ph?: readonly Offsets[];
  readonly sp?: readonly (readonly [number, number, 'E' | 'L'])[];
};

const print = (what: string, value: string): void => console.log(`  ${what.padEnd(34)}${value.padStart(8)}`);
const percent = (share: number): string => (share * 100).toFixed(1);
const shareOf = <T>(items: readonly T[], test: (item: T) => boolean): number =>
  items.length === 0 ? 0 : items.filter(test).length / items.length;

const reportNames = (lines: readonly Line[]): void => {
  const found = lines.map(({ text, per = [] }) => ({ text, per, spans: spansFound(text, nameMask) }));
  for (const [what, value] of Object.entries(scoresOfNames(found))) print(what, value);
};

const reportPhones = (lines: readonly Line[]): void => {
  const clean = lines.filter(({ ph = [] }) => ph.length === 0);
  print(
    'digits masked, %',
    percent(recall(lines.map(({ text, ph = [] }) => countDigits(text, ph, spansFound(text, phoneMask))))),
  );
  print('negatives touched, %', percent(shareOf(clean, ({ text }) => spansFound(text, phoneMask).length > 0)));
};

const reportAddresses = (lines: readonly Line[]): void => {
  const ofKind = (line: Line, kind: 'E' | 'L'): Offsets[] =>
    (line.sp ?? []).filter((span) => span[2] === kind).map(([start, end]) => [start, end]);
  const score = (kind: 'E' | 'L', mask: string): string =>
    f1(lines.map((line) => countSpans(ofKind(line, kind), spansFound(line.text, mask)))).toFixed(3);
  print('e-mails, F1', score('E', emailMask));
  print('links, F1', score('L', ''));
};

const milliseconds = (work: () => void): number => {
  const started = performance.now();
  work();
  return performance.now() - started;
};

const minRounds = 5;
const minTotalMs = 500;

/** Cleans each text separately; after a first pass that warms up, the best pass counts. */
const reportSpeed = (texts: readonly string[]): void => {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const pass = (): number =>
    milliseconds(() => {
      for (const text of texts) cleanConversation([text]);
    });
  print('MB/s, first pass', (bytes / 1000 / pass()).toFixed(1));
  const passes: number[] = [];
  for (let spent = 0; passes.length < minRounds || spent < minTotalMs; spent += passes.at(-1) ?? 0) passes.push(pass());
  print('MB/s, warm', (bytes / 1000 / Math.min(...passes)).toFixed(1));
};

/** Returns ms of processor time, which does not depend on other load. */
const processorTime = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

const slowestShown = 3;

/** Prints the slowest shapes, and how much longer twice the length takes: about 2 if the time is linear. */
const reportHostile = (hostileBytes: number): void => {
  const shapes = hostileShapes();
  console.log(`hostile shapes of ${hostileBytes / 1e6} MB: ${shapes.length}`);
  const clean = (shape: string, bytes: number): number => {
    const text = repeated(shape, bytes);
    return processorTime(() => cleanConversation([text]));
  };
  const timed = shapes.map((shape) => ({ shape, time: clean(shape, hostileBytes) }));
  for (const { shape, time } of timed.sort((a, b) => b.time - a.time).slice(0, slowestShown)) {
    print(`${JSON.stringify(shape)}, ms`, time.toFixed(0));
    print('  twice the length, times', (clean(shape, hostileBytes) / clean(shape, hostileBytes / 2)).toFixed(1));
  }
};

const reports: Readonly<Record<string, (lines: readonly Line[]) => void>> = {
  'factrueval_dev.jsonl': reportNames,
  'chat_names.jsonl': reportNames,
  'phones.jsonl': reportPhones,
  'emails_links.jsonl': reportAddresses,
};

const { values, positionals } = parseArgs({
  options: {
    'hostile-bytes': { type: 'string', default: '1000000' },
    /** So many lines of each labelled file. */
    labelled: { type: 'string', default: 'Infinity' },
  },
  allowPositionals: true,
});
const [folder] = positionals;
for (const name of readdirSync(labelledFolder).toSorted()) {
  const lines = readLines<Line>(new URL(name, labelledFolder)).slice(0, Number(values.labelled));
  console.log(`names/${name}: ${lines.length} texts`);
  reportNames(lines);
}
for (const [name, report] of Object.entries(folder === undefined ? {} : reports)) {
  const path = join(folder ?? '', name);
  if (!existsSync(path)) continue;
  const lines = readLines(path);
  console.log(`${name}: ${lines.length} texts`);
  report(lines);
  reportSpeed(lines.flatMap(({ text }) => text.split('\n\n')));
}
reportHostile(Number(values['hostile-bytes']));
