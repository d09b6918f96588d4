import { readTabList, saveTabList } from './storage.ts';

/**
 * Texts that are too telling for an address, which the browser keeps in its history: they are kept in this tab (`sessionStorage`) under an id, which takes
 * their place in the address, until the session ends.
 */

const listName = 'texts';
/** The newest: a text that goes leaves an address without a query. */
const maxTexts = 20;

const maxCharacters = 200;
/** A pasted conversation, an address, or as many digits as a telephone number has: signs of somebody's data. The service masks them; names only it can find. */
const telling = /\n|\S@\S|\d(?:[\s().+-]*\d){9}/u;

/** Whether a text may stay in addresses and in the list of recent queries. */
export const isPlain = (text: string): boolean => text.length <= maxCharacters && !telling.test(text);

type Kept = readonly (readonly [id: string, text: string])[];

/** Also in memory, in case the browser forbids storage. */
let kept = readTabList(listName) as Kept;

const save = (texts: Kept): void => {
  kept = texts;
  saveTabList(listName, texts);
};

const idOf = (text: string): string => {
  const known = kept.find(([, each]) => each === text);
  if (known) return known[0];
  const [number] = crypto.getRandomValues(new Uint32Array(1));
  const id = (number ?? 0).toString(36);
  save([[id, text] as const, ...kept].slice(0, maxTexts));
  return id;
};

/** The parameter of an address that stands for a text. */
export const textParameter = (name: string, text: string): readonly [name: string, value: string] =>
  isPlain(text) ? [name, text] : [`${name}-kept`, idOf(text)];

/** The text that an address stands for; null if it has none, or one that is not in this tab. */
export const textOfParameter = (parameters: URLSearchParams, name: string): string | null => {
  const id = parameters.get(`${name}-kept`);
  return parameters.get(name) ?? kept.find(([each]) => each === id)?.[1] ?? null;
};

/** Forgets all texts of this tab. */
export const forgetTexts = (): void => save([]);
