/** Whether the focus is inside of a part of the page. */
export const hasFocus = (page: Element, part: string): boolean =>
  page.querySelector(part)?.contains(document.activeElement) ?? false;

/** Leads the focus to the next ticket (1) or to the one before (-1), to the first one from elsewhere. */
export const stepThrough = (page: Element, by: 1 | -1): void => {
  const sources = [...page.querySelectorAll('kb-source')];
  const at = sources.findIndex((each) => each.contains(document.activeElement)) + by;
  sources[Math.min(Math.max(at, 0), sources.length - 1)]?.focus();
};

/** The same by arrow keys on a ticket that has the focus itself. */
export const stepByArrow = (page: Element, event: KeyboardEvent): void => {
  const isOnTicket = event.target instanceof HTMLElement && event.target.matches('article');
  if (!isOnTicket || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
  event.preventDefault();
  stepThrough(page, event.key === 'ArrowDown' ? 1 : -1);
};
