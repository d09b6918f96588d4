import type { ExecutionContext } from 'ava';
import type { Decider } from '../../src/domain/decider.ts';

type Refusal = new (...args: never[]) => Error;

/** Given what happened, when a command comes, then these events or this refusal. */
export const specificationOf =
  <Command, State, Event>(decider: Decider<Command, State, Event>) =>
  (t: ExecutionContext) => ({
    given: (...events: readonly Event[]) => ({
      when: (command: Command) => {
        const state = events.reduce<State>(decider.evolve, decider.initialState);
        return {
          then: (...expected: readonly Event[]): void => {
            t.deepEqual(decider.decide(command, state), expected);
          },
          thenRefused: (refusal: Refusal): void => {
            t.throws(() => decider.decide(command, state), { instanceOf: refusal });
          },
        };
      },
    }),
  });
