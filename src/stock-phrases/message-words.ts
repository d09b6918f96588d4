/** The separator before a word: none or blanks, a pause (comma, colon, dash), or the end of a sentence. */
export type Gap = 'none' | 'pause' | 'stop';

export type MessageWords = {
  /** Lower case, ё as е; masks such as [имя] are words. */
  readonly words: readonly string[];
  /** `gaps[i]` precedes `words[i]`; the first and the one after the last word are stops. */
  readonly gaps: readonly Gap[];
  /** `asked[i]`: there is a question mark between `words[i - 1]` and `words[i]`. */
  readonly asked: readonly boolean[];
};

const word = /\[(?:имя|телефон|email)\]|[\p{L}\p{N}]+(?:[-'_@][\p{L}\p{N}]+|(?<=\p{N})[.:,](?=\p{N})[\p{L}\p{N}]+)*/gu;
const abbreviations =
  /(?<![\p{L}\p{N}])(тел|моб|доб|эл|раб|пож|мин|сек|им|др|пр|ч|г|ул|д|no|tel|ext)\.(?=[\s\p{L}\p{N},])/gu;
/** Bullets, not words: "1." or "а)" at the start of a line, "2)" within one. */
const listMarks = /((?:^|\n)[ \t]*)(?:\d{1,2}|[a-eа-д])[.)][ \t]+|(?<=[\s:;,])\d{1,2}\)[ \t]*/gu;
/** Combining accents and invisible characters; NFKC composes й and ё first. */
const invisible = /[\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff]/gu;

const normalized = (message: string) =>
  message
    .replaceAll('№', ' ')
    .normalize('NFKC')
    .toLowerCase()
    .replace(invisible, '')
    .replaceAll('ё', 'е')
    .replaceAll('’', "'")
    .replace(/(?<!\p{L})т\.? ?к\.(?!\p{L})/gu, 'так как')
    .replace(abbreviations, '$1 ')
    .replace(listMarks, '$1- ');

/** A line break after a comma or a colon continues the sentence; a dash, bracket or bullet is a pause. */
const gapOf = (between: string): Gap => {
  if (/[!?]|(?<!\.)\.(?!\.)/u.test(between)) return 'stop';
  if (between.includes(';')) return /\n[ \t]*[-–—•▪·*]/u.test(between) ? 'pause' : 'stop';
  if (between.includes('\n')) return /[,:]|\n[ \t]*[-–—•▪·*]/u.test(between) ? 'pause' : 'stop';
  return /[^\s"'«»„“”‘’()№#*_]/u.test(between) ? 'pause' : 'none';
};

/** Splits a message into words and the separators between them; linear in its length. */
export const messageWords = (message: string): MessageWords => {
  const text = normalized(message);
  const words: string[] = [];
  const gaps: Gap[] = [];
  const asked: boolean[] = [];
  let end = 0;
  for (const match of text.matchAll(word)) {
    const between = text.slice(end, match.index);
    words.push(match[0]);
    gaps.push(words.length === 1 ? 'stop' : gapOf(between));
    asked.push(between.includes('?'));
    end = match.index + match[0].length;
  }
  gaps.push('stop');
  asked.push(text.slice(end).includes('?'));
  return { words, gaps, asked };
};
