import {
  noUndoCounts,
  type Surface,
  type UndoCounts,
  type UploadUndone,
  type UploadUndoProgressed,
  type UploadUndoStarted,
} from './events.ts';

/** An undo of an upload: its tickets up to the index `after` (-1: none) are done. */
export type UndoState = {
  readonly undoId: string;
  readonly surface: Surface;
  readonly after: number;
  readonly counts: UndoCounts;
  readonly isFinished: boolean;
  readonly keepsByHand: boolean;
};

export type UndoEvent = UploadUndoStarted | UploadUndoProgressed | UploadUndone;

export const isOfUndo = <Event extends { readonly type: string }>(event: Event): event is Extract<Event, UndoEvent> =>
  event.type.startsWith('UploadUndo') || event.type === 'UploadUndone';

/** The undo after an event of it. */
export const undoAfter = (before: UndoState | undefined, { type, data }: UndoEvent): UndoState => {
  const { undoId } = data;
  if (type === 'UploadUndoStarted') {
    const { surface, keepsByHand = false } = data;
    return { undoId, surface, after: -1, counts: noUndoCounts, isFinished: false, keepsByHand };
  }
  const { surface = 'web', after = -1, keepsByHand = false } = before ?? {};
  const { figures: counts } = data;
  return {
    undoId,
    surface,
    after: type === 'UploadUndoProgressed' ? data.after : after,
    counts,
    isFinished: type === 'UploadUndone',
    keepsByHand,
  };
};
