import type { TicketRow } from '../../api/tickets.ts';
import type { Shortcuts } from '../../browser/shortcuts.ts';

/** What the keys do to the page of tickets. */
type Keyboard = HTMLElement & {
  readonly openId: string | undefined;
  readonly rows: readonly TicketRow[];
  readonly isEditing: boolean;
  /** The ticket that is open, or whose row has the focus. */
  readonly current: TicketRow | undefined;
  readonly open: (ticketId: string) => void;
  readonly close: () => void;
  readonly edit: (ticketId: string) => void;
  readonly toggleState: (row: TicketRow) => void;
  readonly select: (row: TicketRow, isRange: boolean) => void;
  readonly openSource: (ticketId: string) => void;
};

/** The id of the row that has the focus. */
export const focusedRow = (page: Element): string | undefined => {
  const row = document.activeElement?.closest<HTMLElement>('tr[data-id]');
  return row && page.contains(row) ? row.dataset['id'] : undefined;
};

/** Focuses the link of a row, if it is in the list. */
export const focusRow = (page: Element, ticketId: string | undefined): void => {
  if (ticketId === undefined) return;
  page.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(ticketId)}"] a`)?.focus();
};

/** The next (1) or previous (-1) row: it is opened if a ticket is open, else focused. */
export const stepFrom = (page: Keyboard, step: 1 | -1): void => {
  const { rows, openId } = page;
  const index = rows.findIndex(({ ticket_id: id }) => id === (openId ?? focusedRow(page)));
  const next = rows[index === -1 ? 0 : index + step];
  if (!next) return;
  if (openId !== undefined) page.open(next.ticket_id);
  focusRow(page, next.ticket_id);
};

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
    j: onList(() => stepFrom(page, 1)),
    k: onList(() => stepFrom(page, -1)),
    e: onCurrent(({ ticket_id: id }) => page.edit(id)),
    h: onCurrent((row) => page.toggleState(row)),
    o: onCurrent(({ ticket_id: id }) => page.openSource(id)),
    x: onCurrent((row) => page.select(row, false)),
    X: onCurrent((row) => page.select(row, true)),
    escape: () => {
      // An open menu takes the key for itself.
      if (!document.querySelector('wa-dropdown[open]')) page.close();
    },
  };
};
