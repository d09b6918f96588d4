import type { Decider } from './decider.ts';
import type { GapClosed, GapDismissed, GapKind, GapName, GapReopened, GapRestored } from './gap-events.ts';
import type { AnswerJudged, QuestionAnswered } from './question-events.ts';

/** A gap is shown when it has so many questions. */
export const shownFrom = 3;
/** A dismissed gap is shown again when so many have come since. */
export const shownAgainAfter = 5;
/** A gap closes when this share of the questions that are tried would be answered. */
const closingShare = 0.8;
/** It stays closed while this share would be: less, so that a gap at the edge does not close and reopen with every change. */
const stayingShare = 0.5;

/**
 * The kind of gap that a question belongs to; undefined if it belongs to none: only some tickets were searched, it was answered and nobody said that this did not help, a model has failed, no
 * answer was asked for, or its user has named a ticket that helped.
 */
export const gapKindOf = (
  { outcome, embeddingModel, isFiltered }: Pick<QuestionAnswered['data'], 'outcome' | 'embeddingModel' | 'isFiltered'>,
  verdict: Pick<AnswerJudged['data'], 'helped' | 'ticketId'> | null,
): GapKind | undefined => {
  // A question without words was compared with nothing.
  if (isFiltered || embeddingModel === null || (verdict?.ticketId ?? null) !== null) return undefined;
  if (outcome === 'too-little') return 'nothing-there';
  return outcome === 'answered' && verdict?.helped === false ? 'there-but-wrong' : undefined;
};

/** How many of so many questions must be answered for their gap to close. */
export const answeredToClose = (tried: number): number => Math.ceil(tried * closingShare);

/** How many of so many questions must still be answered for their gap to stay closed. */
export const answeredToStay = (tried: number): number => Math.ceil(tried * stayingShare);

export const gapStates = ['open', 'dismissed', 'closed'] as const;
export type GapState = (typeof gapStates)[number];

/**
 * How many questions of a gap were asked since it was dismissed and closed for the last time, those above `shownAgainAfter` not counted; undefined if it never
 * was, or was restored or reopened since.
 */
export type GapMarks = { readonly sinceDismissed: number | undefined; readonly sinceClosed: number | undefined };

/** What a gap is to its readers. */
export const gapStateOf = ({ sinceDismissed, sinceClosed }: GapMarks): GapState => {
  if (sinceClosed === 0) return 'closed';
  return sinceDismissed !== undefined && sinceDismissed < shownAgainAfter ? 'dismissed' : 'open';
};

/** Equal for wordings that differ in case and punctuation at most: of these one is shown. */
export const wordingKey = (question: string): string => {
  const words = question
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .match(/[\p{L}\p{N}]+/gu);
  return words ? words.join(' ') : question;
};

export type GapCommand =
  | {
      readonly type: 'DismissGap';
      readonly name: GapName;
      /** It was dismissed, and enough questions have come since to show it again. */
      readonly isShownAgain: boolean;
    }
  | { readonly type: 'RestoreGap'; readonly name: GapName }
  | ({ readonly type: 'CloseGap'; readonly name: GapName } & Omit<GapClosed['data'], keyof GapName>)
  | ({ readonly type: 'ReopenGap'; readonly name: GapName } & Omit<GapReopened['data'], keyof GapName>);

export type GapStreamState = { readonly isDismissed: boolean; readonly isClosed: boolean };

/** One stream a gap, which begins when it is dismissed or closed for the first time. It has no questions: whether enough have come since is asked before. */
export const gap: Decider<GapCommand, GapStreamState, GapDismissed | GapRestored | GapClosed | GapReopened> = {
  initialState: { isDismissed: false, isClosed: false },
  decide: (command, { isDismissed, isClosed }) => {
    if (command.type === 'RestoreGap') return isDismissed ? [{ type: 'GapRestored', data: command.name }] : [];
    if (command.type === 'DismissGap')
      return isDismissed && !command.isShownAgain ? [] : [{ type: 'GapDismissed', data: command.name }];
    const { name, tried, answered } = command;
    if (command.type === 'ReopenGap')
      return isClosed ? [{ type: 'GapReopened', data: { ...name, tried, answered } }] : [];
    const { ticketIds } = command;
    return [{ type: 'GapClosed', data: { ...name, ticketIds, tried, answered } }];
  },
  evolve: (state, { type }) =>
    type === 'GapClosed' || type === 'GapReopened'
      ? { ...state, isClosed: type === 'GapClosed' }
      : { ...state, isDismissed: type === 'GapDismissed' },
  subjects: ({ type }) => ({ says: [type === 'GapClosed' || type === 'GapReopened' ? 'closed' : 'dismissed'] }),
};
