import { randomUUID } from 'node:crypto';
import test from 'ava';
import { Stopping, Unavailable } from '../../src/domain/errors.ts';
import { parseTicket } from '../../src/domain/ticket-input.ts';
import { previewTickets } from '../../src/uploads/preview-tickets.ts';
import { uploadHelpers } from '../../src/uploads/upload-helpers.ts';
import { goodTickets, openUploads } from '../support/uploading.ts';

/** Counts the steps of a long loop, and aborts at one of them. */
const abortingAt = (step: number, reason?: Error) => {
  const controller = new AbortController();
  let steps = 0;
  const yieldIfDue = () => {
    if ((steps += 1) === step) controller.abort(reason);
    return undefined;
  };
  return { signal: controller.signal, yieldIfDue, steps: () => steps };
};

test('a stop ends the evaluation of the batch in work before its next ticket, and nothing of that batch is stored', async (t) => {
  const { upload, count } = await openUploads(t);
  // The tickets have been checked, and some of them evaluated.
  const { steps, ...run } = abortingAt(300, new Stopping());
  await t.throwsAsync(upload(goodTickets(100), run), {
    instanceOf: Stopping,
    message: 'Service is stopping; 0 tickets stored',
  });
  t.is(await count(), 0);
  t.true(steps() <= 350, `${steps()} steps`);
});

test('tickets whose upload has been stopped are evaluated neither here nor at a helper', async (t) => {
  let asked = 0;
  const ask = () => {
    asked += 1;
    return Promise.resolve([]);
  };
  const helper = { evaluate: ask, embed: () => Promise.resolve(undefined) };
  const { evaluation } = uploadHelpers({
    ...{ count: 1, start: (add) => add(helper), isLost: () => false, whenAvailable: () => Promise.resolve() },
  });
  const { signal, yieldIfDue, steps } = abortingAt(1);
  yieldIfDue();
  const evaluate = evaluation.of({ tenantId: 'a', yieldIfDue, signal });
  const inputs = goodTickets(100).map((ticket) => parseTicket(ticket, String));
  const outcomes = await Promise.allSettled([...evaluate(inputs), ...evaluate(inputs)]);
  t.true(outcomes.every((outcome) => outcome.status === 'rejected' && outcome.reason === signal.reason));
  t.deepEqual([asked, steps()], [0, 1]);
});

test('a preview whose client goes while its tickets are evaluated ends before the next, and says so', async (t) => {
  const { needs, collection } = await openUploads(t);
  const { steps, ...run } = abortingAt(300);
  const preview = previewTickets({ ...needs, tickets: { withTexts: () => Promise.resolve(new Map()) } })({
    tenantId: randomUUID(),
    collectionId: collection.id,
    items: async function* () {
      for (const [index, value] of goodTickets(100).entries()) {
        yield await Promise.resolve({ value, index, pathOf: String });
      }
    },
    ...run,
  });
  await t.throwsAsync(preview, { instanceOf: Unavailable, message: 'The client has gone' });
  t.true(steps() <= 350, `${steps()} steps`);
});
