import type { EmbeddingModel } from '../domain/events.ts';

type Asked = {
  readonly model: EmbeddingModel;
  readonly question: string;
  /** Sources are asked for anew each time and leave their query's vector to the answer that is asked for next. */
  readonly purpose: 'sources' | 'answer';
};

/** The vector of a query: kept, on its way for somebody else, or of `embed`, whose failure rises and is not kept. */
export type QueryVectors = (asked: Asked, embed: () => Promise<Float32Array>) => Promise<Float32Array>;

const keptFor = 60_000;
const mostKept = 200;

type Kept = { readonly vector: Float32Array; readonly until: number };

/**
 * Who wants the sources at once and the answer when it comes searches twice; the model is asked for the query's vector once. A vector says
 * nothing about who asked, so it is shared by all; 200 are kept at the most, each for a minute of `now` (milliseconds).
 */
export const queryVectors = (now: () => number = Date.now): QueryVectors => {
  const onTheWay = new Map<string, Promise<Float32Array>>();
  /** Oldest first. */
  const kept = new Map<string, Kept>();

  const begin = (name: string, embed: () => Promise<Float32Array>) => {
    const vector = embed().finally(() => onTheWay.delete(name));
    onTheWay.set(name, vector);
    return vector;
  };

  const keep = (name: string, vector: Float32Array) => {
    kept.delete(name);
    kept.set(name, { vector, until: now() + keptFor });
    for (const [oldest, { until }] of kept) {
      if (kept.size <= mostKept && until > now()) return;
      kept.delete(oldest);
    }
  };

  return async ({ model, question, purpose }, embed) => {
    const name = `${model.model} ${model.dimensions} ${question}`;
    const held = kept.get(name);
    if (purpose === 'answer' && held && held.until > now()) return held.vector;
    const vector = await (onTheWay.get(name) ?? begin(name, embed));
    if (purpose === 'sources') keep(name, vector);
    return vector;
  };
};
