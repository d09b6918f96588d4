import type { Decider } from './decider.ts';
import type { GapClosed, GapDismissed, GapKind, GapName } from './gap-events.ts';
import type { AnswerJudged, QuestionAnswered } from './question-events.ts';

/** A gap is shown when it has so many questions. */
export const shownFrom = 3;
/** A dismissed gap is shown again when so many have come since. */
export const shownAgainAfter = 5;
/** A gap closes when this share of the questions that are tried would be answered. */
const closingShare = 0.8;

/**
 * The kind of gap that a question belongs to; undefined if it belongs to none: it was answered and nobody said that this did not help, a model has failed, no
 * answer was asked for, or its user has named a ticket that helped.
 */
export const gapKindOf = (
  { outcome, embeddingModel }: Pick<QuestionAnswered['data'], 'outcome' | 'embeddingModel'>,
  verdict: Pick<AnswerJudged['data'], 'helped' | 'ticketId'> | null,
): GapKind | undefined => {
  // A question without words was compared with nothing.
  if (embeddingModel === null || (verdict?.ticketId ?? null) !== null) return undefined;
  if (outcome === 'too-little') return 'nothing-there';
  return outcome === 'answered' && verdict?.helped === false ? 'there-but-wrong' : undefined;
};

/** How many of so many questions must be answered for their gap to close. */
export const answeredToClose = (tried: number): number => Math.ceil(tried * closingShare);

export const gapStates = ['open', 'dismissed', 'closed'] as const;
export type GapState = (typeof gapStates)[number];

/** How many questions of a gap were asked since it was dismissed and closed for the last time; undefined if it never was. */
export type GapMarks = { readonly sinceDismissed: number | undefined; readonly sinceClosed: number | undefined };

/** What a gap is to its readers. */
export const gapStateOf = ({ sinceDismissed, sinceClosed }: GapMarks): GapState => {
  if (sinceClosed === 0) return 'closed';
  return sinceDismissed !== undefined && sinceDismissed < shownAgainAfter ? 'dismissed' : 'open';
};

export type GapCommand =
  | { readonly type: 'DismissGap'; readonly name: GapName }
  | ({ readonly type: 'CloseGap'; readonly name: GapName } & Omit<GapClosed['data'], keyof GapName>);

/** One stream a gap, which begins when it is dismissed or closed for the first time. Both are asked for again only after more questions have come. */
export const gap: Decider<GapCommand, undefined, GapDismissed | GapClosed> = {
  initialState: undefined,
  decide: (command) => {
    if (command.type === 'DismissGap') return [{ type: 'GapDismissed', data: command.name }];
    const { name, ticketIds, tried, answered } = command;
    return [{ type: 'GapClosed', data: { ...name, ticketIds, tried, answered } }];
  },
  evolve: () => undefined,
};
