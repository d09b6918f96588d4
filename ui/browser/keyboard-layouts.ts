const latin = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const cyrillic = 'ёйцукенгшщзхъфывапролджэячсмитьбю';

const swapped = new Map([
  ...Array.from(latin, (letter, index) => [letter, cyrillic[index] ?? letter] as const),
  ...Array.from(cyrillic, (letter, index) => [letter, latin[index] ?? letter] as const),
]);

/** What the same keys type in the other layout, Russian or US, in lower case: "gjxnf" and "почта". */
export const inOtherLayout = (text: string): string =>
  Array.from(text.toLowerCase(), (letter) => swapped.get(letter) ?? letter).join('');
