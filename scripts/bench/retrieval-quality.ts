import { readFileSync } from 'node:fs';
import type { Embedder } from '../../src/ports/embedder.ts';

/** One line of a list: a hit is a text of the same intent in the index. */
export type Example = { readonly text: string; readonly intent: string; readonly part: 'index' | 'query' };

/** One of the five nearest texts of a query: its cosine, and whether it is a hit. */
export type Found = { readonly score: number; readonly isHit: boolean };

/** The share of queries whose nearest text is a hit, the share with a hit among five, and the mean share of hits among five. */
export type Quality = {
  readonly top1: number;
  readonly anyOf5: number;
  readonly precisionAt5: number;
  /** The five nearest texts of all queries. */
  readonly found: readonly Found[];
};

const isExample = (value: unknown): value is Example =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  typeof value.text === 'string' &&
  'intent' in value &&
  typeof value.intent === 'string' &&
  'part' in value &&
  (value.part === 'index' || value.part === 'query');

/** Returns the examples of a JSON Lines file; throws with the line number of an invalid one. */
export const readExamples = (path: string): readonly Example[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      if (line.trim() === '') return [];
      const value: unknown = JSON.parse(line);
      if (!isExample(value)) throw new Error(`${path}:${index + 1} is no {text, intent, part}`);
      return [value];
    });

/** A ticket as uploads have it. */
export type TicketOfList = {
  readonly ticket_id: string | number;
  readonly description: string;
  readonly messages: readonly { readonly role: string; readonly text: string }[];
};

const readJson = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

const isClient = ({ role }: { readonly role: string }): boolean => /^(client|user|customer)$/.test(role);

/** Returns the description of a ticket and the messages of the client. */
export const clientTexts = ({ description, messages }: TicketOfList): readonly string[] => [
  description,
  ...messages.filter(isClient).map(({ text }) => text),
];

/** Returns what is embedded of a ticket. */
export const readTicketText = (ticket: TicketOfList): string => clientTexts(ticket).join('\n');

/** The example tickets as an index, and questions written for them, each with the id of its ticket; those without an id have none. */
export const demoExamples = (): readonly Example[] => {
  const tickets = new Map(
    (readJson('../demo/tickets.json') as TicketOfList[]).map((each) => [String(each.ticket_id), each]),
  );
  const questions = readJson('demo-questions.json') as readonly (readonly [text: string, ticketId?: string])[];
  return [
    ...[...tickets].map(([intent, ticket]): Example => ({ text: readTicketText(ticket), intent, part: 'index' })),
    ...questions.map(([text, intent = 'none']): Example => ({ text, intent, part: 'query' })),
  ];
};

/** Four sums side by side keep the processor busier than one. */
const dot = (a: Float32Array, b: Float32Array): number => {
  let [s0, s1, s2, s3] = [0, 0, 0, 0];
  for (let i = 0; i < a.length; i += 4) {
    s0 += (a[i] ?? 0) * (b[i] ?? 0);
    s1 += (a[i + 1] ?? 0) * (b[i + 1] ?? 0);
    s2 += (a[i + 2] ?? 0) * (b[i + 2] ?? 0);
    s3 += (a[i + 3] ?? 0) * (b[i + 3] ?? 0);
  }
  return s0 + s1 + s2 + s3;
};

type Candidate = { readonly intent: string; readonly vector: Float32Array };

export type Neighbour<Of> = { readonly score: number; readonly candidate: Of };

/** Returns the five candidates with the highest cosine. */
export const nearest = <Of extends { readonly vector: Float32Array }>(
  query: Float32Array,
  index: readonly Of[],
): readonly Neighbour<Of>[] => {
  const best: Neighbour<Of>[] = [];
  for (const candidate of index) {
    const score = dot(query, candidate.vector);
    if (best.length === 5 && score <= (best[4]?.score ?? 0)) continue;
    const at = best.findIndex((other) => other.score < score);
    best.splice(at < 0 ? best.length : at, 0, { score, candidate });
    best.length = Math.min(best.length, 5);
  }
  return best;
};

/** Returns the quality of exact nearest-neighbour search by cosine over a list, its queries changed by `change` (text and number of the query). */
export const measureQuality = async (
  embedder: Embedder,
  examples: readonly Example[],
  change: (text: string, number: number) => string,
): Promise<Quality> => {
  const indexed = examples.filter(({ part }) => part === 'index');
  const vectors = await embedder.embedTickets(indexed.map(({ text }) => text));
  const index = indexed.map(({ intent }, i): Candidate => ({ intent, vector: vectors[i] ?? new Float32Array() }));
  const queries = examples.filter(({ part }) => part === 'query');
  const totals = { top1: 0, anyOf5: 0, precisionAt5: 0 };
  const all: Found[] = [];
  for (const [number, { text, intent }] of queries.entries()) {
    const found = nearest(await embedder.embedQuery(change(text, number)), index).map(({ score, candidate }) => ({
      score,
      isHit: candidate.intent === intent,
    }));
    const hits = found.map(({ isHit }) => isHit);
    all.push(...found);
    totals.top1 += hits[0] === true ? 1 : 0;
    totals.anyOf5 += hits.includes(true) ? 1 : 0;
    totals.precisionAt5 += hits.filter(Boolean).length / 5;
  }
  const count = Math.max(1, queries.length);
  return {
    top1: totals.top1 / count,
    anyOf5: totals.anyOf5 / count,
    precisionAt5: totals.precisionAt5 / count,
    found: all,
  };
};
