import type WaDropdown from '@awesome.me/webawesome/dist/components/dropdown/dropdown.js';
import { ApiError } from '../api/api-error.ts';
import { retriable } from '../browser/retriable-import.ts';
import { requestErrorText } from '../messages/request-errors.ts';

/** Defines the elements of menus. They are more code than the page around them, and of no use until a menu is opened: they are loaded when nothing else is. */
export const loadMenus = retriable(() => import('./menus.ts'));

/** Loads menus and the dialogs that are opened from them; whether they are there. Without connection it says so. */
export const hasMenus = (announce: (sentence: string) => void): Promise<boolean> =>
  loadMenus().then(
    () => true,
    () => {
      announce(requestErrorText(new ApiError(0, '')));
      return false;
    },
  );

/** Opens the menu that was clicked before its element was defined; without connection it says so. */
export const openMenuWhenLoaded = async ({ target }: Event, announce: (sentence: string) => void): Promise<void> => {
  const trigger = target instanceof Element ? target.closest('[slot=trigger]') : null;
  const menu = trigger?.closest<WaDropdown>('wa-dropdown:not(:defined)');
  if (!menu) return;
  const isLoaded = await hasMenus(announce);
  await menu.updateComplete;
  if (isLoaded) menu.open = true;
};
