import { runAtOnce } from '../src/concurrency/steps.ts';
import { cleanQuery } from '../src/personal-data/clean.ts';
import { cueTable, type ContextName } from '../src/personal-data/names/cues/index.ts';
import { facts } from '../src/personal-data/names/cues/facts.ts';
import { readNames } from '../src/personal-data/names/find-names.ts';
import { type Cues } from '../src/personal-data/names/match.ts';
import { type Token } from '../src/personal-data/names/tokens.ts';

/** What the dictionary and the lists say of a word: its properties that hold, and the forms of its sense as a name. */
const readingOf = (cues: Cues, { spelling, opensSentence }: Token): string =>
  [
    spelling.letters,
    ...(opensSentence ? ['opens'] : []),
    ...Object.keys(facts).filter((fact) => cues.is(spelling, fact)),
    ...spelling.forms.nameForms.map((form) => `name:${form.replace(' ', '.')}`),
  ].join(' ');

/** Prints each word with its readings and the cues that match at it, and the decision. */
const explain = (text: string): void => {
  const document = runAtOnce(readNames(text));
  const names = Object.keys(cueTable) as ContextName[];
  document.tokens.forEach((token, at) => {
    if (token.spelling.kind !== 'word' && token.spelling.kind !== 'latin') return;
    console.log(`${token.spelling.text}\n  ${readingOf(document.cues, token)}`);
    for (const name of names)
      for (const pattern of document.cues.matching(name, document, at)) console.log(`  ${name.padEnd(20)} ${pattern}`);
  });
  console.log(`marked by\n${document.fired.map((pattern) => `  ${pattern}`).join('\n')}\n${cleanQuery(text)}`);
};

const texts = process.argv.slice(2);
if (texts.length === 0) {
  console.error(
    'usage: npm run names -- "TEXT" …   prints what is known of each word, the cues that match and the cleaned text',
  );
  process.exitCode = 2;
} else texts.forEach(explain);
