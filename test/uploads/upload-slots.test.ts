import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import test from 'ava';
import { goodTickets, listed, openUploads } from '../support/uploading.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { fileAt } from '../support/page-files.ts';

test('a large upload waits while another of its tenant has the only slot, a small one does not', async (t) => {
  const { upload, needs, collection } = await openUploads(t, undefined, 1);
  const slot = Promise.withResolvers<undefined>();
  const held = needs.limitLargeUploads(collection.userId, () => slot.promise);
  let isWaiting = true;
  const large = upload(goodTickets(1_001)).finally(() => {
    isWaiting = false;
  });
  t.like(await upload(goodTickets(1, 2_000)), { processed: 1 });
  t.true(isWaiting);
  slot.resolve(undefined);
  t.like(await large, { processed: 1_001 });
  await held;
});

test('with one slot, the large uploads of two tenants are processed batch by batch in turn', async (t) => {
  const order: string[] = [];
  const { upload } = await openUploads(
    t,
    ([text = '']) => void order.push(text.startsWith('Второй') ? 'second' : 'first'),
    1,
  );
  const others = goodTickets(1_100, 5_000).map((ticket) => ({ ...ticket, description: `Второй ${ticket.ticket_id}` }));
  const first = Promise.withResolvers<undefined>();
  const slow = async function* () {
    for await (const ticket of listed(goodTickets(1_100))()) yield ticket;
    first.resolve(undefined);
  };
  const one = upload([], { tickets: slow, checkedFile: fileAt(join(temporaryFolder(t), 'checked')) });
  await first.promise;
  await Promise.all([one, upload(others, { tenantId: randomUUID() })]);
  t.is(order.length, 22);
  const ends = order.slice(0, order.lastIndexOf('first') + 1);
  t.true(ends.filter((tenant) => tenant === 'second').length >= 4, order.join(' '));
});
