import type { OrderedSource } from '../domain/answer-order.ts';
import { distinctSources, type WithCopies } from '../domain/distinct-sources.ts';
import type { EmbeddingModel } from '../domain/events.ts';
import { maxSources } from '../domain/limits.ts';
import type { ShownDetails } from '../domain/ticket-fields.ts';
import type { TicketFilter } from '../domain/ticket-filter.ts';
import type { CleanTicket } from '../domain/ticket-record.ts';
import type { ReadModel } from './read-model.ts';

/** A ticket in the index; its key is the pair (collectionId, recordId). */
export type IndexedTicket = CleanTicket & {
  readonly tenantId: string;
  readonly collectionId: string;
  readonly recordId: string;
};

/** What a put is: the ticket as it was stored, with other texts, or with another vector. Times are ISO 8601. */
export type PutReason =
  /** `revision`: given for a ticket that takes the place of an undone one; else 1. */
  | { readonly reason: 'stored'; readonly at: string; readonly uploadId: string | null; readonly revision?: number }
  /** `updatedBy`: the upload that has given the texts, null for a person; `isAsStored`: they are those that the ticket was stored with, put back by an undo. */
  | {
      readonly reason: 'corrected';
      readonly at: string;
      readonly revision: number;
      readonly updatedBy: string | null;
      readonly isAsStored?: boolean;
    }
  | { readonly reason: 'reembedded'; readonly at: string };

/**
 * What the projection changes. Positions are those of the events; a put into a deleted collection is dropped. The first model that is chosen is
 * the generation's for good: vectors of two models cannot be compared, so that another model needs another generation. A ticket whose
 * newest vector is of another model stays in the lists without a vector: no search finds it.
 */
export type TicketIndexChange =
  | { readonly type: 'choose model'; readonly model: EmbeddingModel; readonly position: bigint }
  | {
      readonly type: 'put';
      readonly ticket: IndexedTicket;
      readonly put: PutReason;
      /** Vectors of another model than the generation's, or of another length, are not indexed. */
      readonly model: string;
      readonly vector: Float32Array;
      /** The search words of the texts, separated by spaces, if they have been found already. */
      readonly words?: string;
      readonly position: bigint;
    }
  | {
      readonly type: 'change state';
      readonly ticket: Pick<IndexedTicket, 'tenantId' | 'collectionId' | 'recordId'>;
      /** A withdrawn ticket is in the lists, and no search finds it. */
      readonly state: 'active' | 'withdrawn';
      readonly at: string;
      readonly position: bigint;
    }
  | {
      /** Flags a ticket for review, or takes the flag away; other texts take it away too. */
      readonly type: 'flag';
      readonly ticket: Pick<IndexedTicket, 'tenantId' | 'collectionId' | 'recordId'>;
      readonly flaggedAt: string | null;
      readonly position: bigint;
    }
  | {
      /** Removes rows, vectors and words for good: later puts are dropped. */
      readonly type: 'erase';
      readonly tenantId: string;
      readonly collectionId: string;
      readonly recordIds: readonly string[];
      readonly position: bigint;
    }
  | { readonly type: 'delete collection'; readonly collectionId: string; readonly position: bigint };

export type TicketIndexModel = ReadModel<TicketIndexChange>;

export type NearestQuery = {
  readonly tenantId: string;
  /** Where it comes from: the IPv4 address or the /56 of IPv6; its tenant without it. */
  readonly customer?: string | undefined;
  readonly collectionId: string;
  readonly vector: Float32Array;
  /** Which tickets are looked at: the hits are the nearest of these, not those of the nearest that it lets through. */
  readonly filter?: TicketFilter | undefined;
  /** How many hits are wanted. An engine that approximates retrieves at least 20 candidates (docs/contract.md, "Limits"), orders them by their exact scores and keeps these; an exact one has them at once. */
  readonly count: number;
  /** Of the texts of all hits, in UTF-16 code units: once they have more, none are added to the `maxSources` best. Any number without it. */
  readonly maxCharacters?: number;
};

/** The best hits whose texts a query wants (`maxCharacters`). */
export const withinCharacters = (hits: Iterable<Hit>, { maxCharacters = Infinity }: NearestQuery): readonly Hit[] => {
  const within: Hit[] = [];
  let characters = 0;
  for (const hit of hits) {
    within.push(hit);
    characters += hit.fullText.length;
    if (characters > maxCharacters && within.length >= maxSources) break;
  }
  return within;
};

/** A search result: `score` is the cosine itself on full vectors, −1 to 1. `resolvedAt` is one of the details, of tickets that have it. */
export type Hit = ShownDetails &
  OrderedSource & {
    readonly ticketId: string;
    readonly fullText: string;
    /** Where description and client messages end in it: `problemLengths` of its ticket. */
    readonly problemLengths: readonly number[];
    /** How many texts the ticket has had. */
    readonly revision: number;
  };

/** One physical index and the model of its vectors: a query takes both once and uses both. */
export type IndexSnapshot = {
  readonly model: EmbeddingModel;
  /** At most `count` hits of one tenant's one collection, best first, equal scores by ticket id; none if the collection is unknown, deleted or another tenant's. */
  readonly nearest: (where: NearestQuery) => Promise<readonly Hit[]>;
};

export type TicketIndex = {
  /**
   * Undefined until a model was chosen. With `allowStale` an index behind a network may return its last snapshot without a request. `nearest`
   * then checks during the search that its generation is current: otherwise it searches the current one, and throws ModelChanged if that has
   * another model.
   */
  readonly snapshot: (how?: { readonly allowStale: boolean }) => Promise<IndexSnapshot | undefined>;
};

/** A hit that is a source of a search; if tickets with the same solution are one source, it names the others. */
export type Source = Hit & Partial<WithCopies>;

type Finding = {
  /** Whether tickets with the same solution are one source. */
  readonly isDistinct: boolean | undefined;
  /** Of the model (`Embedder.scoreNoise`). */
  readonly scoreNoise: number | undefined;
};

/**
 * How many neighbours are read for different solutions: the next number only if the one before holds fewer solutions than a search returns. Each neighbour takes
 * some 30 µs.
 */
const neighbourCounts = [10, 30];
/** Some 30 tickets of ordinary length. Of longer ones fewer are read: their texts take as long as everything else of a search. */
const maxCharacters = 50_000;

/** The sources of a search, best first. Throws like `nearest`. */
export const sourcesOf = async (
  nearest: IndexSnapshot['nearest'],
  query: Omit<NearestQuery, 'count'>,
  { isDistinct, scoreNoise }: Finding,
): Promise<readonly Source[]> => {
  if (!isDistinct) return nearest({ ...query, count: maxSources });
  let sources: readonly Source[] = [];
  for (const count of neighbourCounts) {
    const hits = await nearest({ ...query, count, maxCharacters });
    sources = distinctSources(hits, scoreNoise);
    if (sources.length === maxSources || hits.length < count) break;
  }
  return sources;
};

/** How many neighbours `sourcesOf` reads at most. */
export const maxNeighbours = ({ isDistinct }: Partial<Pick<Finding, 'isDistinct'>>): number =>
  isDistinct ? Math.max(...neighbourCounts) : maxSources;
