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

type Storages = 'localStorage' | 'sessionStorage';

const readList = (storage: Storages, name: string): readonly unknown[] => {
  try {
    const list: unknown = JSON.parse(window[storage].getItem(`precedent.${name}`) ?? '[]');
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
};

const saveList = (storage: Storages, name: string, items: readonly unknown[]): void => {
  try {
    if (items.length === 0) window[storage].removeItem(`precedent.${name}`);
    else window[storage].setItem(`precedent.${name}`, JSON.stringify(items));
  } catch {
    // Whoever calls this has it in memory, or does without it.
  }
};

/** A list saved in this browser; empty if there is none or the browser forbids storage. */
export const readBrowserList = (name: string): readonly unknown[] => readList('localStorage', name);

/** Saves a list in this browser, or removes an empty one; does nothing if storage is forbidden or full. */
export const saveBrowserList = (name: string, items: readonly unknown[]): void => saveList('localStorage', name, items);

/** A list saved in this tab, which outlives reloads; empty if there is none or the browser forbids storage. */
export const readTabList = (name: string): readonly unknown[] => readList('sessionStorage', name);

/** Saves a list in this tab, or removes an empty one; does nothing if storage is forbidden or full: it then lasts until the page is closed. */
export const saveTabList = (name: string, items: readonly unknown[]): void => saveList('sessionStorage', name, items);
