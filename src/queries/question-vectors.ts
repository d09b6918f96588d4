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
  let remembered = new Map<string, Float32Array | undefined>();
  let ofModel: EmbeddingModel | undefined;
  return (model) => {
    const embedder = embedderOf(embedders, model);
    const { level, weighed } = embedder.questionGrouping ?? unmeasuredGrouping;
    if (!ofModel || !isSameModel(ofModel, model)) remembered = new Map();
    ofModel = model;
    return {
      level,
      of: async (asked) => {
        const { answerId } = asked;
        const vector = remembered.has(answerId)
          ? remembered.get(answerId)
          : await weighedVector(embedder, { model, question: asked.question, weighed });
        remembered.delete(answerId);
        remembered.set(answerId, vector);
        if (remembered.size > maxRemembered) remembered.delete(remembered.keys().next().value ?? '');
        return vector;
      },
    };
  };
};

type Wanted = Pick<QuestionGrouping, 'weighed'> & { readonly model: EmbeddingModel; readonly question: string };

const weighedVector = async (embedder: Embedder, { model, question, weighed }: Wanted) => {
  const vector = await queryVector(embedder, model, question);
  return vector && weighed(vector);
};
