import type { EmbeddingModel, EmbeddingModelChosen, Prefixes } from './events.ts';

/** A model by the name that its gateway knows. */
export type PrefixedModel = { readonly name: string; readonly prefixes: Prefixes };

const noPrefixes: Prefixes = { query: '', ticket: '' };

/**
 * Returns the text that stands for a model wherever vectors are compared: its name, followed by its prefixes as JSON unless both are empty
 * (`e5 ["query: ","passage: "]`). Vectors made with other prefixes can be compared as little as those of another model.
 */
export const identityOf = ({ name, prefixes: { query, ticket } }: PrefixedModel): string =>
  query === '' && ticket === '' ? name : `${name} ${JSON.stringify([query, ticket])}`;

const withPrefixes = /^(.*?) (\["(?:[^"\\]|\\.)*","(?:[^"\\]|\\.)*"\])$/s;

/** The inverse of `identityOf`. */
export const prefixedModel = (identity: string): PrefixedModel => {
  const [, name, json] = withPrefixes.exec(identity) ?? [];
  const prefixes = json === undefined ? undefined : prefixesIn(json);
  return name === undefined || !prefixes ? { name: identity, prefixes: noPrefixes } : { name, prefixes };
};

/** Undefined if it has an escape that is none of JSON's. */
const prefixesIn = (json: string): Prefixes | undefined => {
  try {
    const [query, ticket] = JSON.parse(json) as [string, string];
    return { query, ticket };
  } catch {
    return undefined;
  }
};

/** The model that an event names. One that was recorded before there were prefixes has none. */
export const modelOfChoice = ({
  model: name,
  dimensions,
  prefixes = noPrefixes,
}: EmbeddingModelChosen['data']): EmbeddingModel => ({ model: identityOf({ name, prefixes }), dimensions });

/** What the event records that makes a model the one in use. */
export const choiceOf = ({ model, dimensions }: EmbeddingModel): EmbeddingModelChosen['data'] => {
  const { name, prefixes } = prefixedModel(model);
  const hasPrefixes = identityOf({ name, prefixes }) !== name;
  return { model: name, dimensions, ...(hasPrefixes ? { prefixes } : {}) };
};
