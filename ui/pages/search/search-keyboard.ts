import type { LitElement } from 'lit';
import type { Shortcuts } from '../../browser/shortcuts.ts';

/** Whether the focus is inside the first element that matches `selector`. */
export const focusIsIn = (page: Element, selector: string): boolean =>
  page.querySelector(selector)?.contains(document.activeElement) ?? false;

/** Focuses the first element that matches `selector` after the page's next render. */
export const focusWhenRendered = (page: LitElement, selector: string, options?: FocusOptions): void => {
  void page.updateComplete.then(() => page.querySelector<HTMLElement>(selector)?.focus(options));
};

/** Moves the focus to the next (1) or previous (-1) ticket; to the first one if none has it. */
const focusNextSource = (page: Element, step: 1 | -1): void => {
  const sources = [...page.querySelectorAll('kb-source')];
  const index = sources.findIndex((each) => each.contains(document.activeElement)) + step;
  sources[Math.min(Math.max(index, 0), sources.length - 1)]?.focus();
};

/** Arrow keys on a focused ticket move to its neighbours. */
export const onSourceKeydown = (page: Element, event: KeyboardEvent): void => {
  const isOnTicket = event.target instanceof HTMLElement && event.target.matches('article');
  if (!isOnTicket || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
  event.preventDefault();
  focusNextSource(page, event.key === 'ArrowDown' ? 1 : -1);
};

/** Whether the answer helped, and while it is asked which source fitted, its number. */
const verdictShortcuts = (page: HTMLElement): Shortcuts => {
  const verdict = () => page.querySelector('kb-verdict');
  const choices = [0, 1, 2, 3, 4, 5].map((number) => [String(number), () => verdict()?.choose(number)]);
  return {
    u: () => verdict()?.helped(),
    d: () => verdict()?.didNotHelp(),
    ...(Object.fromEntries(choices) as Shortcuts),
  };
};

/** The single-key shortcuts of the search page. */
export const searchShortcuts = (page: HTMLElement): Shortcuts => ({
  ...verdictShortcuts(page),
  '/': () => page.querySelector('kb-search-box')?.focus(),
  j: () => focusNextSource(page, 1),
  k: () => focusNextSource(page, -1),
  m: () => page.querySelector<HTMLElementTagNameMap['kb-source']>('kb-source:focus-within')?.openMenu(),
  c: () => void page.querySelector<HTMLElementTagNameMap['kb-copy-button']>('kb-answer kb-copy-button')?.copy(),
});
