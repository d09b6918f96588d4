import { figures, figureStem, lexiconTest, list } from './lexicon.ts';
import { type Asks } from './compile.ts';

const joins = lexiconTest('conjunctions');

/** карла маркса: the word and the one before it are one of the pairs. */
const endsPair =
  (pairs: ReadonlySet<string>, partOf: (word: string) => string): Asks =>
  ({ tokens }, at) => {
    const wordAt = (index: number): string => {
      const { word, text } = tokens[index]?.spelling ?? { word: '', text: '' };
      return word || text.toLowerCase();
    };
    const before = wordAt(joins(wordAt(at - 1)) ? at - 2 : at - 1);
    return pairs.has(`${partOf(before)} ${partOf(wordAt(at))}`);
  };

/** What patterns cannot say; `#name` asks for it. */
export const predicates: Readonly<Record<string, Asks>> = {
  listedStreet: endsPair(list('fullStreetNames'), (word) => word),
  secondOfFigure: endsPair(figures, figureStem),
};
