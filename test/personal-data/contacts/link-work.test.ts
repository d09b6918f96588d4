import test from 'ava';
import { runToCompletion } from '../../../src/concurrency/steps.ts';
import { findBareLinks, findSchemeLinks } from '../../../src/personal-data/contacts/links.ts';

/** A text that counts how often one of its characters is looked at. */
class CountedText extends String {
  looks = 0;
  override charCodeAt(at: number): number {
    this.looks += 1;
    return super.charCodeAt(at);
  }
  override charAt(at: number): string {
    this.looks += 1;
    return super.charAt(at);
  }
}

const looksOf = (find: typeof findBareLinks, shape: string, length: number): number => {
  const text = new CountedText(shape.repeat(Math.ceil(length / shape.length)));
  runToCompletion(find(text as unknown as string));
  return text.looks;
};

/** Each is read by its own links only: the address ends before a bracket, its run has many links, or what follows its host belongs to no link. */
const shapes = [
  'é:0)https://',
  'a.ru/)',
  '１иван０.рф',
  'a.ru.Даa.ruиван0',
  'ASP.NET/(',
  'com.firma.ru/(',
  'https://a.ru/(b))',
];

test('the characters of links that are looked at grow with the text, whatever follows them', (t) => {
  for (const find of [findSchemeLinks, findBareLinks])
    for (const shape of shapes) {
      const [short, long] = [looksOf(find, shape, 4_000), looksOf(find, shape, 16_000)];
      t.true(long <= 4.2 * short + 100, `${shape}: ${short} of 4 000, ${long} of 16 000`);
    }
});
