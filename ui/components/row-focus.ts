/** A list whose rows have the attribute `data-id` and a link. */
type List = HTMLElement & {
  readonly openId: string | undefined;
  readonly open: (id: string) => void;
};

/** The id of the row that has the focus. */
export const focusedRow = (page: Element): string | undefined => {
  const row = document.activeElement?.closest<HTMLElement>('[data-id]');
  return row && page.contains(row) ? row.dataset['id'] : undefined;
};

/** Focuses the link of a row, if it is in the list. */
export const focusRow = (page: Element, id: string | undefined): void => {
  if (id === undefined) return;
  page.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"] a`)?.focus();
};

/** The next (1) or previous (-1) row: it is opened if one is open, else focused. */
export const stepFrom = (page: List, ids: readonly string[], step: 1 | -1): void => {
  const index = ids.indexOf(page.openId ?? focusedRow(page) ?? '');
  const next = ids[index === -1 ? 0 : index + step];
  if (next === undefined) return;
  if (page.openId !== undefined) page.open(next);
  focusRow(page, next);
};
