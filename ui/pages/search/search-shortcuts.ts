import type { Shortcuts } from '../../browser/shortcuts.ts';
import { stepThrough } from './search-keyboard.ts';

/** The single keys of the search page, while it is the tab that is looked at. */
export const searchShortcuts = (page: HTMLElement & { readonly active: boolean }): Shortcuts => {
  const whenActive = (go: () => void) => () => {
    if (page.active) go();
  };
  return {
    '/': whenActive(() => page.querySelector('kb-search-box')?.focus()),
    j: whenActive(() => stepThrough(page, 1)),
    k: whenActive(() => stepThrough(page, -1)),
    c: whenActive(
      () => void page.querySelector<HTMLElementTagNameMap['kb-copy-button']>('kb-answer kb-copy-button')?.copy(),
    ),
  };
};
