/** Returns the words of a list that blanks and line breaks divide. */
export const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Returns the phrases of a list that commas divide, without the blanks around them. */
export const phrases = (list: string): readonly string[] => list.split(',').map((phrase) => phrase.trim());
