import test from 'ava';
import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { localEmbedder } from '../../../src/adapters/local-model/embedder.ts';

const embedder = localEmbedder();

const vector = (text: string): Promise<Float32Array> => embedder.embedQuery(text);

const cosine = async (one: string, other: string): Promise<number> => {
  const [a, b] = [await vector(one), await vector(other)];
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
};

const length = (values: Float32Array): number => Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));

test('every text gets a finite vector of length 1 with the stated dimensions', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.lorem()),
      async (text) => {
        const values = await vector(text);
        return values.length === embedder.dimensions() && Math.abs(length(values) - 1) < 1e-5;
      },
    ),
  );
  t.is(embedder.dimensions(), 512);
});

test('the model is known by its name and by these vectors: other vectors need another name', async (t) => {
  const texts = [
    'Не приходит код подтверждения, ошибка E-1045 в приложении версии 2.3.1',
    'My parcel has not arrived yet, order 48213',
    'yt hf,jnftn ghbynth',
    '',
  ];
  const hash = createHash('sha256');
  for (const values of await embedder.embedTickets(texts)) hash.update(new Uint8Array(values.buffer));
  t.is(embedder.model, 'local-1');
  t.is(hash.digest('hex').slice(0, 16), '250bed49465a7652');
});

test('a new embedder gives the same vectors as one that has seen other texts', async (t) => {
  const text = 'Принтер не печатает после обновления драйвера, код 0x80070643';
  await embedder.embedTickets(['Принтеры печатают', 'драйвер обновления', text, 'код']);
  t.deepEqual(await localEmbedder().embedQuery(text), await vector(text));
});

test('vectors are returned in the order of the tickets, and a query equal to a ticket has the cosine 1', async (t) => {
  const texts = ['Возврат денег за заказ 48213', 'Не работает интернет\nуже второй день', 'Reset my password'];
  const tickets = await embedder.embedTickets(texts);
  for (const [i, text] of texts.entries()) t.deepEqual(tickets[i], await vector(text));
  t.true(Math.abs((await cosine('Возврат денег за заказ 48213', 'Возврат денег за заказ 48213')) - 1) < 1e-6);
});

test('letter case, ё, punctuation and blanks do not matter', async (t) => {
  t.deepEqual(await vector('Ещё НЕ пришёл счёт!'), await vector('еще не пришел   счет'));
  t.deepEqual(await vector('йогурт ёлка'.normalize('NFD')), await vector('йогурт ёлка'));
});

test('another form of a Russian or English word is close, another word is not', async (t) => {
  for (const [one, other] of [
    ['холодильник', 'холодильниками'],
    ['подключение', 'подключить'],
    ['тарифа', 'тарифами'],
    ['subscription', 'subscriptions'],
    ['verify', 'verified'],
  ] as const) {
    t.true((await cosine(one, other)) > 0.55, `${one} ${other}`);
  }
  t.true(Math.abs(await cosine('холодильник', 'подписка')) < 0.25);
});

test('a typo leaves a text closer to its ticket than to any other', async (t) => {
  const query = 'не рабоатет холодилник, мороизлка теплая';
  const own = await cosine(query, 'Не работает холодильник: морозилка тёплая');
  t.true(own > 0.4);
  t.true(own > 2 * (await cosine(query, 'Не работает интернет, роутер мигает')));
});

test('a word misspelt by ear is close to the right one', async (t) => {
  for (const [one, other] of [
    ['пороль', 'пароль'],
    ['даставка опаздываит', 'доставка опаздывает'],
    ['подьезд', 'подъезд'],
    ['акаунт', 'аккаунт'],
    ['сабака', 'собака'],
  ] as const) {
    t.true((await cosine(one, other)) > 0.6, `${one} ${other}`);
  }
});

test('a frequent word keeps its meaning though it is one edit away from a known word', async (t) => {
  for (const [one, other] of [
    ['завтрак', 'завтра'],
    ['дерево', 'дешево'],
    ['county', 'country'],
    ['monkey', 'money'],
  ] as const) {
    t.true((await cosine(one, other)) < (await cosine(other, other)) - 0.3, `${one} ${other}`);
  }
});

test('a common word counts less than a rare one', async (t) => {
  const ticket = 'когда мебель придёт на склад';
  t.true((await cosine(ticket, 'мебель')) > 1.5 * (await cosine(ticket, 'когда')));
  t.true(
    (await cosine('the government bought a gasket', 'gasket')) >
      1.2 * (await cosine('the government bought a gasket', 'government')),
  );
});

test('a negation counts the same in each of its forms', async (t) => {
  t.true((await cosine("it won't open", 'it does not open')) > 0.7);
  t.true((await cosine("isn't there", 'not there')) > 0.5);
  t.true((await cosine('нету связи', 'нет связи')) > 0.75);
});

test('words of support that mean the same are close in both languages', async (t) => {
  t.true((await cosine('отменить заказ', 'аннулировать заказ')) > 0.5);
  t.true((await cosine('забыл пароль', 'forgot password')) > 0.3);
});

test('a mask of personal data does not count', async (t) => {
  t.deepEqual(
    await vector('Меня зовут [ИМЯ], мой телефон [ТЕЛЕФОН], почта [EMAIL]: не пришёл чек'),
    await vector('Меня зовут , мой телефон , почта : не пришёл чек'),
  );
});

test('numbers and codes count, however they are written', async (t) => {
  const same = await cosine('ошибка E-1045', 'ошибка е1045');
  const other = await cosine('ошибка E-1045', 'ошибка E-1054');
  t.true(same > 0.7);
  t.true(other < same - 0.2);
  t.true((await cosine('версия 2.3.1', 'версия 2.3.1')) > (await cosine('версия 2.3.1', 'версия 2.4.1')) + 0.2);
  t.true((await cosine('iPhone 13', 'iphone13')) > 0.7);
});

test('a text without a word or a number gets one fixed vector', async (t) => {
  const nothing = await vector('');
  for (const text of [' \n\t', '?!… — «»', '[ИМЯ] [ТЕЛЕФОН]', '🙂']) t.deepEqual(await vector(text), nothing);
  t.is(nothing[0], 1);
});

test('a repeated text stays close to the text', async (t) => {
  t.true((await cosine('не печатает принтер', 'не печатает принтер '.repeat(500))) > 0.9);
});

test('huge hostile texts are embedded like any other, and quickly', async (t) => {
  const size = 256 * 1024;
  const hostile = [
    'a'.repeat(size),
    'ж'.repeat(size),
    'a1'.repeat(size / 2),
    'a-'.repeat(size / 2),
    "'".repeat(size),
    '.,'.repeat(size / 2),
    '\u0301'.repeat(size),
    '\ufdfa'.repeat(size / 8),
    '['.repeat(size),
    '[ИМЯ'.repeat(size / 4),
    '\ud800'.repeat(size),
    Array.from({ length: size / 8 }, (_, i) => i.toString(36).padStart(7, 'q')).join(' '),
  ];
  for (const text of hostile) {
    const values = await vector(text);
    t.true(Math.abs(length(values) - 1) < 1e-5);
  }
});
