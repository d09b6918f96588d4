import { createHash } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import { semanticEmbedder, isAboutName } from '../../../src/adapters/local-model/semantic-embedder.ts';

const embedder = semanticEmbedder();

const ticket = async (text: string): Promise<Float32Array> => {
  const [vector = new Float32Array()] = await embedder.embedTickets([text]);
  return vector;
};

const cosine = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

const found = async (query: string, text: string): Promise<number> =>
  cosine(await embedder.embedQuery(query), await ticket(text));

test('every text gets a finite vector of length 1 with 512 dimensions, as a ticket and as a query', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string({ unit: 'grapheme' }), fc.lorem()), async (text) => {
      for (const vector of [await ticket(text), await embedder.embedQuery(text)]) {
        t.is(vector.length, 512);
        t.true(Math.abs(cosine(vector, vector) - 1) < 1e-5);
      }
    }),
    { numRuns: 50 },
  );
  t.is(embedder.dimensions(), 512);
});

test('the model is known by its name and by these vectors: other vectors need another name', async (t) => {
  const hash = createHash('sha256');
  for (const text of [
    'Не приходит код подтверждения, ошибка E-1045',
    'My parcel has not arrived yet',
    'yt hf,jnftn',
    '',
  ]) {
    hash.update(new Uint8Array((await ticket(text)).buffer));
    hash.update(new Uint8Array((await embedder.embedQuery(text)).buffer));
  }
  t.is(embedder.model, 'local-2');
  t.is(hash.digest('hex').slice(0, 16), '128a951dafa9561c');
});

test('a query equal to a ticket has the cosine 1, though it turns on a name', async (t) => {
  for (const text of ['не могу войти в личный кабинет', 'ошибка 0x80070643', 'шлагбаум']) {
    t.true(Math.abs((await found(text, text)) - 1) < 1e-6, text);
  }
});

test('a text that turns on a name is compared more by its words', async (t) => {
  const long = 'после обновления программы при каждой попытке входа появляется ошибка ';
  t.true((await found('ошибка 809', `${long}809`)) - (await found('ошибка 809', `${long}691`)) > 0.1);
});

test('a text of one to three words, or of up to eight with a code, a model or a number of three digits, turns on a name', (t) => {
  for (const text of ['шлагбаум', 'нет звука', 'не работает домофон', 'принтер HP M1132 печатает полосами']) {
    t.true(isAboutName(text), text);
  }
  t.true(isAboutName('при входе в программу пишет ошибку 809'));
  t.false(isAboutName('при входе в программу со вчерашнего дня пишет ошибку 809'));
  for (const text of ['после обновления пропал звук в наушниках', 'курьер не приезжает уже 3 дня подряд']) {
    t.false(isAboutName(text), text);
  }
});

test('a ticket is found by what it means, without a shared word', async (t) => {
  const query = 'телефон перестал заряжаться от сети';
  t.true(
    (await found(query, 'Аккумулятор мобильника не берёт заряд')) >
      (await found(query, 'Интернет перестал работать в сети')),
  );
});

test('a query with a code finds the ticket with that code among others in the same words', async (t) => {
  const of = (code: string) => `При оплате картой появляется ошибка ${code}, деньги не списываются`;
  t.true(
    (await found('ошибка PAY-51 при оплате картой', of('PAY-51'))) >
      (await found('ошибка PAY-51 при оплате картой', of('PAY-19'))),
  );
});

test('the other keyboard layout, capitals and masks of personal data do not matter', async (t) => {
  t.true((await found('yt hf,jnftn ghbynth d ,e[ufknthbb', 'не работает принтер в бухгалтерии')) > 0.9);
  t.true((await found('НЕ РАБОТАЕТ ПРИНТЕР В БУХГАЛТЕРИИ', 'не работает принтер в бухгалтерии')) > 0.9);
  t.true(
    (await found('[ИМЯ], не работает принтер в бухгалтерии [ТЕЛЕФОН]', 'не работает принтер в бухгалтерии')) > 0.9,
  );
});

test('the thread is asked for other work before each text and within a long one, whose vector stays what it is', async (t) => {
  const askedFor = async (texts: readonly string[]) => {
    let asked = 0;
    const vectors = await embedder.embedTickets(texts, () => {
      asked += 1;
      return undefined;
    });
    return { asked, vectors };
  };
  const short = await askedFor(['раз', 'два', 'три']);
  t.true(short.asked >= 3);
  const words = Array.from({ length: 20_000 }, (_, index) => `слово${index % 7919}`).join(' ');
  const long = await askedFor([words]);
  t.true(long.asked > 100);
  t.deepEqual(long.vectors, await embedder.embedTickets([words]));
});
