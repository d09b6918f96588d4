import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { Stopping } from '../../src/domain/errors.ts';
import { goodTickets, listed, openUploads } from '../support/uploading.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { fileAt } from '../support/page-files.ts';

const { signal } = new AbortController();

/** Uploads while the only slot of their kind is taken: `first` of one that needs it, and `other` of one that does not. */
const uploadsBeside = (kind: 'small' | 'large', first: number, other: number) =>
  test(`an upload of ${first} tickets waits while another has the only slot of ${kind} ones, one of ${other} does not`, async (t) => {
    const { upload, needs, collection } = await openUploads(t, undefined, 1);
    const slot = Promise.withResolvers<undefined>();
    const held = needs.limitUploads[kind]({ tenantId: collection.userId, signal }, () => slot.promise);
    let isWaiting = true;
    const path = join(temporaryFolder(t), 'checked');
    const waiting = upload(goodTickets(first), { checkedFile: fileAt(path) }).finally(() => {
      isWaiting = false;
    });
    t.like(await upload(goodTickets(other, 2_000)), { processed: other });
    t.true(isWaiting);
    // What waits is held on the disk: all of its tickets.
    const ticketsInFile = () => (existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0);
    while (ticketsInFile() < first) await setTimeout(5);
    t.true(isWaiting);
    slot.resolve(undefined);
    t.like(await waiting, { processed: first });
    await held;
  });

uploadsBeside('large', 1_001, 21);
uploadsBeside('small', 21, 20);

test('an upload whose client leaves, or that is stopped, ends while it waits, with its file', async (t) => {
  const { upload, needs, collection } = await openUploads(t, undefined, 1);
  const slot = Promise.withResolvers<undefined>();
  const held = needs.limitUploads.small({ tenantId: collection.userId, signal }, () => slot.promise);
  for (const [reason, message] of [
    [undefined, 'The client has gone; 0 tickets stored'],
    [new Stopping('Stopped'), 'Service is stopping; 0 tickets stored'],
  ] as const) {
    const path = join(temporaryFolder(t), 'checked');
    const leaving = new AbortController();
    const waiting = upload(goodTickets(30), { checkedFile: fileAt(path), signal: leaving.signal });
    while (!existsSync(path)) await setTimeout(5);
    leaving.abort(reason);
    await t.throwsAsync(waiting, { message });
    t.false(existsSync(path));
  }
  slot.resolve(undefined);
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
