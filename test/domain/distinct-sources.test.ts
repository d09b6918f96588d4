import test from 'ava';
import type { OrderedSource } from '../../src/domain/answer-order.ts';
import { distinctSources } from '../../src/domain/distinct-sources.ts';
import { fullText } from '../../src/domain/ticket-record.ts';

/** Any solution is longer than this. */
const ending = ' Потом проверьте печать.';
const source = (ticketId: string, score: number, solution: string, more: Partial<OrderedSource> = {}) => ({
  ...{ ticketId, score, isFlagged: false, ...more },
  fullText: fullText({
    category: `К${ticketId}`,
    problem: [`Беда ${ticketId}`],
    solution: `${solution}${ending}`.split('\n\n'),
  }),
});
const grouped = (sources: readonly ReturnType<typeof source>[], noise?: number) =>
  distinctSources(sources, noise).map(({ ticketId, copies }) => [ticketId, ...copies].join(' '));
const areSame = (one: string, other: string) => grouped([source('1', 0.9, one), source('2', 0.8, other)]).length === 1;

test('tickets with the same solution are one, whatever their problems, and leave room for others', (t) => {
  const copies = ['1', '2', '3', '4', '5'].map((id, index) => source(id, 0.9 - index / 100, 'Верните прежний порт.'));
  const others = ['6', '7', '8', '9', '10'].map((id, index) => source(id, 0.8 - index / 100, `Иное ${id}`));
  t.deepEqual(grouped([...copies, ...others]), ['1 2 3 4 5', '6', '7', '8', '9']);
});

test('greetings, case, punctuation, line breaks and masks make no difference', (t) => {
  t.true(areSame('Здравствуйте, [ИМЯ]!\n\nВерните порт: настройки – «Порты».', 'верните ПОРТ\nнастройки порты'));
  t.true(areSame('[ИМЯ], добрый день! Верните порт.', 'Good morning! Верните порт'));
  t.true(areSame('Всё ещё.', 'все еще'));
  const [one, other] = [source('1', 0.9, 'Порт'), source('2', 0.8, 'Порт')];
  t.deepEqual(grouped([one, { ...other, fullText: `${other.fullText} С вами [ИМЯ], [ТЕЛЕФОН]` }]), ['1', '2']);
  t.deepEqual(grouped([one, { ...other, fullText: `${other.fullText} – [ИМЯ], [ТЕЛЕФОН]` }]), ['1 2']);
});

test('a word, a number, a code or the order makes another solution', (t) => {
  t.false(areSame('Установите версию 5.2.', 'Установите версию 5.3.'));
  t.false(areSame('Ошибка E42: включите порт.', 'Ошибка E43: включите порт.'));
  t.false(areSame('Порт включать надо.', 'Порт включать не надо.'));
  t.false(areSame('Сначала порт, потом драйвер.', 'Сначала драйвер, потом порт.'));
  t.false(areSame('Версия 1.5', 'Версия 15'));
  t.false(areSame('Hello world.', 'Good morning wor ld'));
  t.false(areSame('Добрый деньгам счёт.', 'Счёт.'));
  t.false(areSame('Включите порт', 'Включите порт. Не'));
});

test('solutions without words are not the same, and very long ones only if no character differs', (t) => {
  const wordless = ['1', '2'].map((id) => ({
    ...source(id, 0.9, ''),
    fullText: 'Категория: \nПроблема: Беда\nРешение: [ИМЯ]…',
  }));
  t.deepEqual(grouped(wordless), ['1', '2']);
  const long = 'Длинный рассказ о печати. '.repeat(200);
  t.true(areSame(long, long));
  t.false(areSame(long, long.toUpperCase()));
});

test('of those about equally near, the one that is not flagged stands for all, then the younger; of others the nearest', (t) => {
  const flagged = source('1', 0.9, 'Порт', { isFlagged: true });
  t.deepEqual(grouped([flagged, source('2', 0.89, 'Порт')], 0.02), ['2 1']);
  t.deepEqual(grouped([flagged, source('2', 0.87, 'Порт')], 0.02), ['1 2']);
  t.deepEqual(grouped([flagged, source('2', 0.9, 'Порт')]), ['1 2'], 'without a noise the scores decide');
  const old = source('1', 0.9, 'Порт', { resolvedAt: '2020-01-01T00:00:00Z' });
  t.deepEqual(grouped([old, source('2', 0.89, 'Порт', { resolvedAt: '2024-01-01T00:00:00Z' })], 0.02), ['2 1']);
});

test('sources stay ordered by their scores, equal ones by id', (t) => {
  const flagged = source('1', 0.9, 'Порт', { isFlagged: true });
  const sources = [flagged, source('2', 0.895, 'Драйвер'), source('3', 0.89, 'Порт')];
  t.deepEqual(grouped(sources, 0.02), ['2', '3 1']);
  t.deepEqual(grouped([flagged, source('2', 0.89, 'Драйвер'), source('3', 0.89, 'Порт')], 0.02), ['2', '3 1']);
});
