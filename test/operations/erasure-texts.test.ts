import { randomUUID } from 'node:crypto';
import test from 'ava';
import { erasureTexts, isOfId } from '../../src/operations/erasure-texts.ts';
import { searchWords } from '../../src/domain/search-words.ts';
import { pieceBytes } from '../../src/platform/piece-scanner.ts';
import { ticketStored } from '../support/events.ts';
import { recorded } from '../support/recorded-events.ts';
import { memoryPieces } from '../support/requested-erasure.ts';

const userId = randomUUID();
const eventWith = (problem: readonly string[], details: { readonly url?: string } = {}) => {
  const fact = ticketStored({ tenantId: userId, collectionId: randomUUID(), ticketId: '7' });
  const [event] = recorded([{ ...fact, data: { ...fact.data, problem, solution: [], ...details } }]);
  if (!event) throw new Error('It is recorded');
  return event;
};

/** The pieces that are kept of an event with such texts. */
const piecesOf = async (...texts: Parameters<typeof eventWith>) => {
  const kept = memoryPieces();
  const open = await erasureTexts(kept).open({ erasureId: 'e', userId });
  open.add(eventWith(...texts));
  await open.save();
  return kept.load('e');
};

test('pieces are of more than one word, so that none stands in the full-text index of others', async (t) => {
  const long = ['предварительноподготовленный', 'd41d8cd98f00b204e9800998ecf8427e', 'Высокоскоростной'];
  t.deepEqual(
    (await piecesOf(long)).filter((piece) => !isOfId(piece)),
    [],
  );
  const pieces = await piecesOf([
    `Подготовленный ключ ${long[1] ?? ''}, он же ${long[0] ?? ''}`,
    'В ответе «"ключ"» и так далее',
  ]);
  t.true(pieces.length > 2);
  for (const piece of pieces) {
    t.is(Buffer.byteLength(piece), pieceBytes);
    t.notRegex(piece, /["\\\p{Cc}\uFFFD]/u);
    if (!isOfId(piece)) t.true(searchWords(piece).every((word) => !word.includes(piece)) && /[ ,]/.test(piece));
  }
});

test('the first piece is of the id of the event, also where its texts are too short', async (t) => {
  t.deepEqual((await piecesOf(['да'])).map(isOfId), [true]);
  t.true(isOfId((await piecesOf(['Не печатает принтер в бухгалтерии']))[0] ?? ''));
});

test('pieces of the address of a ticket are looked for too, to its end, which no other address has', async (t) => {
  const url = 'https://desk.example.com/agent/tickets/4711-4812';
  t.true((await piecesOf([], { url })).some((piece) => url.endsWith(piece)));
});

test('hostile texts leave few pieces, taken in little time', async (t) => {
  const runs = Array.from({ length: 8_000 }, (_, n) => `кусок ${n} текста в кавычках`).join('"');
  t.true((await piecesOf([runs])).length <= 129);
  const start = performance.now();
  for (let n = 0; n < 20; n += 1) await piecesOf(Array.from({ length: 2_000 }, () => 'ы'.repeat(64)));
  t.true(performance.now() - start < 4_000);
});

test('a tenant’s erasures share what is kept on disk, and none has more than its own share; what is forgotten makes room', async (t) => {
  const kept = memoryPieces();
  const texts = erasureTexts(kept, { ofErasure: 6, ofTenant: 10 });
  const take = async (erasureId: string, tenant = userId) => {
    const open = await texts.open({ erasureId, userId: tenant });
    for (let n = 0; n < 5; n += 1) open.add(eventWith([`Обращение о том же самом, номер ${n} по счёту`]));
    await open.save();
    return (await kept.load(erasureId)).length;
  };
  t.deepEqual([await take('a'), await take('b'), await take('c'), await take('d', randomUUID())], [6, 4, 0, 6]);
  await texts.keepOnly({ erasureId: 'a', userId }, ['one']);
  t.is(await take('c'), 5);
  await texts.forget('b');
  t.is(await take('e'), 4);
  t.deepEqual([...(await texts.of({ erasureId: 'a', userId }))], ['one']);
});
