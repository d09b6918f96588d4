/**
 * The generations of one read model, by number: readers use `current`, a rebuild fills `building`, and `retained` was current before and is still
 * projected into. The data of every other generation may be dropped.
 */
export type Generations = {
  /** The highest number that was given, 0 before the first: a late write to a generation that was dropped meets no other one. */
  readonly newest: number;
  readonly current?: number | undefined;
  readonly building?: number | undefined;
  readonly retained?: number | undefined;
};

export type GenerationCommand =
  | { readonly type: 'ensure'; readonly role: 'current' | 'building' }
  | { readonly type: 'promote'; readonly building: number; readonly old: 'drop' | 'keep' }
  | { readonly type: 'abort build' }
  | { readonly type: 'drop retained' };

/** The generation to be promoted is not being built, or another process promoted or aborted it. */
export class NotBuilding extends Error {}

/** The generations after a command; the same object if the command changes nothing. Throws NotBuilding. */
export const changeGenerations = (generations: Generations, command: GenerationCommand): Generations => {
  const { newest, current, building, retained } = generations;
  switch (command.type) {
    case 'ensure':
      if (generations[command.role] !== undefined) return generations;
      return { ...generations, newest: newest + 1, [command.role]: newest + 1 };
    case 'promote':
      if (building !== command.building) throw new NotBuilding(`Generation ${command.building} is not being built`);
      return { newest, current: building, retained: command.old === 'keep' ? current : retained };
    case 'abort build':
      return building === undefined ? generations : { newest, current, retained };
    case 'drop retained':
      return retained === undefined ? generations : { newest, current, building };
  }
};

/** The numbers of the generations that have a role: those whose data must stay. */
export const generationsInUse = ({ current, building, retained }: Generations): readonly number[] =>
  [current, building, retained].filter((number) => number !== undefined);
