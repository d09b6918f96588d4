import { noUndoCounts, type UndoCounts } from '../../domain/events.ts';
import { undoStatuses, type UploadRecord, type UploadUndo } from '../../ports/uploads.ts';
import type { RestoredTickets } from '../../uploads/restore-undone.ts';
import { boolean, count, nullable, oneOf, record, timestamp } from './json-types.ts';

/** An undo of an upload; before it has begun, the counts are a forecast. */
export type UndoView = Required<UndoCounts> & {
  readonly state: 'not-started' | (typeof undoStatuses)[number];
  readonly total: number;
  readonly done: number;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly hidden: number | null;
  readonly active: number | null;
  readonly restorable: boolean | null;
  readonly byHand: number | null;
};

/** The undo of an upload, with the forecast before it has begun; `hidden`, `active`: tickets that the upload has stored and that are hidden, or in search, now, if they were counted; `restorable`: some of them are hidden by the undo. */
export const undoView = (
  { undo, outcomes }: Pick<UploadRecord, 'undo' | 'outcomes'>,
  { hidden, active, restorable, byHand, ...forecast }: UndoCounts & Counted = { ...noUndoCounts, ...notCounted },
): UndoView => {
  const { state, startedAt, finishedAt, counts } = undo ?? { ...notStarted, counts: forecast };
  const { withdrawn, takenBack, left, gone, kept = 0 } = counts;
  const done = undo ? withdrawn + takenBack + left + gone + kept : 0;
  return {
    ...counts,
    hidden,
    active,
    restorable,
    byHand,
    kept,
    state,
    startedAt,
    finishedAt,
    total: outcomes.stored + outcomes.updated,
    done,
  };
};

type Counted = Pick<UndoView, 'hidden' | 'active' | 'restorable' | 'byHand'>;
const notCounted: Counted = { hidden: null, active: null, restorable: null, byHand: null };
const notStarted = { state: 'not-started', startedAt: null, finishedAt: null } as const;

const undoFigures = {
  withdrawn: ['withdrawn', count, 'Stored by the upload: taken out of search'],
  corrected: ['corrected', count, 'Those of the withdrawn ones that were corrected after the upload'],
  takenBack: ['taken_back', count, 'Updated by the upload: they have their text before it again'],
  left: ['left', count, 'Updated by the upload and changed after it: left as they are'],
  gone: ['gone', count, 'Withdrawn or erased before'],
  kept: ['kept', count, 'Stored by the upload and not withdrawn, since a person had corrected or flagged them'],
} as const;

export const uploadUndo = record<UndoView>()(
  'The undo of an upload, in tickets; before it has begun, what it would do',
  {
    state: ['state', oneOf('not-started', ...undoStatuses)],
    total: ['total', count, 'Tickets that the upload has stored or updated'],
    done: ['done', count, 'How many of them are undone or passed over by now'],
    ...undoFigures,
    hidden: [
      'hidden',
      nullable(count),
      'Stored by the upload and hidden now, by the undo or a person; null in answers that do not count it',
    ],
    active: [
      'active',
      nullable(count),
      'Stored by the upload and in search now: after an undo those that came back; null in answers that do not count it',
    ],
    restorable: [
      'restorable',
      nullable(boolean),
      'Whether the undo still hides some of them, which can be restored; null in answers that do not look',
    ],
    byHand: [
      'by_hand',
      nullable(count),
      'Those that are in search, and that a person has corrected or flagged; null in answers that do not count them',
    ],
    startedAt: ['started_at', nullable(timestamp)],
    finishedAt: ['finished_at', nullable(timestamp)],
  },
);

type FlatUndo = Omit<UploadUndo, 'counts' | 'active'> & Required<UndoCounts> & Pick<UndoView, 'active'>;

const flatUndo = record<FlatUndo>()('Its undo, if it has begun', {
  state: ['state', oneOf(...undoStatuses)],
  surface: ['surface', oneOf('web', 'api')],
  ...undoFigures,
  active: [
    'active',
    nullable(count),
    'Stored by the upload and in search now: those that came back; null if not counted',
  ],
  startedAt: ['started_at', timestamp],
  finishedAt: ['finished_at', nullable(timestamp)],
});

export const restoredTickets = record<RestoredTickets>()('Of some tickets of an undone upload', {
  restored: ['restored', count],
  left: ['left', count, 'Hidden by a person, erased, or not hidden'],
  next: ['next', nullable(count), 'The index to go on after; null if there are no more'],
});

/** The undo in the record of its upload. */
export const undoOfUpload = {
  ...flatUndo,
  toJson: ({ counts, active, ...undo }: UploadUndo) =>
    flatUndo.toJson({ ...undo, ...counts, kept: counts.kept ?? 0, active: active ?? null }),
};
