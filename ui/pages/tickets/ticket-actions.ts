import { type ApiError, asApiError } from '../../api/api-error.ts';
import type { ChangedRow, TicketClient, TicketIdRow, TicketState } from '../../api/tickets.ts';
import { eraseMessages } from '../../messages/erase-dialog.ts';
import { translated } from '../../messages/language.ts';
import { ticketsMessages } from '../../messages/tickets.ts';
import { observable, type Observable } from '../../state/observable.ts';

/** As many as one request may name. */
export const maxSelected = 1_000;

/** The tickets that are selected, on all pages of the list, by their ids. */
type Selection = ReadonlyMap<string, TicketIdRow>;

type ActionState = {
  readonly selected: Selection;
  /** The tickets that were hidden last: they can be restored at once. */
  readonly hidden: readonly TicketIdRow[];
  /** Those that were restored together last: so many can be hidden again at once. */
  readonly restored: readonly TicketIdRow[];
  readonly failure: ApiError | undefined;
  /** The tickets that are to be erased once that is confirmed. */
  readonly erasing: readonly TicketIdRow[];
  /** What was done, for screen readers. */
  readonly done: string;
};

export type TicketActions = {
  readonly state: Observable<ActionState>;
  /** Selects a row or takes it back; `rows`: all rows from the one that was selected last to this one. */
  readonly select: (row: TicketIdRow, rows?: readonly TicketIdRow[]) => void;
  /** Selects rows in addition, or takes them all back; as many as can be. */
  readonly selectAll: (rows: readonly TicketIdRow[], isOn?: boolean) => void;
  readonly clearSelection: () => void;
  /** Hides tickets from search (`withdrawn`) or restores them. */
  readonly setState: (rows: readonly TicketIdRow[], state: TicketState) => Promise<void>;
  /** Asks whether to erase tickets for good; for none, no longer. */
  readonly askErase: (rows: readonly TicketIdRow[]) => void;
  /** Takes away tickets that are being erased. */
  readonly erased: (rows: readonly TicketIdRow[]) => void;
  readonly say: (done: string) => void;
};

type Dependencies = {
  readonly setState: TicketClient['setState'];
  /** Called with the rows as they were and as they have become; with none if they were erased. */
  readonly onChange: (before: readonly TicketIdRow[], rows: readonly ChangedRow[]) => void;
};

/** Hides or restores tickets; what was hidden can be taken back at once. */
const changeState = async (
  { setState, onChange, state }: Dependencies & { readonly state: Observable<ActionState> },
  rows: readonly TicketIdRow[],
  to: TicketState,
): Promise<void> => {
  const messages = translated(ticketsMessages);
  const ids = rows.map(({ ticket_id: id }) => id);
  const said = to === 'withdrawn' ? messages.hidden : messages.restored;
  const isUndo = rows === state.get().hidden;
  try {
    await setState(ids, to);
  } catch (error) {
    state.set({ ...state.get(), failure: asApiError(error) });
    return;
  }
  const changed = rows.map((row) => ({ ...row, state: to, changed_at: new Date().toISOString() }));
  onChange(rows, changed);
  state.set({
    ...state.get(),
    selected: without(state.get(), rows).selected,
    hidden: to === 'withdrawn' ? changed : [],
    restored: to === 'active' && changed.length > 1 && !isUndo ? changed : [],
    failure: undefined,
    done: said(rows.length, ids[0] ?? ''),
  });
};

/** What is done to the tickets of a list. */
export const createTicketActions = ({ setState, onChange }: Dependencies): TicketActions => {
  const state = observable<ActionState>({
    ...{ selected: new Map(), hidden: [], restored: [] },
    ...{ failure: undefined, erasing: [], done: '' },
  });
  const update = (change: Partial<ActionState>) => state.set({ ...state.get(), ...change });
  return {
    state,
    select: (row, rows) => {
      const { selected } = state.get();
      const next = rows ? extended(selected, rows, row) : toggled(selected, row);
      update(next.size > maxSelected ? { done: translated(ticketsMessages).tooMany(maxSelected) } : { selected: next });
    },
    selectAll: (rows, isOn = true) => {
      const next = isOn ? withRows(state.get().selected, rows) : without(state.get(), rows).selected;
      update({ selected: next, done: translated(ticketsMessages).selected(next.size) });
    },
    clearSelection: () => update({ selected: new Map() }),
    setState: (rows, to) => changeState({ setState, onChange, state }, rows, to),
    askErase: (erasing) => update({ erasing }),
    erased: (rows) => {
      onChange(rows, []);
      update({ ...without(state.get(), rows), erasing: [], done: erasedText(rows) });
    },
    say: (done) => update({ done }),
  };
};

const erasedText = (rows: readonly TicketIdRow[]): string =>
  translated(eraseMessages).erased(rows.length, rows[0]?.ticket_id ?? '');

/** What is selected, and what was hidden or restored last, without tickets that are no more. */
const without = ({ selected, hidden, restored }: ActionState, rows: readonly TicketIdRow[]) => {
  const gone = new Set(rows.map(({ ticket_id: id }) => id));
  return {
    selected: new Map([...selected].filter(([id]) => !gone.has(id))),
    hidden: hidden.filter(({ ticket_id: id }) => !gone.has(id)),
    restored: restored.filter(({ ticket_id: id }) => !gone.has(id)),
  };
};

const withRows = (selection: Selection, rows: readonly TicketIdRow[]): Selection => {
  const all = new Map([...selection, ...rows.map((row) => [row.ticket_id, row] as const)]);
  return new Map([...all].slice(0, maxSelected));
};

const toggled = (selection: Selection, row: TicketIdRow): Selection => {
  const next = new Map(selection);
  return next.delete(row.ticket_id) ? next : next.set(row.ticket_id, row);
};

const extended = (selection: Selection, rows: readonly TicketIdRow[], row: TicketIdRow): Selection => {
  const positionOf = (id: string | undefined) => rows.findIndex(({ ticket_id: each }) => each === id);
  const to = positionOf(row.ticket_id);
  const from = positionOf([...selection.keys()].findLast((id) => positionOf(id) !== -1));
  const range = from === -1 ? [row] : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
  return new Map([...selection, ...range.map((each) => [each.ticket_id, each] as const)]);
};
