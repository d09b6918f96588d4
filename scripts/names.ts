import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runToCompletion } from '../src/concurrency/steps.ts';
import { cleanQuery } from '../src/personal-data/clean.ts';
import { findInText } from '../src/personal-data/find.ts';
import { labels } from '../src/personal-data/names/chain.ts';
import { compiled, featureBuffer, featuresAt, type Template } from '../src/personal-data/names/features.ts';
import { listNamed } from '../src/personal-data/names/lexicon.ts';
import { chanceAt, Conversation, type Tagged } from '../src/personal-data/names/mentions.ts';
import { Tagger } from '../src/personal-data/names/tagger.ts';
import { mentionTemplates } from '../src/personal-data/names/templates.ts';
import { reach, type ReadText } from '../src/personal-data/names/token-contexts.ts';
import type { Token } from '../src/personal-data/names/tokens.ts';
import type { WeightTable } from '../src/personal-data/names/weights.ts';
import { labelledLine } from './bench/labelled-lines.ts';

const tagger = new Tagger();
const buffer = featureBuffer();

type Weighed = { readonly said: string; readonly pair: readonly [begin: number, inside: number] };

/** The words that a template asks for, and the list. */
const saidAt = ({ tokens, lists }: ReadText, at: number, { text, offsets, list }: Template): string[] => {
  const asked = offsets.map((offset) => tokens[at + offset]?.spelling.text ?? '·');
  const each =
    list === undefined ? [''] : [...(lists[at + list + reach] ?? [])].map((number) => ` ${listNamed(number)}`);
  return each.map((name) => `${text}${name} (${asked.join(' ').replaceAll('\n', '⏎')})`);
};

const firstFeatures = (text: ReadText, at: number, table: WeightTable): Weighed[] =>
  compiled.flatMap((template) => {
    const count = featuresAt(text, at, [template], buffer);
    const said = saidAt(text, at, template);
    return Array.from({ length: count }, (_, number) => ({
      said: said[number] ?? '',
      pair: table.of(buffer[number] ?? 0),
    }));
  });

const secondFeatures = (conversation: Conversation, tagged: Tagged, at: number, table: WeightTable): Weighed[] => {
  const count = conversation.featuresAt(tagged, at, buffer);
  return mentionTemplates.slice(0, count).map((said, number) => ({ said, pair: table.of(buffer[number] ?? 0) }));
};

const shown = 5;

/** The features that weigh most for and against a name, by the label that is more probable. */
const printWeights = (features: readonly Weighed[], label: 0 | 1): void => {
  const sorted = features
    .map(({ said, pair }) => ({ said, weight: pair[label] }))
    .toSorted((one, other) => other.weight - one.weight);
  for (const [sign, some] of [
    ['for', sorted.slice(0, shown)],
    ['against', sorted.toReversed().slice(0, shown)],
  ] as const)
    for (const { said, weight } of some)
      if (sign === 'for' ? weight > 0 : weight < 0)
        console.log(`    ${sign.padEnd(8)}${weight.toFixed(2).padStart(6)}  ${said}`);
};

/** The chances of a name to one against it. */
const oddsAt = (tagged: Tagged, at: number): string => {
  const chance = chanceAt(tagged, at);
  const odds = chance / (1 - chance);
  return odds >= 1 ? `${odds.toFixed(1)} : 1` : `1 : ${(1 / odds).toFixed(1)}`;
};

const labelAt = ({ probabilities }: Tagged, at: number): 0 | 1 =>
  (probabilities[at * labels + 1] ?? 0) >= (probabilities[at * labels + 2] ?? 0) ? 0 : 1;

/** Prints for each word its odds and what weighed most, in both passes, and the cleaned text. */
const explain = (written: string): void => {
  const read = runToCompletion(tagger.read(runToCompletion(findInText(written)).rest));
  const [reread = read] = runToCompletion(tagger.reread([read]));
  const conversation = runToCompletion(Conversation.of([read]));
  const [first, second] = tagger.learnt.tables;
  (read.text.tokens as Token[]).forEach(({ spelling: { kind, text } }, at) => {
    if (kind !== 'word' && kind !== 'latin') return;
    console.log(`${text}\n  first pass   ${oddsAt(read, at)}`);
    printWeights(firstFeatures(read.text, at, first), labelAt(read, at));
    const others = secondFeatures(conversation, read, at, second);
    if (others.length === 0) return;
    console.log(`  second pass  ${oddsAt(reread, at)}`);
    printWeights(others, labelAt(reread, at));
  });
  console.log(cleanQuery(written));
};

const usage = `usage: npm run names -- "TEXT" …
       npm --silent run names -- --clean FILE
       npm --silent run names -- --label FILE

Prints of each TEXT, a conversation of its own, the odds of each word, what weighed for and against a name, and the cleaned text. With --clean it prints each line
of a file cleaned, as a conversation of its own. With --label it prints the lines of a file, in which names stand between ‹ and › and line breaks are \\n, as they
are kept in test/data/names.`;

const linesOf = (path: string): readonly string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');

const run = (): number => {
  const { values, positionals } = parseArgs({
    options: { clean: { type: 'string' }, label: { type: 'string' } },
    allowPositionals: true,
  });
  const { clean, label } = values;
  if (label !== undefined) for (const line of linesOf(label)) console.log(JSON.stringify(labelledLine(line)));
  else if (clean !== undefined) for (const line of linesOf(clean)) console.log(cleanQuery(line));
  else positionals.forEach(explain);
  return clean === undefined && label === undefined && positionals.length === 0 ? 2 : 0;
};

try {
  process.exitCode = run();
} catch (error) {
  if (!(error instanceof Error && 'code' in error)) throw error;
  // An option that is not known, or a file that cannot be read.
  console.error(`names: ${error.message}`);
  process.exitCode = 2;
}
if (process.exitCode === 2) console.error(usage);
