import type { TicketIdRow, TicketRow } from '../../api/tickets.ts';
import type { Shortcuts } from '../../browser/shortcuts.ts';
import { focusedRow, focusRow, stepFrom } from '../../components/row-focus.ts';

/** What the keys do to the page of tickets. */
type Keyboard = HTMLElement & {
  readonly openId: string | undefined;
  readonly rows: readonly TicketRow[];
  readonly isEditing: boolean;
  /** The ticket that is open, or whose row has the focus. */
  readonly current: TicketRow | undefined;
  readonly open: (ticketId: string) => void;
  readonly close: () => void;
  readonly add: () => void;
  readonly edit: (ticketId: string) => void;
  readonly selected: readonly TicketIdRow[];
  readonly toggleState: (...rows: readonly TicketIdRow[]) => void;
  readonly select: (row: TicketRow, isRange: boolean) => void;
  /** Where a ticket is in the desk it came from. */
  readonly sourceOf: (ticketId: string) => string | undefined;
};

/**
 * Remembers the focus before tickets are changed, if it is in a row or on a button that acts on several of them: both may disappear. What it returns gives
 * the focus to the first of these rows that is still there, else to the row in their place, else to what the list says without rows.
 */
export const focusAfterChange = (page: Keyboard, changed: readonly TicketIdRow[]): (() => void) => {
  const ids = idsOf(page);
  const focused = focusedRow(page);
  const onBulk = () => document.activeElement?.closest('.tickets-foot, .tickets-strip');
  const isBulk = page.contains(onBulk() ?? null);
  const from = focused ?? ids.find((id) => changed.some(({ ticket_id: each }) => each === id));
  const index = from === undefined ? 0 : ids.indexOf(from);
  return () => {
    const { rows } = page;
    const isThere = rows.some(({ ticket_id: id }) => id === from);
    const isLost = document.activeElement === document.body || onBulk() !== null;
    if (!isLost || (focused === undefined ? !isBulk : isThere)) return;
    const next = isThere ? from : rows[Math.min(index, rows.length - 1)]?.ticket_id;
    if (next === undefined) page.querySelector<HTMLElement>('.tickets-none h3')?.focus();
    else focusRow(page, next);
  };
};

const idsOf = ({ rows }: Keyboard): readonly string[] => rows.map(({ ticket_id: id }) => id);

/** To the next (1) or previous (-1) ticket. */
export const stepToTicket = (page: Keyboard, step: 1 | -1): void => stepFrom(page, idsOf(page), step);

/** The single-key shortcuts of the page; while a ticket is edited, Esc alone works. */
export const ticketShortcuts = (page: Keyboard): Shortcuts => {
  const onList = (action: () => void) => () => {
    if (!page.isEditing) action();
  };
  const onCurrent = (action: (row: TicketRow) => void) =>
    onList(() => {
      if (page.current) action(page.current);
    });
  return {
    '/': onList(() => page.querySelector<HTMLElement>('.tickets-find input')?.focus()),
    j: onList(() => stepToTicket(page, 1)),
    k: onList(() => stepToTicket(page, -1)),
    a: onList(page.add),
    e: onCurrent(({ ticket_id: id }) => page.edit(id)),
    h: onList(() => {
      if (page.selected.length > 0) page.toggleState(...page.selected);
      else if (page.current) page.toggleState(page.current);
    }),
    o: onCurrent(({ ticket_id: id }) => {
      const address = page.sourceOf(id);
      if (address !== undefined) window.open(address, '_blank', 'noopener,noreferrer');
    }),
    x: onCurrent((row) => page.select(row, false)),
    X: onCurrent((row) => page.select(row, true)),
    escape: () => {
      // An open menu takes the key for itself.
      if (!document.querySelector('wa-dropdown[open]')) page.close();
    },
  };
};
