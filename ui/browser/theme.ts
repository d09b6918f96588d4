import { readSetting, saveSetting } from './storage.ts';

export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

const darkMediaQuery = () => matchMedia('(prefers-color-scheme: dark)');

/** The theme chosen in this browser, `system` by default. */
export const chosenTheme = (): Theme => themes.find((each) => each === readSetting('theme')) ?? 'system';

const applyTheme = (theme: Theme) => {
  const dark = theme === 'dark' || (theme === 'system' && darkMediaQuery().matches);
  document.documentElement.classList.toggle('wa-dark', dark);
};

/** Applies a theme and saves the choice in this browser. */
export const chooseTheme = (theme: Theme): void => {
  saveSetting('theme', theme === 'system' ? undefined : theme);
  applyTheme(theme);
};

/** Applies changes of the system's theme while `system` is chosen; `first-paint.ts` applies the initial one. Returns the function that stops it. */
export const followSystemTheme = (): (() => void) => {
  const query = darkMediaQuery();
  const update = () => applyTheme(chosenTheme());
  query.addEventListener('change', update);
  return () => query.removeEventListener('change', update);
};
