/** Splits a list at blanks and line breaks. */
export const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));
