const cyrillic = /[а-я]/;

/** Letters that sound like another one, and those that are not heard themselves. */
const heardAs = new Map([
  ['о', 'а'],
  ['е', 'и'],
  ['э', 'и'],
  ['ь', ''],
  ['ъ', ''],
]);

/**
 * Returns a lower-case Russian word roughly as it is heard, so that a word misspelt by ear (пороль, даставка) meets the right one: о as а,
 * е and э as и, the ending -го as -во, without ь, ъ and doubled letters. A word without Cyrillic letters comes back as it is.
 */
export const spokenForm = (word: string): string => {
  if (!cyrillic.test(word)) return word;
  const saidAsV = word.endsWith('ого') || word.endsWith('его') ? word.length - 2 : -1;
  let spoken = '';
  let previous = '';
  for (let i = 0; i < word.length; i += 1) {
    const letter = word.charAt(i);
    const sound = i === saidAsV ? 'в' : (heardAs.get(letter) ?? letter);
    if (sound === '' || sound === previous) continue;
    spoken += sound;
    previous = sound;
  }
  return spoken;
};
