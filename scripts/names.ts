import { runAtOnce } from '../src/concurrency/steps.ts';
import { cleanQuery } from '../src/personal-data/clean.ts';
import { cueTable, type ContextName } from '../src/personal-data/names/cues/index.ts';
import { facts, type FactName } from '../src/personal-data/names/cues/facts.ts';
import { NameFinder } from '../src/personal-data/names/find-names.ts';
import { rulesAlone } from '../src/personal-data/names/learnt.ts';
import { type Token } from '../src/personal-data/names/tokens.ts';

const finder = new NameFinder();
const byRules = new NameFinder(rulesAlone);

/** What the dictionary and the lists say of a word: its properties that hold, and its readings. */
const readingOf = ({ spelling, opensSentence }: Token): string =>
  [
    spelling.letters,
    ...(opensSentence ? ['opens'] : []),
    ...(Object.keys(facts) as FactName[]).filter((fact) => finder.cues.is(spelling, fact)),
    ...[...spelling.entry.dict, ...spelling.entry.listed].map(({ lemma, tag }) => [lemma, ...tag.grammemes].join('.')),
  ].join(' ');

/** Prints each word with its readings, the cues that match at it and the odds of what was learnt, by what the rules have marked; and the decision. */
const explain = (text: string): void => {
  const read = runAtOnce(finder.read(text));
  const { fired } = read;
  const document = { ...read, marked: runAtOnce(byRules.read(text)).marked };
  const names = Object.keys(cueTable) as ContextName[];
  document.tokens.forEach((token, at) => {
    if (token.spelling.kind !== 'word' && token.spelling.kind !== 'latin') return;
    console.log(`${token.spelling.text}\n  ${readingOf(token)}`);
    for (const name of names)
      for (const pattern of finder.cues.patternsAt(name, document, at)) console.log(`  ${name.padEnd(20)} ${pattern}`);
    const odds = finder.learnt.odds(document, at);
    if (finder.learnt.decides(document, at) && Number.isFinite(odds))
      console.log(`  ${'learnt'.padEnd(20)} ${odds.toFixed(2)}`);
  });
  console.log(`marked by\n${fired.map((pattern) => `  ${pattern}`).join('\n')}\n${cleanQuery(text)}`);
};

const texts = process.argv.slice(2);
if (texts.length === 0) {
  console.error(
    'usage: npm run names -- "TEXT" …   prints what is known of each word, the cues that match and the cleaned text',
  );
  process.exitCode = 2;
} else texts.forEach(explain);
