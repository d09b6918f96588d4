import test from 'ava';
import { readUploadedBefore } from '../../src/ports/ticket-texts.ts';
import { streamInMemory, streamName, withoutOutlines } from '../support/ticket-stream.ts';

const opened = async () => {
  const stream = streamInMemory();
  await stream.store();
  const problemNow = async () => {
    const newest = stream.events.findLastIndex(({ data }) => 'vector' in data);
    return (await readUploadedBefore(stream.streams, streamName, newest))?.problem;
  };
  return { ...stream, problemNow };
};

test('the texts before those of persons are those that an upload gave last, and none where no person has corrected them', async (t) => {
  const { correct, add, problemNow, events } = await opened();
  const first = (events[0]?.data as { problem?: readonly string[] } | undefined)?.problem;
  t.is(await problemNow(), undefined);
  await correct('Рукой');
  t.deepEqual(await problemNow(), first);
  await correct('Файл', { uploadId: 'up', place: 0 });
  t.is(await problemNow(), undefined);
  for (const text of ['Рукой снова', 'и ещё раз']) await correct(text);
  await add({ type: 'ReembedTicket', vector: { model: 'другая', values: 'AAAA' } });
  t.deepEqual(await problemNow(), ['Файл']);
  withoutOutlines(events);
  t.deepEqual(await problemNow(), ['Файл'], 'as an earlier version has written it');
});

test('an update whose undo has put back what a person had written is passed over, also where another was undone before it', async (t) => {
  const { correct, problemNow, events } = await opened();
  const first = (events[0]?.data as { problem?: readonly string[] } | undefined)?.problem;
  await correct('Рукой');
  await correct('Файл', { uploadId: 'up', place: 0 });
  await correct('Файл после', { uploadId: 'later', place: 0 });
  await correct('Файл', { undoneUpload: 'later', restored: { uploadId: 'up', place: 0 } });
  t.is(await problemNow(), undefined);
  await correct('Рукой', { undoneUpload: 'up' });
  t.deepEqual(await problemNow(), first);
});

test('no more than ten texts are read, however often persons have corrected a ticket', async (t) => {
  const { correct, problemNow, forget, given } = await opened();
  for (let time = 0; time < 9; time += 1) await correct(`Рукой ${time}`);
  t.not(await problemNow(), undefined);
  for (let time = 9; time < 300; time += 1) await correct(`Рукой ${time}`);
  forget();
  t.is(await problemNow(), undefined);
  t.true(given() <= 11, String(given()));
});
