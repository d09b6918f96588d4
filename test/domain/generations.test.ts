import test, { type ExecutionContext } from 'ava';
import {
  changeGenerations,
  type GenerationCommand,
  type Generations,
  generationsInUse,
  NotBuilding,
} from '../../src/domain/generations.ts';

const ensureCurrent = { type: 'ensure', role: 'current' } as const;
const ensureBuilding = { type: 'ensure', role: 'building' } as const;
const promote = (building: number, old: 'drop' | 'keep' = 'drop') => ({ type: 'promote', building, old }) as const;
const abortBuild = { type: 'abort build' } as const;
const dropRetained = { type: 'drop retained' } as const;

/** Given earlier commands, when another comes, then these generations have a role, or the command is refused, or it changes nothing. */
const spec = (t: ExecutionContext) => ({
  given: (...earlier: readonly GenerationCommand[]) => {
    const before = earlier.reduce<Generations>(changeGenerations, { newest: 0 });
    return {
      when: (command: GenerationCommand) => ({
        then: (expected: Generations): void => {
          const after = changeGenerations(before, command);
          const { newest, current, building, retained } = after;
          const defined = Object.entries({ newest, current, building, retained }).filter(
            ([, one]) => one !== undefined,
          );
          t.deepEqual(Object.fromEntries(defined), expected);
          const numbers = [expected.current, expected.building, expected.retained].filter((one) => one !== undefined);
          t.deepEqual(generationsInUse(after), numbers);
        },
        thenRefused: (): void => {
          t.throws(() => changeGenerations(before, command), { instanceOf: NotBuilding });
        },
        thenUnchanged: (): void => {
          t.is(changeGenerations(before, command), before);
        },
      }),
    };
  },
});

test('the first generation is number 1 and is created once', (t) => {
  spec(t).given().when(ensureCurrent).then({ newest: 1, current: 1 });
  spec(t).given(ensureCurrent).when(ensureCurrent).thenUnchanged();
});

test('one generation is built at a time', (t) => {
  spec(t).given(ensureCurrent).when(ensureBuilding).then({ newest: 2, current: 1, building: 2 });
  spec(t).given(ensureCurrent, ensureBuilding).when(ensureBuilding).thenUnchanged();
});

test('a generation that was built becomes the current one, and the old one is unused or retained', (t) => {
  const built = [ensureCurrent, ensureBuilding] as const;
  spec(t)
    .given(...built)
    .when(promote(2))
    .then({ newest: 2, current: 2 });
  spec(t)
    .given(...built)
    .when(promote(2, 'keep'))
    .then({ newest: 2, current: 2, retained: 1 });
});

test('a retained generation stays until a later one takes its place or it is dropped', (t) => {
  const retained = [ensureCurrent, ensureBuilding, promote(2, 'keep'), ensureBuilding] as const;
  spec(t)
    .given(...retained)
    .when(promote(3))
    .then({ newest: 3, current: 3, retained: 1 });
  spec(t)
    .given(...retained)
    .when(promote(3, 'keep'))
    .then({ newest: 3, current: 3, retained: 2 });
  spec(t)
    .given(...retained)
    .when(dropRetained)
    .then({ newest: 3, current: 2, building: 3 });
  spec(t).given(ensureCurrent).when(dropRetained).thenUnchanged();
});

test('a build that was aborted is unused, and its number is not given again', (t) => {
  spec(t).given(ensureCurrent, ensureBuilding).when(abortBuild).then({ newest: 2, current: 1 });
  spec(t)
    .given(ensureCurrent, ensureBuilding, abortBuild)
    .when(ensureBuilding)
    .then({ newest: 3, current: 1, building: 3 });
  spec(t).given(ensureCurrent).when(abortBuild).thenUnchanged();
});

test('only the generation that is being built is promoted', (t) => {
  spec(t).given(ensureCurrent).when(promote(1)).thenRefused();
  spec(t).given(ensureCurrent, ensureBuilding, abortBuild).when(promote(2)).thenRefused();
  spec(t).given(ensureCurrent, ensureBuilding, abortBuild, ensureBuilding).when(promote(2)).thenRefused();
});
