import test from 'ava';
import { call, goodTicket } from '../support/api.ts';
import { filledCollection, provenErasure, requireOk } from '../support/stored-tickets.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);

type Source = { readonly ticket_id: string; readonly score: number; readonly copies?: readonly string[] };

const about = ['печать чека на кассе', 'вход по паролю', 'доставка курьером', 'возврат денег', 'отчёт за квартал'];
/** Twenty tickets of one case, the second and third of them in another category, and one of each other case. */
const tickets = [
  ...Array.from({ length: 20 }, (_, number) => ({
    ...goodTicket(`one-${number}`),
    ...((number === 1 || number === 2) && { category: 'Возврат' }),
  })),
  ...about.map((subject, number) => goodTicket(`other-${number}`, subject)),
];
const query = goodTicket('one-0').description;

const filled = async () => {
  const home = await filledCollection(service().url, tickets);
  const { url, user, collection } = home;
  const asked = (more: object = {}, path = 'search') => {
    const credential = path.startsWith('v1') ? user.key : user.token;
    const body = { collection_id: collection, query, ...more };
    return call(url, `POST /api/${path}`, { credential, body });
  };
  const sources = async (more: object = {}, path?: string) => {
    const reply = await asked({ generate_answer: false, ...more }, path);
    requireOk(reply);
    return (reply.body as { sources: readonly Source[] }).sources;
  };
  return { ...home, asked, sources };
};

const idsOf = (sources: readonly Source[]) => sources.map(({ ticket_id: id }) => id);
const isOne = (id: string) => id.startsWith('one-');

test('without `distinct` a search is as it was: the five nearest, which name no others', async (t) => {
  const { sources } = await filled();
  for (const more of [{}, { distinct: false }, { distinct: null }]) {
    const found = await sources(more);
    t.true(found.length === 5 && idsOf(found).every(isOne));
    t.deepEqual(Object.keys(found[0] ?? {}), ['ticket_id', 'score', 'category', 'full_text']);
  }
});

test('with `distinct` tickets with one solution are one source that names the others, on both surfaces', async (t) => {
  const { sources } = await filled();
  const found = await sources({ distinct: true });
  t.is(found.length, 5);
  const [first, ...others] = found;
  t.is(first?.ticket_id, 'one-0');
  t.is(idsOf(found).filter(isOne).length, 1);
  t.is(first?.copies?.length, 19);
  t.true(first?.copies?.every(isOne));
  t.deepEqual(
    others.map(({ copies }) => copies),
    [[], [], [], []],
  );
  t.deepEqual(
    found.map(({ score }) => score),
    found.map(({ score }) => score).toSorted((a, b) => b - a),
  );
  t.deepEqual(await sources({ distinct: true }, 'v1/search'), found);
});

test('a filter holds for the copies too', async (t) => {
  const { sources } = await filled();
  const found = await sources({ distinct: true, filter: { category: ['Возврат'] } });
  t.deepEqual(
    found.map(({ ticket_id: id, copies = [] }) => [id, ...copies].toSorted()),
    [['one-1', 'one-2']],
  );
});

test('a withdrawn ticket is no copy', async (t) => {
  const { sources, ask } = await filled();
  requireOk(await ask('DELETE /tickets/one-0'));
  const [first] = await sources({ distinct: true });
  t.false([first?.ticket_id, ...(first?.copies ?? [])].includes('one-0'));
  t.is(first?.copies?.length, 18);
});

test('a followed answer is written from those sources, and the record of the question has them', async (t) => {
  const { asked, url, user } = await filled();
  const followed = await asked({ distinct: true }, 'answers');
  t.true(JSON.stringify(followed.body).includes('copies'));
  const { body, headers } = await asked({ distinct: true });
  const { answer, sources } = body as { answer: string; sources: readonly Source[] };
  t.regex(answer, /Основано на тикете №one-0$/);
  const record = await call(url, `GET /api/answers/${headers.get('Answer-Id')}`, { credential: user.token });
  const { is_distinct: isDistinct, sources: kept } = record.body as { is_distinct?: true; sources: readonly Source[] };
  t.deepEqual([isDistinct, idsOf(kept)], [true, idsOf(sources)]);
});

test('a question that has the text of a ticket goes with it, also if another one stood for the ticket', async (t) => {
  const { asked, ask, url, user } = await filled();
  const { body, headers } = await asked({ distinct: true, generate_answer: false });
  const [{ copies = [] } = {}] = (body as { sources: readonly Source[] }).sources;
  const answer = `GET /api/answers/${headers.get('Answer-Id')}`;
  t.is((await call(url, answer, { credential: user.token })).status, 200);
  const requested = await ask('POST /erasures', { body: { ticket_ids: copies.slice(0, 1) } });
  const { id } = requested.body as { readonly id: string };
  t.is((await call(url, answer, { credential: user.token })).status, 404);
  await provenErasure(ask, id);
  t.like((await ask('GET /questions')).body, { questions: { length: 0 } });
});

test('anything but true, false and null is 400', async (t) => {
  const { asked } = await filled();
  for (const path of ['search', 'answers']) {
    const { status, body } = await asked({ distinct: 'yes' }, path);
    t.deepEqual([status, body], [400, { detail: 'distinct must be true or false' }]);
  }
});
