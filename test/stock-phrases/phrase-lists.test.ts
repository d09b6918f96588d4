import test from 'ava';
import { parsePhraseLists } from '../../src/stock-phrases/phrase-lists.ts';
import { phraseMatchers } from '../../src/stock-phrases/phrase-matcher.ts';
import { fits, parsePhrase, type Phrase } from '../../src/stock-phrases/phrase-notation.ts';
import { bareRequests, courtesies, phraseLists, stockPhrases } from '../../src/stock-phrases/stock-phrases.ts';

const forms = [...Object.values(stockPhrases), bareRequests].flatMap(({ ru, en }) => [...ru, ...en]);
const notations = { ...phraseLists, forms, courtesies: Object.values(courtesies).flat() };

/** Whether a word can begin a phrase, by going through its elements as the notation is explained. */
const begins = (word: string, phrase: Phrase): boolean => {
  for (const element of phrase) {
    if (element.is !== 'choice' || fits(word, element)) return true;
    const inner = element.lists.flatMap((name) => notations[name as keyof typeof notations]);
    if (inner.some((notation) => begins(word, parsePhrase(notation)))) return true;
    if (!element.optional) return false;
  }
  return false;
};

/** In any order. */
const written = (phrases: readonly Phrase[]) =>
  phrases
    .map((phrase) => JSON.stringify(phrase, (_, value: unknown) => (value instanceof Set ? [...value] : value)))
    .toSorted();

test('of each list a word begins the phrases whose first elements it fits: as a word, by its beginning, by its ending, or within another list', (t) => {
  const { begunBy } = parsePhraseLists(notations);
  const words = ['уточните', 'по', '[имя]', '12', 'новый', 'ый', 'xый', 'нужнейший', 'скриншот', 'абракадабра', 'the'];
  for (const word of words) {
    const begun = begunBy(word);
    for (const [name, list] of Object.entries(notations)) {
      const expected = list.map(parsePhrase).filter((phrase) => begins(word, phrase));
      t.deepEqual(written(begun.get(name) ?? []), written(expected), `${word} in ${name}`);
    }
  }
});

test('all words that the phrases do not have share one answer, whatever their length, and numbers have as many as first digits', (t) => {
  const { begunBy } = parsePhraseLists(notations);
  const unknown = ['абракадабра', 'qwerty', 'щ', '1а'.repeat(20).slice(1), 'ф'.repeat(1_000), '中文', '😀'];
  t.is(new Set(unknown.map(begunBy)).size, 1);
  const numbers = Array.from({ length: 5_000 }, (_, index) => String(200 + index * 7));
  t.true(new Set(numbers.map(begunBy)).size <= 10);
  t.is(begunBy('9'.repeat(40)), begunBy('9а'.repeat(500)));
});

test('an element is looked for once at each word behind the beginning of a phrase, however many ways lead there', (t) => {
  const matcherOf = phraseMatchers({
    number: ['1*'],
    filler: ['{number}'],
    how: ['{number} {how}?'],
    contact: ['{how} позвоните', '{how} свяжитесь'],
  });
  const length = 200;
  let looks = 0;
  const gaps = new Proxy(
    Array.from({ length: length + 1 }, () => 'none' as const),
    {
      get: (all, index) => {
        looks += 1;
        return all[Number(index)];
      },
    },
  );
  const match = matcherOf({ words: Array.from({ length }, () => '12'), gaps, asked: [] });
  for (let at = 0; at < length; at += 1) t.deepEqual(match('contact', at), []);
  // At most 40 words for each of the three elements that are not the first of their phrase, and the fillers at each word.
  t.true(looks <= length * (3 * 40 + 10), `${looks} looks`);
});
