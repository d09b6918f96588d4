import test from 'ava';
import { runAtOnce } from '../../../src/concurrency/steps.ts';
import { nameMask } from '../../../src/personal-data/find.ts';
import { cleanField, cleanQuery } from '../../../src/personal-data/clean.ts';
import { NameFinder } from '../../../src/personal-data/names/find-names.ts';
import { contactOut } from '../../../src/personal-data/spans.ts';
import { cueTable, type ContextName } from '../../../src/personal-data/names/cues/index.ts';

/** `‹Лена› на связи` as a sender writes it, as it must be masked, and as it is. */
const written = (example: string): string => example.replace(/[‹›]/g, '');
const masked = (example: string): string => cleanField(example.replace(/‹[^›]*›/g, nameMask));
const cleaned = (example: string): string => cleanQuery(written(example)).replaceAll('\n', ' ');

/** Contacts are cut out before names are searched for. */
const withoutContacts = (text: string): string =>
  text.replace(/8 921 400-10-20|a@b\.ru/g, (contact) => contactOut.repeat(contact.length));

const finder = new NameFinder();

const matches = (context: ContextName, pattern: string, text: string): boolean => {
  const document = runAtOnce(finder.read(withoutContacts(text)));
  if (document.fired.includes(pattern)) return true;
  return document.tokens.some((_, at) => finder.cues.patternsAt(context, document, at).includes(pattern));
};

for (const [context, cues] of Object.entries(cueTable) as [ContextName, (typeof cueTable)[ContextName]][])
  test(`cues: ${context}`, (t) => {
    for (const { pattern, examples } of cues) {
      for (const example of [...examples.yes, ...(examples.no ?? [])])
        t.is(cleaned(example), masked(example), `${pattern}: ${example}`);
      for (const example of examples.yes)
        t.true(matches(context, pattern, written(example)), `${pattern} does not match: ${example}`);
    }
  });

test('a long text of few words is read as a short one', (t) => {
  const examples = Object.values(cueTable).flatMap((cues) => cues.map(({ examples: { yes } }) => written(yes[0])));
  const longText = 500;
  for (const example of examples.filter((_, number) => number % 8 === 0)) {
    const [few, many] = [4, longText].map((times) => cleanQuery(`${example}\n`.repeat(times)).split('\n'));
    t.deepEqual(new Set(many?.slice(2, -3)), new Set(few?.slice(2, -1)), example);
  }
});
