import { bytesOf, fieldsOf } from './protobuf.ts';

/** Kinds of pieces that stand for text, in SentencePiece's schema. */
const normal = 1;

/** A piece with its number in the model, by which its vector is found. */
export type NumberedPiece = { readonly text: string; readonly score: number; readonly number: number };

/** Numbers of what stands for no text. */
export const special = { unknown: 0, start: 1, end: 2 };

/** Returns the pieces of a model of SentencePiece that stand for text. */
export const readPieces = (model: Buffer): readonly NumberedPiece[] =>
  bytesOf(model, 1).flatMap((piece, number) => {
    let [text, score, kind] = ['', 0, normal];
    for (const { number: field, value } of fieldsOf(piece)) {
      if (field === 1 && typeof value !== 'number') text = value.toString();
      if (field === 2 && typeof value !== 'number') score = value.readFloatLE();
      if (field === 3 && typeof value === 'number') kind = value;
    }
    return kind === normal ? [{ text, score, number }] : [];
  });
