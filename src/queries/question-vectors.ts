import type { EmbeddingModel } from '../domain/events.ts';
import { isSameModel, unitVector } from '../domain/vector.ts';
import type { Embedder, QuestionGrouping } from '../ports/embedder.ts';
import { type Embedders, embedderOf, queryVector } from '../ports/embedders.ts';

/** Vectors that are remembered: those of the leaders of two collections, or of many smaller ones. */
const maxRemembered = 5_000;

/**
 * The cosine from which on two questions are taken to be about the same where nobody has measured it. High: a gap that is split is found too, one that mixes things
 * misleads.
 */
export const unmeasuredGrouping: QuestionGrouping = { level: 0.75, weighed: unitVector };

/** Questions as they are compared: by the answer to each, so that one that is asked twice has two. */
export type AskedQuestion = { readonly answerId: string; readonly question: string };

/** The vector of a question as its model compares questions; undefined if the model refuses its text. */
export type QuestionVectors = {
  readonly level: number;
  readonly of: (asked: AskedQuestion) => Promise<Float32Array | undefined>;
};

/** Returns a function that gives the vectors of a model. It remembers those that were used last, of one model. */
export const questionVectors = (embedders: Embedders): ((model: EmbeddingModel) => QuestionVectors) => {
  const vectorsOf = rememberedVectors(embedders, (embedder, vector) => groupingOf(embedder).weighed(vector));
  return (model) => ({ level: groupingOf(embedderOf(embedders, model)).level, of: vectorsOf(model) });
};

const groupingOf = ({ questionGrouping }: Embedder): QuestionGrouping => questionGrouping ?? unmeasuredGrouping;

/**
 * Returns a function that gives the vectors of a model, each of which `make` turns into what is remembered: a question that is looked at again and again is embedded once.
 * Those that were used last are remembered, of one model.
 */
export const rememberedVectors = (
  embedders: Embedders,
  make: (embedder: Embedder, vector: Float32Array) => Float32Array = (_, vector) => vector,
): ((model: EmbeddingModel) => QuestionVectors['of']) => {
  let remembered = new Map<string, Float32Array | undefined>();
  let ofModel: EmbeddingModel | undefined;
  return (model) => {
    const embedder = embedderOf(embedders, model);
    if (!ofModel || !isSameModel(ofModel, model)) remembered = new Map();
    ofModel = model;
    return async ({ answerId, question }) => {
      const isKnown = remembered.has(answerId);
      const found = isKnown ? remembered.get(answerId) : await queryVector(embedder, model, { question });
      const vector = isKnown || !found ? found : make(embedder, found);
      remembered.delete(answerId);
      remembered.set(answerId, vector);
      if (remembered.size > maxRemembered) remembered.delete(remembered.keys().next().value ?? '');
      return vector;
    };
  };
};
