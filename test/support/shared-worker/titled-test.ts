// What a file in a shared worker imports as `ava`: titles begin with the path of the file, as they do in a worker of its own, and so differ between files.
import test from 'ava';

const path = new URL(import.meta.url).searchParams.get('title') ?? '';

type Declare = (...args: readonly unknown[]) => unknown;

/** Macros that have no title at the call make their own. */
const titled = (declare: object): object =>
  new Proxy(declare, {
    apply: (target, self, args: readonly unknown[]) =>
      Reflect.apply(
        target as Declare,
        self,
        args.map((value, index) => (index === 0 && typeof value === 'string' ? `${path} › ${value}` : value)),
      ),
    get: (target, name, self) => {
      const value: unknown = Reflect.get(target, name, self);
      const declares = name === 'serial' || name === 'skip' || name === 'only' || name === 'failing' || name === 'todo';
      return declares ? titled(value as object) : value;
    },
  });

export default titled(test);
