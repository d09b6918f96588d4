/** What the browser keeps between visits under a name, undefined where there is nothing or storage is forbidden. */
export const remembered = (name: string): string | undefined => {
  try {
    return localStorage.getItem(`precedent.${name}`) ?? undefined;
  } catch {
    return undefined;
  }
};

/** Keeps a value between visits, or forgets it; a browser that forbids storage, or has none left, forgets at once. */
export const remember = (name: string, value: string | undefined): void => {
  try {
    if (value === undefined) localStorage.removeItem(`precedent.${name}`);
    else localStorage.setItem(`precedent.${name}`, value);
  } catch {
    // Nothing depends on it: the choice lasts as long as the page.
  }
};
