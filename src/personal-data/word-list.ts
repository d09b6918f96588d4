/** Splits a list at blanks and line breaks. */
export const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Splits a list at commas and trims the phrases. */
export const phrases = (list: string): readonly string[] => list.split(',').map((phrase) => phrase.trim());
