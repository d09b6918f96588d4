/** Extends a marker until no text contains it. It should be random, so that nobody can write texts that make it long. */
export const absentFrom = (texts: readonly string[], marker: string): string => {
  let absent = marker;
  while (texts.some((text) => text.includes(absent))) absent += '0';
  return absent;
};

/** Puts a text between two lines with a marker that it does not contain: whatever it says, it cannot end its own fence. */
export const fenced = (name: string, marker: string, text: string): string =>
  `<<<${name} ${marker}\n${text}\n${name} ${marker}>>>`;
