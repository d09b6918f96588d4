import { remember, remembered } from './remembered.ts';

export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)');

/** The theme that was chosen in this browser; `system` where none was. */
export const chosenTheme = (): Theme => themes.find((each) => each === remembered('theme')) ?? 'system';

const show = (theme: Theme) => {
  const dark = theme === 'dark' || (theme === 'system' && systemIsDark().matches);
  document.documentElement.classList.toggle('wa-dark', dark);
};

/** Shows a theme at once and keeps it in this browser. */
export const chooseTheme = (theme: Theme): void => {
  remember('theme', theme === 'system' ? undefined : theme);
  show(theme);
};

/** Follows the system's theme while no other is chosen; `first-paint.ts` has shown the first. Returns what ends it. */
export const followSystemTheme = (): (() => void) => {
  const system = systemIsDark();
  const follow = () => show(chosenTheme());
  system.addEventListener('change', follow);
  return () => system.removeEventListener('change', follow);
};
