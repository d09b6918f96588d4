import test from 'ava';
import { serviceFor } from '../support/service.ts';
import { filledCollection } from '../support/stored-tickets.ts';

const service = serviceFor(test);
const racers = Array.from({ length: 40 }, (_, index) => index);

test('requests that change one thing at the same time are all answered', async (t) => {
  const { ask } = await filledCollection(service().url);
  const statuses = async (request: (index: number) => ReturnType<typeof ask>) => {
    const answers = await Promise.all(racers.map(request));
    return [...new Set(answers.map(({ status }) => status))];
  };
  t.deepEqual(await statuses((index) => ask('PATCH ', { body: { name: `Линия ${index}` } })), [200]);
  t.deepEqual(await statuses((index) => ask(`${index % 2 === 0 ? 'PUT' : 'DELETE'} /tickets/1/flag`)), [200]);
  const ids = { body: { ticket_ids: ['1', '2', '3'] } };
  t.deepEqual(await statuses((index) => ask(`POST /${index % 2 === 0 ? 'withdrawals' : 'restorations'}`, ids)), [200]);
});
