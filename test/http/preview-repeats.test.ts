import test from 'ava';
import { goodTicket } from '../support/api.ts';
import { startPreviews } from '../support/previews.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);

test('a repeated id says which ticket of the file counts for it, and whether the file says the same of both', async (t) => {
  const { previewed, upload } = await startPreviews(service().url);
  t.is((await upload({ tickets: [goodTicket(2)] })).status, 200);
  const short = { ...goodTicket(3), messages: [] };
  const other = { ...goodTicket(1), category: 'Иное' };
  const tickets = [
    short,
    goodTicket(1),
    goodTicket(2),
    other,
    goodTicket(2),
    goodTicket(3),
    goodTicket(1),
    goodTicket(3),
  ];
  const found = await previewed({ tickets });
  const of = (index: number, same = true) => ({ index, row: null, same });
  t.deepEqual(
    found.skipped.map(({ index, outcome, repeats }) => [index, outcome, repeats]),
    [
      [0, 'no-solution', undefined],
      [2, 'duplicate', undefined],
      [3, 'duplicate', of(1, false)],
      [4, 'duplicate', of(2)],
      [6, 'duplicate', of(1)],
      [7, 'duplicate', of(5)],
    ],
  );
  t.is(found.repeated, 4);
});
