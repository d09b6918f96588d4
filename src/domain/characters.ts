/** The first `count` code points of a text. */
export const firstCharacters = (text: string, count: number): string => {
  if (text.length <= count) return text;
  let end = 0;
  for (let taken = 0; taken < count && end < text.length; taken += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
};

/** The last `count` code points of a text. */
export const lastCharacters = (text: string, count: number): string => {
  if (text.length <= count) return text;
  let start = text.length;
  for (let taken = 0; taken < count && start > 0; taken += 1) {
    start -= (text.codePointAt(start - 2) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(start);
};

/** The number of code points of a text; an unpaired surrogate counts as one. */
export const characterCount = (text: string): number => {
  if (!/[\uD800-\uDBFF]/.test(text)) return text.length;
  let count = 0;
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) count += 1;
  return count;
};

/** Whether a text has more code points than `limit`; a much longer text is not counted. */
export const isLongerThan = (text: string, limit: number): boolean => {
  if (text.length <= limit) return false;
  return text.length > 2 * limit || Array.from(text).length > limit;
};
