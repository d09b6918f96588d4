import test from 'ava';
import type { Turns } from '../../src/operations/erasure-turns.ts';
import { sharedTurns } from '../../src/operations/shared-turns.ts';

const term = () => new AbortController().signal;

/** A run of five turns; records for whom it was. */
const recorded = () => {
  const runs: string[][] = [];
  // oxlint-disable-next-line typescript/require-await -- turns are asynchronous, those of a test need not be
  const run = async function* (
    all: ReadonlyMap<string, number>,
  ): Turns<ReadonlyMap<string, { readonly twice: number }>> {
    runs.push([...all.keys()]);
    for (let turns = 0; turns < 4; turns += 1) yield;
    return new Map([...all].map(([id, one]) => [id, { twice: one * 2 }]));
  };
  return { runs, run };
};

/** Takes turns in their order until all have a result. */
const inTurns = async <Result>(some: readonly Turns<Result>[]): Promise<readonly Result[]> => {
  const results = new Map<Turns<Result>, Result>();
  while (results.size < some.length)
    for (const one of some.filter((each) => !results.has(each))) {
      const turn = await one.next();
      if (turn.done) results.set(one, turn.value);
    }
  return some.flatMap((one) => results.get(one) ?? []);
};

test('one run serves all who wait when it begins, each with its own result', async (t) => {
  const { runs, run } = recorded();
  const share = sharedTurns(run);
  const first = share('a', 1, term());
  for (let turns = 0; turns < 2; turns += 1) await first.next();
  const others = ['b', 'c', 'd'].map((id, index) => share(id, index + 2, term()));
  t.deepEqual(
    (await inTurns([first, ...others])).map(({ twice }) => twice),
    [2, 4, 6, 8],
  );
  t.deepEqual(runs, [['a'], ['b', 'c', 'd']]);
});

test('what a run throws meets the one whose turn it is, and the others begin it anew', async (t) => {
  const { runs, run } = recorded();
  let isFailing = true;
  const share = sharedTurns(async function* (all: ReadonlyMap<string, number>) {
    yield;
    if (!isFailing) return yield* run(all);
    isFailing = false;
    throw new Error('disk');
  });
  const [one, other] = [share('a', 1, term()), share('b', 2, term())];
  for (const each of [one, other, one]) await each.next();
  await t.throwsAsync(async () => void (await other.next()), { message: 'disk' });
  t.deepEqual(await inTurns([one, share('b', 2, term())]), [{ twice: 2 }, { twice: 4 }]);
  t.deepEqual(runs, [['a', 'b']]);
});

test('a run whose term is over is begun anew', async (t) => {
  const { runs, run } = recorded();
  const share = sharedTurns(run);
  const over = new AbortController();
  const before = share('a', 1, over.signal);
  for (let turns = 0; turns < 2; turns += 1) await before.next();
  over.abort();
  const [result] = await inTurns([share('a', 3, term())]);
  t.deepEqual(result, { twice: 6 });
  t.deepEqual(runs, [['a'], ['a']]);
});
