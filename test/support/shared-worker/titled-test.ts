import test from 'ava';

type Declare = (...args: readonly unknown[]) => unknown;

const declarations: (() => unknown)[] = [];

/** Declares the tests and hooks of all files: ava wants all of a worker at once, while files are loaded one after the other. */
export const declareAll = (): void => {
  for (const declare of declarations) declare();
};

/**
 * What a file in a shared worker imports as `ava`. Its titles begin with the path of the file, as they do in a worker of its own, and so differ between
 * files; macros that have no title at the call make their own. Tests run one after the other, so that none waits while another one computes.
 */
export const titledTest = (path: string, declare: object = test.serial): object =>
  new Proxy(declare, {
    apply: (target, self, [first, ...args]: readonly unknown[]) => {
      const named = typeof first === 'string' ? `${path} › ${first}` : first;
      declarations.push(() => Reflect.apply(target as Declare, self, [named, ...args]));
    },
    get: (target, name, self: unknown) => {
      if (name === 'serial') return self;
      if (name === 'macro' || name === 'meta') return test[name];
      // Such as `skip`, `before`, or `always` of `after`.
      return titledTest(path, Reflect.get(target, name) as object);
    },
  });
