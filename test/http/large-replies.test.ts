import { EventEmitter } from 'node:events';
import { setImmediate, setTimeout } from 'node:timers/promises';
import test from 'ava';
import type { Response } from 'express';
import { largeReplies, withLargeReply } from '../../src/http/large-replies.ts';

const long = { problem: ['Не печатает'], solution: ['я'.repeat(60_000)] };

type Options = {
  readonly tickets?: readonly object[];
  readonly isWhole?: boolean;
  readonly needsDrain?: boolean;
  readonly write?: () => void | Promise<void>;
  readonly read?: Parameters<ReturnType<typeof largeReplies>>[1];
};

/** Replies of tenants, in the order in which they were written. */
const replying = (rest = () => Promise.resolve()) => {
  const writeReply = largeReplies(rest, 60_000);
  const written: string[] = [];
  const reply = (tenant: string, options: Options = {}) => {
    const { tickets = [long], isWhole = true, needsDrain = false, write = () => void written.push(tenant) } = options;
    const read = options.read ?? (() => ({ tickets, write }));
    const response = Object.assign(new EventEmitter(), {
      ...{ locals: { account: { id: tenant } }, req: { ip: tenant } },
      ...{ closed: false, writableNeedDrain: needsDrain },
    }) as unknown as Response;
    const result = writeReply(response, read, { isWhole });
    return { result, emit: (event: string) => response.emit(event) };
  };
  return { written, reply };
};

const settled = async () => {
  for (let count = 0; count < 20; count += 1) await setImmediate();
};

test('two large replies of a tenant are written until the network has them; short ones and those of others do not wait', async (t) => {
  const { written, reply } = replying();
  const [first, second, third, fourth] = ['a', 'a', 'a', 'a'].map((tenant) => reply(tenant));
  await settled();
  t.deepEqual(written, ['a', 'a']);
  await reply('a', { tickets: [{ problem: ['Не печатает'], solution: ['Включите принтер'] }] }).result;
  const other = reply('b');
  await settled();
  t.deepEqual(written, ['a', 'a', 'a', 'b']);
  first?.emit('finish');
  await first?.result;
  await settled();
  t.is(written.length, 5);
  // One whose client leaves while it waits is not written.
  fourth?.emit('close');
  await t.throwsAsync(fourth?.result ?? Promise.resolve());
  second?.emit('close');
  third?.emit('finish');
  other.emit('finish');
  for (const one of [second, third, other]) await one?.result;
  t.is(written.length, 5);
});

test('a part of a stream is over once the network takes more', async (t) => {
  const { written, reply } = replying();
  const waiting = reply('a', { isWhole: false, needsDrain: true });
  await reply('a', { isWhole: false }).result;
  t.is(written.length, 2);
  waiting.emit('drain');
  await waiting.result;
});

test('a reply is over when the network has it, its slot only after a rest', async (t) => {
  const rest = Promise.withResolvers<undefined>();
  const { written, reply } = replying(() => rest.promise);
  const [first, second, third] = ['a', 'a', 'a'].map((tenant) => reply(tenant));
  await settled();
  first?.emit('finish');
  second?.emit('finish');
  await first?.result;
  await second?.result;
  await settled();
  t.is(written.length, 2);
  rest.resolve(undefined);
  await settled();
  t.is(written.length, 3);
  third?.emit('finish');
  await third?.result;
});

test('what fails while it is written fails the reply', async (t) => {
  const { reply } = replying();
  const failed = reply('a', { write: () => Promise.reject(new Error('no text')) });
  await t.throwsAsync(failed.result, { message: 'no text' });
});

test('what has waited is read again', async (t) => {
  const rest = Promise.withResolvers<undefined>();
  const { written, reply } = replying(() => rest.promise);
  for (const one of [reply('a'), reply('a')]) {
    await settled();
    one.emit('finish');
    await one.result;
  }
  const reads: boolean[] = [];
  const read = (isAgain: boolean) => {
    reads.push(isAgain);
    return { tickets: isAgain ? [] : [long], write: () => void written.push(isAgain ? 'again' : 'as it was') };
  };
  const waiting = reply('a', { read });
  await setTimeout(520);
  t.deepEqual(reads, [false]);
  rest.resolve(undefined);
  await settled();
  waiting.emit('finish');
  await waiting.result;
  t.deepEqual(reads, [false, true]);
  t.deepEqual(written.slice(2), ['again']);
});

test('a large page is part of its turn until the network has it, and a rest after; a short one is over at once', async (t) => {
  const rest = Promise.withResolvers<undefined>();
  const page = async (body: unknown) => {
    const response = Object.assign(new EventEmitter(), { closed: false, send: () => undefined }) as unknown as Response;
    let isOver = false;
    const work = () => {
      response.send(body);
      return Promise.resolve();
    };
    void withLargeReply(response, work, () => rest.promise).then(() => (isOver = true));
    await settled();
    return { isOver: () => isOver, emit: (event: string) => response.emit(event) };
  };
  const [short, long, left] = [await page('я'), await page('я'.repeat(60_000)), await page('я'.repeat(60_000))];
  t.deepEqual(
    [short, long, left].map(({ isOver }) => isOver()),
    [true, false, false],
  );
  long.emit('finish');
  left.emit('close');
  await settled();
  t.deepEqual(
    [long, left].map(({ isOver }) => isOver()),
    [false, false],
  );
  rest.resolve(undefined);
  await settled();
  t.deepEqual(
    [long, left].map(({ isOver }) => isOver()),
    [true, true],
  );
});
