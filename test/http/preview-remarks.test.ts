import test from 'ava';
import { longRemarkStreams } from '../../src/http/event-stream.ts';
import { call } from '../support/api.ts';
import { formOf, startPreviews } from '../support/previews.ts';
import { ownServiceFor } from '../support/service.ts';

const service = ownServiceFor(test);
const url = () => service().url;

test('all remarks are answered as lines of JSON, and the file that is sent is not kept', async (t) => {
  const { user, path } = await startPreviews(url());
  const rows = Array.from({ length: 500 }, (_, row) => (row % 5 === 0 ? `;${row};x` : `${row};а;Готово`));
  const answer = await call(url(), `POST ${path}/tickets/preview`, {
    ...{ credential: user.token, headers: { Accept: 'application/x-ndjson' } },
    body: formOf(['id;problem;solution', ...rows].join('\n')),
  });
  t.is(answer.headers.get('content-type'), 'application/x-ndjson');
  t.is(answer.headers.get('preview-id'), null);
  const lines = String(answer.body).trim().split('\n');
  t.is(lines.length, 500);
  const remarks = lines.map((line) => JSON.parse(line) as { readonly index: number });
  const ordered = remarks.toSorted((one, other) => one.index - other.index);
  t.deepEqual(ordered.slice(0, 2), [
    { index: 0, row: 2, detail: 'row 2, column "id" must not be empty' },
    { index: 1, row: 3, ticket_id: '1', outcome: 'no-solution', solution_length: 6 },
  ] as never);
});

test('two lists of remarks are read by a user at a time, since each lies on the disk until its client has read it', async (t) => {
  const { user, path } = await startPreviews(url());
  const rows = Array.from({ length: 60_000 }, (_, row) => `${'ж'.repeat(190)}${row};а;Готово`);
  const body = formOf(['id;problem;solution', ...rows].join('\n'));
  const headers = {
    Authorization: `Bearer ${user.token}`,
    Accept: 'application/x-ndjson',
    'Accept-Encoding': 'identity',
  };
  const aborted = new AbortController();
  const open = () =>
    fetch(`${url()}${path}/tickets/preview`, { method: 'POST', headers, body, signal: aborted.signal });
  const first = [await open(), await open()];
  t.deepEqual(
    first.map(({ status }) => status),
    [200, 200],
  );
  const refused = await open();
  t.is(refused.status, 429);
  t.deepEqual(await refused.json(), { detail: 'At most 2 lists of remarks can be read at a time' });
  aborted.abort();
});

test('four long lists of remarks are read from an address, or a /56 of IPv6, at a time, and others read theirs', (t) => {
  const open = longRemarkStreams();
  const from = (ip: string) => open({ req: { ip }, set: () => undefined } as never);
  for (const [own, next, others] of [
    ['198.51.100.1', '198.51.100.1', '198.51.100.2'],
    ['2001:db8:0:100::1', '2001:db8:0:1ff::2', '2001:db8:0:200::1'],
  ] as const) {
    const [close] = Array.from({ length: 4 }, () => from(own));
    t.throws(() => from(next), { message: 'At most 4 long lists of remarks can be read at a time' });
    t.notThrows(() => from(others));
    close?.();
    t.notThrows(() => from(next));
  }
});
