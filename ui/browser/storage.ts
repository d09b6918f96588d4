/** A setting saved in this browser; undefined if there is none or the browser forbids storage. */
export const readSetting = (name: string): string | undefined => {
  try {
    return localStorage.getItem(`precedent.${name}`) ?? undefined;
  } catch {
    return undefined;
  }
};

/** Saves a setting in this browser, or removes it; does nothing if storage is forbidden or full. */
export const saveSetting = (name: string, value: string | undefined): void => {
  try {
    if (value === undefined) localStorage.removeItem(`precedent.${name}`);
    else localStorage.setItem(`precedent.${name}`, value);
  } catch {
    // The choice then lasts until the page is closed.
  }
};

/** The names of all settings saved in this browser. */
export const settingNames = (): readonly string[] => {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
    return keys.filter((key) => key.startsWith('precedent.')).map((key) => key.slice('precedent.'.length));
  } catch {
    return [];
  }
};
