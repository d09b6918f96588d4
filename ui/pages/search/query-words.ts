import { plainWord, possibleStems } from './word-forms.ts';

/** The words of a query: by what to know their forms, and those that count beside others only (в, после, the). */
export type QueryWords = { readonly stems: ReadonlySet<string>; readonly small: ReadonlySet<string> };

/** A piece of text, whole words of the query or what stands between them. */
export type Piece = { readonly text: string; readonly marked: boolean };

const smallWords = new Set(
  (
    'а без бы был была были было в вам вас ваш весь во вот все всё вы где да для до его ее её если есть еще ещё же за и из или им их к как ко ' +
    'когда кто ли либо мне мной может мой мы на над нам нас наш не него нее ней нет ни них но ну о об он она они оно от по под после при про ' +
    'с сам со так такой там то того тоже той только том ты у уже хотя чего чей чем что чтобы чья эта эти это этот я ' +
    'a an and are as at be been but by can could did do does for from had has have he her his how i if in is it its me my no not of on or our ' +
    'she so than that the their them then there they this to was we were what when which who why will with you your'
  )
    .split(' ')
    .map(plainWord),
);

const negations = new Set(['не', 'нет', 'ни', 'no', 'not']);
const masks = /\[(?:ИМЯ|ТЕЛЕФОН|EMAIL)\]/gu;
const word = /[\p{L}\p{N}\p{M}]+/gu;

/** Reads the words of a query; its masks of personal data are none. */
export const queryWords = (query: string): QueryWords => {
  const all = (query.replace(masks, ' ').match(word) ?? []).map(plainWord);
  const isSmall = (each: string) => each.length < 2 || smallWords.has(each);
  return {
    stems: new Set(all.filter((each) => !isSmall(each)).flatMap(possibleStems)),
    small: new Set(all.filter(isSmall)),
  };
};

type Token = { readonly text: string; readonly start: number; readonly end: number };

/**
 * Cuts a text into pieces, those marked that are words of the query in any form. Neighbours become one piece with the small words of the
 * query between them, and a negation before them belongs to them (не печатает).
 */
export const markedPieces = (text: string, { stems, small }: QueryWords): readonly Piece[] => {
  const tokens = [...text.matchAll(word)].map(({ 0: found, index }): Token => ({
    text: plainWord(found),
    start: index,
    end: index + found.length,
  }));
  const isMeant = ({ text: each }: Token) => possibleStems(each).some((stem) => stems.has(stem));
  /** Where the small words of the query begin that lead up to a token without a break. */
  const lead = (index: number): number => {
    const [before, token] = [tokens[index - 1], tokens[index]];
    const joins = before && token && small.has(before.text) && text.slice(before.end, token.start).trim() === '';
    return joins ? lead(index - 1) : index;
  };
  const strokes: { start: number; end: number }[] = [];
  for (const [index, token] of tokens.entries()) {
    if (!isMeant(token)) continue;
    const last = strokes.at(-1);
    const first = tokens[lead(index)] ?? token;
    const before = tokens[index - 1];
    const negated = before && negations.has(before.text) && lead(index) < index;
    if (last && text.slice(last.end, first.start).trim() === '') last.end = token.end;
    else strokes.push({ start: negated ? before.start : token.start, end: token.end });
  }
  return cut(text, strokes);
};

const cut = (text: string, strokes: readonly { readonly start: number; readonly end: number }[]): readonly Piece[] => {
  const pieces: Piece[] = [];
  let done = 0;
  for (const { start, end } of strokes) {
    pieces.push({ text: text.slice(done, start), marked: false }, { text: text.slice(start, end), marked: true });
    done = end;
  }
  return [...pieces, { text: text.slice(done), marked: false }].filter((piece) => piece.text !== '');
};
