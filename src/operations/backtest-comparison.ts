import type { BacktestCase, BacktestOutcome } from './backtest-cases.ts';

/** What one side comes to: of the tickets that are known to be right how many are among the five, and first; of the right refusals how many are kept. Null where that is not known. */
export type Score = {
  readonly name: string;
  readonly found: number;
  readonly first: number | null;
  readonly refused: number | null;
};

/** A question for which the two sides find other tickets; against what is confirmed, one that the other side misses. */
export type Change = Pick<BacktestCase, 'name' | 'right'> & {
  readonly before: readonly string[];
  readonly after: readonly string[];
};

export type Comparison = {
  readonly questions: number;
  /** The questions of which a verdict names the right ticket, and those that are refused rightly. */
  readonly confirmed: number;
  readonly refusals: number;
  readonly before: Score;
  readonly after: Score;
  /** How many have other tickets among the five, and another first one. */
  readonly changed: number;
  readonly firstChanged: number;
  /** Those that lose a right ticket first. */
  readonly changes: readonly Change[];
};

/** `threshold`: the multiple of the odds from which on a question counts as answered. */
export type Side = {
  readonly name: string;
  readonly threshold: number;
  readonly outcomes: readonly BacktestOutcome[];
};

/** Compares what two sides find for the same questions; without the first one, a side with what is confirmed. */
export const compareSides = (cases: readonly BacktestCase[], before: Side | undefined, after: Side): Comparison => {
  const changes = before ? differing(cases, before, after) : missing(cases, after);
  const confirmed = cases.filter(({ right }) => typeof right === 'string').length;
  const refusals = cases.filter(({ right }) => right === null).length;
  return {
    ...{ questions: cases.length, confirmed, refusals },
    before: before
      ? scoreOf(cases, before)
      : { name: 'as confirmed', found: confirmed, first: null, refused: refusals },
    after: scoreOf(cases, after),
    changed: changes.length,
    firstChanged: changes.filter((change) => change.before[0] !== change.after[0]).length,
    changes: changes.toSorted((one, other) => lossOf(other) - lossOf(one)),
  };
};

const differing = (cases: readonly BacktestCase[], before: Side, after: Side): readonly Change[] =>
  cases
    .map(({ name, right }, index) => ({
      name,
      right,
      before: ticketsOf(before, index),
      after: ticketsOf(after, index),
    }))
    .filter((change) => change.before.join('\n') !== change.after.join('\n'));

const missing = (cases: readonly BacktestCase[], side: Side): readonly Change[] =>
  cases.flatMap(({ name, right }, index): readonly Change[] => {
    const after = ticketsOf(side, index);
    if (typeof right === 'string') return after.includes(right) ? [] : [{ name, right, before: [right], after }];
    return right === null && isRefused(side, index) === false ? [{ name, right, before: [], after }] : [];
  });

const ticketsOf = ({ outcomes }: Side, index: number): readonly string[] => outcomes[index]?.tickets ?? [];

/** Undefined if the side does not decide that. */
const isRefused = ({ outcomes, threshold }: Side, index: number): boolean | undefined => {
  const odds = outcomes[index]?.odds;
  return odds === undefined ? undefined : odds < threshold;
};

const scoreOf = (cases: readonly BacktestCase[], side: Side): Score => {
  const places = cases.flatMap(({ right }, index) =>
    typeof right === 'string' ? [ticketsOf(side, index).indexOf(right)] : [],
  );
  const refused = cases.flatMap(({ right }, index) => (right === null ? [isRefused(side, index)] : []));
  return {
    name: side.name,
    found: places.filter((place) => place >= 0).length,
    first: places.filter((place) => place === 0).length,
    refused: refused.includes(undefined) ? null : refused.filter(Boolean).length,
  };
};

/** By how many places a change puts the right ticket back; most if it is no longer found. */
const lossOf = ({ right, before, after }: Change): number => {
  const placeIn = (tickets: readonly string[]) => {
    const place = tickets.indexOf(right ?? '');
    return place < 0 ? Number.MAX_SAFE_INTEGER : place;
  };
  return typeof right === 'string' ? placeIn(after) - placeIn(before) : 0;
};

/** The sum of comparisons of the same sides, without their changes; undefined of none. */
export const sumOf = (all: readonly Comparison[]): Comparison | undefined =>
  all.reduce<Comparison | undefined>((sum, one) => (sum ? added(sum, one) : { ...one, changes: [] }), undefined);

const added = (sum: Comparison, one: Comparison): Comparison => ({
  questions: sum.questions + one.questions,
  confirmed: sum.confirmed + one.confirmed,
  refusals: sum.refusals + one.refusals,
  before: addedScore(sum.before, one.before),
  after: addedScore(sum.after, one.after),
  changed: sum.changed + one.changed,
  firstChanged: sum.firstChanged + one.firstChanged,
  changes: [],
});

const addedScore = (sum: Score, { found, first, refused }: Score): Score => ({
  name: sum.name,
  found: sum.found + found,
  first: addedIfKnown(sum.first, first),
  refused: addedIfKnown(sum.refused, refused),
});

const addedIfKnown = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other;

/** Why the second side must not take the place of the first; undefined if it finds as many right tickets and keeps as many right refusals. */
export const worseThanBefore = ({ confirmed, refusals, before, after }: Comparison): string | undefined => {
  const comparesRefusals = refusals > 0 && before.refused !== null && after.refused !== null;
  if (confirmed === 0 && !comparesRefusals)
    return 'No verdict says what is right, so that nothing shows that it is no worse';
  if (after.found < before.found)
    return `${after.name} finds ${after.found} of ${confirmed} right tickets, ${before.name} ${before.found}`;
  if (comparesRefusals && after.refused < before.refused)
    return `${after.name} keeps ${after.refused} of ${refusals} right refusals, ${before.name} ${before.refused}`;
  return undefined;
};
