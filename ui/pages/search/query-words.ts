import { plainWord, possibleStems } from './word-forms.ts';

/** What is a word, and the stems of one in lower case: two words that share a stem are the same. */
export type WordRules = { readonly word: RegExp; readonly stemsOf: (word: string) => readonly string[] };

/** The words of a query: the stems of its terms, and its stop words (в, после, the), which are marked between terms only. */
export type QueryWords = {
  readonly rules: WordRules;
  readonly stems: ReadonlySet<string>;
  readonly stopWords: ReadonlySet<string>;
};

/** A piece of text: words of the query (`marked`), or the text between them. */
export type Piece = { readonly text: string; readonly marked: boolean };

const stopWordList = new Set(
  (
    'а без бы был была были было в вам вас ваш весь во вот все всё вы где да для до его ее её если есть еще ещё же за и из или им их к как ко ' +
    'когда кто ли либо мне мной может мой мы на над нам нас наш не него нее ней нет ни них но ну о об он она они оно от по под после при про ' +
    'с сам со так такой там то того тоже той только том ты у уже хотя чего чей чем что чтобы чья эта эти это этот я ' +
    'a an and are as at be been but by can could did do does for from had has have he her his how i if in is it its me my no not of on or our ' +
    'she so than that the their them then there they this to was we were what when which who why will with you your s t'
  )
    .split(' ')
    .map(plainWord),
);

const negations = new Set(['не', 'нет', 'ни', 'no', 'not']);
const masks = /\[(?:ИМЯ|ТЕЛЕФОН|EMAIL)\]/gu;
/** Of a search by meaning, which finds a ticket whatever its words: all forms that a word may have. */
const byMeaning: WordRules = { word: /[\p{L}\p{N}\p{M}]+/gu, stemsOf: possibleStems };

/** The words of a query, without its masks of personal data. */
export const queryWords = (query: string, rules = byMeaning): QueryWords => {
  const all = (query.replace(masks, ' ').match(rules.word) ?? []).map(plainWord);
  return {
    rules,
    stems: new Set(all.filter((each) => !stopWordList.has(each)).flatMap(rules.stemsOf)),
    stopWords: new Set(all.filter((each) => stopWordList.has(each))),
  };
};

type Token = { readonly text: string; readonly start: number; readonly end: number };

/**
 * Splits a text into pieces; words of the query, in any form, are marked. Adjacent words form one piece, including the query's stop words
 * between them and a negation before them (не печатает).
 */
export const markedPieces = (text: string, { rules, stems, stopWords }: QueryWords): readonly Piece[] => {
  const tokens = [...text.matchAll(rules.word)].map(({ 0: found, index }): Token => ({
    text: plainWord(found),
    start: index,
    end: index + found.length,
  }));
  const isQueryWord = ({ text: each }: Token) => rules.stemsOf(each).some((stem) => stems.has(stem));
  /** The index of the first of the query's stop words that directly precede a token. */
  const firstStopWord = (index: number): number => {
    const [before, token] = [tokens[index - 1], tokens[index]];
    const joins = before && token && stopWords.has(before.text) && text.slice(before.end, token.start).trim() === '';
    return joins ? firstStopWord(index - 1) : index;
  };
  const ranges: { start: number; end: number }[] = [];
  for (const [index, token] of tokens.entries()) {
    if (!isQueryWord(token)) continue;
    const last = ranges.at(-1);
    const first = tokens[firstStopWord(index)] ?? token;
    const before = tokens[index - 1];
    const negated = before && negations.has(before.text) && firstStopWord(index) < index;
    if (last && text.slice(last.end, first.start).trim() === '') last.end = token.end;
    else ranges.push({ start: negated ? before.start : token.start, end: token.end });
  }
  return cut(text, ranges);
};

const cut = (text: string, ranges: readonly { readonly start: number; readonly end: number }[]): readonly Piece[] => {
  const pieces: Piece[] = [];
  let done = 0;
  for (const { start, end } of ranges) {
    pieces.push({ text: text.slice(done, start), marked: false }, { text: text.slice(start, end), marked: true });
    done = end;
  }
  return [...pieces, { text: text.slice(done), marked: false }].filter((piece) => piece.text !== '');
};
