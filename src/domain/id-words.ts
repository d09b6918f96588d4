/** Longer runs are cut, and of runs of digits the last so many digits are stored. */
const maxCharacters = 64;
const tail = { min: 3, max: 12 };

const sign = /[№#]/gu;
const run = /[\p{L}\p{M}]+|\p{N}+/gu;

/** The compatibility form (NFKC) of the sign № would be the letters No. */
const runsOf = (text: string): readonly string[] =>
  (text.replaceAll(sign, ' ').normalize('NFKC').toLowerCase().match(run) ?? []).map((one) =>
    one.slice(0, maxCharacters),
  );

const isNumber = (one: string): boolean => /^\p{N}/u.test(one);

/** A run of digits by itself, without its zeros in front, and by its last digits. */
const tailsOf = (digits: string): readonly string[] => {
  const lengths = Array.from({ length: tail.max - tail.min + 1 }, (_, index) => tail.min + index);
  return [
    digits,
    digits.replace(/^0+(?=.)/, ''),
    ...lengths.filter((length) => length < digits.length).map((length) => digits.slice(-length)),
  ];
};

/**
 * What a list finds a ticket by besides its texts: the runs of letters and of digits of its id, and the last digits of these. Stored by the ticket index: if they
 * change for any id, the versions of its tables and indices must be raised.
 */
export const idWords = (ticketId: string): readonly string[] => [
  ...new Set(runsOf(ticketId).flatMap((one) => (isNumber(one) ? tailsOf(one) : [one]))),
];

/** The words that an id must have for a text to be found in it: СД00-001706 has those of «001706», «№1706» and «сд 1706». */
export const wantedIdWords = (text: string): readonly string[] => [...new Set(runsOf(text))];

/** A text without the sign that precedes a number, which belongs to no word. */
export const withoutNumberSign = (text: string): string => text.replaceAll(sign, ' ').trim();

/** A text as the beginning of an id: as it is typed, without the sign of a number, in capitals, in small letters and with one capital. */
export const idBeginnings = (text: string): readonly string[] => {
  const bare = withoutNumberSign(text);
  if (bare === '') return [text];
  const lower = bare.toLowerCase();
  return [...new Set([text, bare, bare.toUpperCase(), lower, lower.charAt(0).toUpperCase() + lower.slice(1)])];
};
