import test from 'ava';
import { readLog } from '../../src/commands/open-log.ts';
import { backtestHome } from '../support/backtest-home.ts';

const reembed = { operation: 'reembed', model: 'test-turned' } as const;
const strict = { ...reembed, requireNoWorse: true };

test('a switch says before what both models find, and does not happen if the other has to be no worse and is', async (t) => {
  const { ask, writer, store, index, collectionId } = await backtestHome(t);
  await ask(5, ['5'], { verdict: [true] });
  await ask(8, ['8']);
  const inUse = async () => [(await readLog(store)).model?.model, (await index.snapshot())?.model.model];
  const refused = await writer.operate(strict);
  t.false(refused.succeeded);
  t.is(
    refused.lines[0],
    '2 questions of the last 30 days, in collections: 1: of 1 the right ticket is known, 0 are refused rightly',
  );
  t.is(refused.lines.at(-1), 'test-turned finds 0 of 1 right tickets, test-4, in use 1; the old model stays in use');
  t.true(refused.lines.includes(`  ${collectionId}: 0 of 1 right tickets, before 1`));
  t.deepEqual(await inUse(), ['test-4', 'test-4']);
  const done = await writer.operate(reembed);
  t.true(done.succeeded);
  t.deepEqual(done.lines.slice(0, -2), refused.lines.slice(0, -1));
  t.deepEqual(await inUse(), ['test-turned', 'test-turned']);
});

test('a model that is no worse takes the place of the other', async (t) => {
  const { ask, writer, store } = await backtestHome(t);
  await ask(5, ['5'], { verdict: [true] });
  t.true((await writer.operate({ ...strict, model: 'test-same' })).succeeded);
  t.is((await readLog(store)).model?.model, 'test-same');
});

test('without verdicts nothing shows that a model is no worse', async (t) => {
  const { ask, writer, store } = await backtestHome(t);
  const nothing = 'nothing shows that it is no worse; the old model stays in use';
  t.is((await writer.operate(strict)).lines.at(-1), nothing);
  await ask(5, ['5']);
  const { succeeded, lines } = await writer.operate(strict);
  t.deepEqual([succeeded, lines.at(-1)], [false, `No verdict says what is right, so that ${nothing}`]);
  t.is((await readLog(store)).model?.model, 'test-4');
});

test('a model that can no longer be called is replaced all the same, unless that depends on the comparison', async (t) => {
  const { ask, writer, store, lost } = await backtestHome(t);
  await ask(5, ['5'], { verdict: [true] });
  lost.add('test-4');
  const refused = await writer.operate(strict);
  t.false(refused.succeeded);
  t.is(refused.lines[0], 'The models were not compared: Embedding gateway did not answer within 30 s');
  t.is((await readLog(store)).model?.model, 'test-4');
  const done = await writer.operate(reembed);
  t.deepEqual([done.succeeded, done.lines[0]], [true, refused.lines[0]]);
  t.is((await readLog(store)).model?.model, 'test-turned');
});
