import test from 'ava';
import fc from 'fast-check';
import { benchTicket } from '../../scripts/bench/bench-tickets.ts';
import { runToCompletion } from '../../src/concurrency/steps.ts';
import { isOfNotNames } from '../../src/domain/not-names.ts';
import { cleanConversation, cleanQuery, conversationSteps } from '../../src/personal-data/clean.ts';
import { cleaningWith } from '../../src/personal-data/cleaning.ts';

const removedFrom = (...texts: readonly string[]) => runToCompletion(conversationSteps(texts)).removed;

test('links and host names are counted, each as often as it was removed', (t) => {
  t.is(removedFrom('Откройте https://firma.ru/a и shop.example.com, потом www.example.ru', 'и пример.рф').links, 4);
  t.is(removedFrom('Файл setup.exe и почта ivan@firma.ru, +7 912 345-67-89, [EMAIL]').links, 0);
  t.is(cleaningWith().field('Сайт https://firma.ru').removed.links, 1);
});

test('links are told as they were written, the first different ones, shortened', (t) => {
  const long = `https://firma.ru/${'a'.repeat(200)}`;
  t.deepEqual(removedFrom('Откройте https://firma.ru/a, снова https://firma.ru/a,', `и ${long}`).linkTexts, [
    ...['https://firma.ru/a', `${long.slice(0, 100)}…`],
  ]);
  t.deepEqual(cleaningWith().field('Сайт firma.ru').removed.linkTexts, ['firma.ru']);
  const many = Array.from({ length: 60 }, (_, index) => `https://firma.ru/${index}`).join(' ');
  t.like(removedFrom(many), { links: 60, linkTexts: { length: 20 } });
});

test('names are told as they were written, each once, and masks of an earlier cleaning are none', (t) => {
  t.deepEqual(removedFrom('Пишет Глеб Мороз', 'Морозу ответили', 'Пишет Глеб Мороз').names, ['Глеб Мороз', 'Морозу']);
  t.deepEqual(removedFrom('Здравствуйте, [ИМЯ]! Пишите на [EMAIL]').names, []);
  const many = Array.from({ length: 60 }, (_, index) => `Фамилия: Тютюнник${'а'.repeat(index % 30)} Глеб ${index}`);
  t.true(removedFrom(...many).names.length <= 20);
});

const isNotName = isOfNotNames(['Алиса', 'Алисе']);

test('a word that is listed stays where it was taken for a name, and is masked beside one that is not', (t) => {
  t.is(cleanQuery('Здравствуйте, Алиса не отвечает'), 'Здравствуйте, [ИМЯ] не отвечает');
  t.is(cleanQuery('Здравствуйте, Алиса не отвечает', isNotName), 'Здравствуйте, Алиса не отвечает');
  const texts = ['Станция не включается. Алиса молчит. Ответьте Алисе Смирновой'];
  t.deepEqual(cleanConversation(texts, undefined, isNotName), ['Станция не включается. Алиса молчит. Ответьте [ИМЯ]']);
  t.deepEqual(cleanConversation(['Алиса не платит'], 'Алиса', isNotName), ['Алиса не платит']);
});

test('nothing but names is ever freed', (t) => {
  const text = 'ivan@firma.ru, https://firma.ru, +7 912 345-67-89, восемь девятьсот двенадцать 345 67 89';
  const words = ['ivan', 'firma', 'ru', '7', '912', '345', '67', '89', 'https', 'восемь', 'девятьсот', 'двенадцать'];
  t.is(cleanQuery(text, isOfNotNames(words)), cleanQuery(text));
});

test('a cleaned text stays as it is when it is cleaned again, with a list too', (t) => {
  const texts = fc.nat({ max: 10_000 }).map((number) => benchTicket(number).messages.map(({ text }) => text));
  fc.assert(
    fc.property(texts, (some) => {
      const names = removedFrom(...some).names.filter((name) => !name.includes(' '));
      const listed = isOfNotNames(names.slice(0, 2));
      const once = cleanConversation(some, undefined, listed);
      t.deepEqual(cleanConversation(once, undefined, listed), once);
    }),
    { numRuns: 100 },
  );
});
