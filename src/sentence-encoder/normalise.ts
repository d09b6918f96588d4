/** What the model's tokenizer takes for a blank besides the blanks of NFKC. */
const blanks = /[\t\n\f\r\u1680\u200b\u200e\u200f\u2028\u2029\u2581\ufeff\ufffd]/g;
/** Control characters that it drops. */
const dropped = /[\0-\x08\x0b\x0e-\x1f\x7f\x8f\x9f]/g;
/** The full-width tilde, which it keeps as it is. */
const kept = '\uff5e';

/** Returns the words of a text as the model's tokenizer (SentencePiece, `nmt_nfkc`) sees them: in Unicode normal form KC, with case, without blanks. */
export const wordsOf = (text: string): readonly string[] =>
  text
    .replace(dropped, '')
    .replace(blanks, ' ')
    .split(kept)
    .map((part) => part.normalize('NFKC'))
    .join(kept)
    .split(' ')
    .filter((word) => word !== '');
