/** Latin and Greek letters, and the Cyrillic ones that they look like. */
const foreign = 'aceikmoptxyABCEHIKMOPTXYαεικνορτχΑΒΕΗΙΚΜΝΟΡΤΧ';
const russian = 'асеикмортхуАВСЕНИКМОРТХУаеиквортхАВЕНИКМНОРТХ';
/** Cyrillic letters, and the Latin ones that they look like. */
const cyrillic = 'асеікоруАВСЕНІКМОРТХУх';
const latin = 'aceikopyABCEHIKMOPTXYx';

const pairs = (from: string, to: string): ReadonlyMap<string, string> =>
  new Map(Array.from(from, (letter, at) => [letter, to.charAt(at)]));
const toRussian = pairs(foreign, russian);
const toLatin = pairs(cyrillic, latin);

const scriptsMeet = /[A-Za-zͰ-Ͽ][Ѐ-ԯ]|[Ѐ-ԯ][A-Za-zͰ-Ͽ]|[A-Za-z][Ͱ-Ͽ]|[Ͱ-Ͽ][A-Za-z]/;
const lettersInARow = /[A-Za-zͰ-ԯ]+/g;
/** No word is longer. */
const longestWord = 60;

/** A word with the letters of another script than its own replaced; undefined if one of them looks like none of its own. */
const folded = (word: string, isOwn: RegExp, own: ReadonlyMap<string, string>): string | undefined => {
  let letters = '';
  for (const letter of word) {
    const seen = isOwn.test(letter) ? letter : own.get(letter);
    if (seen === undefined) return undefined;
    letters += seen;
  }
  return letters;
};

/** `Ивaн` with a Latin а, `Оlga` with a Cyrillic О: words of two scripts as they are read, if they can be read in one. The length is unchanged. */
export const withoutLookAlikes = (text: string): string =>
  scriptsMeet.test(text)
    ? text.replace(lettersInARow, (word) =>
        word.length > longestWord || !scriptsMeet.test(word)
          ? word
          : (folded(word, /[Ѐ-ԯ]/, toRussian) ?? folded(word, /[A-Za-z]/, toLatin) ?? word),
      )
    : text;
