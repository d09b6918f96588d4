import type { estypes } from '@elastic/elasticsearch';
import { shortTimeoutAfterFailure } from '../../concurrency/timeout.ts';
import { Unavailable } from '../../domain/errors.ts';
import { idBeginnings, wantedIdWords, withoutNumberSign } from '../../domain/id-words.ts';
import { searchWords } from '../../domain/search-words.ts';
import { maxCategories, maxPageBytes, shownCategories } from '../../ports/tickets.ts';
import type {
  ListedId,
  TicketCounts,
  TicketPage,
  Tickets,
  TicketsQuery,
  UploadedTickets,
} from '../../ports/tickets.ts';
import { AnswerTooLarge, type Elasticsearch, mapErrors, unavailable } from './connection.ts';
import { currentGeneration } from './current-generation.ts';
import { idsByTexts, textsRequest } from './copied-tickets.ts';
import { filterQueries } from './filter-queries.ts';
import { idTerm } from './ticket-document.ts';
import { idRows, type Rows, type WholeHit, wholeRows } from './listed-rows.ts';

/** Bytes of an answer that is read, as JSON: a page, and whatever else its tickets have. */
const maxAnswerBytes = 4 * maxPageBytes;

/** So many of the largest tickets fit in an answer, since an event has 1 MiB: one for the page, and one to know whether there is a next page. */
const minRead = 2;

/** Lists the tickets of the index in Elasticsearch. Throws Unavailable if Elasticsearch does not answer. */
export const elasticsearchTickets = (server: Pick<Elasticsearch, 'client' | 'prefix'>): Tickets => {
  const readCurrent = currentGeneration(server);
  const limitTime = shortTimeoutAfterFailure({
    isUnreachable: (error) => error instanceof Unavailable,
    onTimeout: unavailable,
  });
  /** Searches among the tickets of a tenant; undefined before there is an index, and for a deleted collection. */
  const search = <Answer>({ tenantId, collectionId }: Owner, request: estypes.SearchRequest, options = {}) =>
    limitTime(
      readCurrent(collectionId, async (index) => {
        const where = { index, routing: tenantId, allow_partial_search_results: false };
        return (await mapErrors(server.client.search({ ...where, ...request }, options))) as unknown as Answer;
      }),
    );
  /** A page of fewer than so many tickets. An answer with large texts is given up on the way, and fewer are asked for. */
  const readPage = async <Hit, Row extends ListedId>(
    query: TicketsQuery,
    rows: Rows<Hit, Row>,
    size: number,
  ): Promise<TicketPage<Row>> => {
    try {
      const options = { maxResponseSize: maxAnswerBytes };
      const request = { ...pageRequest(query, size), ...rows.source };
      const answer = await search<PageAnswer<Hit>>(query, request, options);
      return pageOf((answer?.hits.hits ?? []).map(rows.listed), size, rows.textsOf);
    } catch (error) {
      if (!(error instanceof AnswerTooLarge) || size <= minRead) throw error;
      return readPage(query, rows, Math.max(minRead, Math.ceil(size / 4)));
    }
  };
  return {
    // One more than a page may have, to know whether there is a next one.
    page: (query) => readPage(query, wholeRows, query.limit + 1),
    idPage: (query) => readPage(query, idRows, query.limit + 1),
    counts: async (owner) => countsOf(await search<CountsAnswer>(owner, countsRequest(owner))),
    ofClient: async (query) => {
      const answer = await search<PageAnswer<WholeHit>>(query, clientRequest(query));
      return (answer?.hits.hits ?? []).map(({ _source }) => _source.ticket_id);
    },
    withTexts: async (query) => idsByTexts(await search(query, textsRequest(ofOwner(query), query.hashes))),
    ofUpload: async (upload) => uploadedOf(await search<UploadedAnswer>(upload, uploadedRequest(upload))),
  };
};

type Owner = Pick<TicketsQuery, 'tenantId' | 'collectionId'>;
type Filter = estypes.QueryDslQueryContainer;

const ofOwner = ({ tenantId, collectionId }: Owner): readonly Filter[] => [
  { term: { tenant_id: tenantId } },
  { term: { collection_id: collectionId } },
];

/** All words of a text, in texts or in an id, or the beginning of an id. */
const textFilter = (text: string): Filter => {
  const bare = withoutNumberSign(text);
  const allOf = (words: readonly string[]): readonly Filter[] =>
    words.length === 0 ? [] : [{ bool: { filter: words.map((word): Filter => ({ term: { words: word } })) } }];
  // `case_insensitive` is so for ASCII only.
  const begins = idBeginnings(text).map((value): Filter => ({ prefix: { ticket_id: value } }));
  const should = [...allOf(searchWords(bare)), ...allOf(wantedIdWords(text).map(idTerm)), ...begins];
  return { bool: { should, minimum_should_match: 1 } };
};

const isFlagged: Filter = { exists: { field: 'flagged_at' } };

const pageRequest = (query: TicketsQuery, size: number): estypes.SearchRequest => {
  const { state, text = '', order, after } = query;
  const filter: Filter[] = [
    ...ofOwner(query),
    ...(state === undefined ? [] : [{ term: { state } }]),
    ...(query.flagged ? [isFlagged] : []),
    ...filterQueries(query),
    ...(text === '' ? [] : [textFilter(text)]),
  ];
  return {
    query: { bool: { filter } },
    size,
    sort: [{ [order === 'stored' ? 'stored_position' : 'changed_position']: 'desc' }],
    track_total_hits: false,
    // As text: a position may exceed a double.
    ...(after !== undefined && { search_after: [String(after)] }),
  };
};

/** The tickets that a page has room for, of so many or all that there are: the last of so many only says that there is a next page. */
const pageOf = <Row extends ListedId>(
  read: readonly Row[],
  size: number,
  textsOf: (row: Row) => readonly string[],
): TicketPage<Row> => {
  let bytes = 0;
  const isBeyond = (row: Row, index: number) => {
    for (const text of textsOf(row)) bytes += Buffer.byteLength(text);
    return index > 0 && (index === size - 1 || bytes > maxPageBytes);
  };
  const end = read.findIndex(isBeyond);
  if (end < 0) return { tickets: read, next: undefined };
  const tickets = read.slice(0, end);
  return { tickets, next: tickets.at(-1)?.position };
};

const clientRequest = (query: Owner & { readonly client: string; readonly limit: number }): estypes.SearchRequest => ({
  query: { bool: { filter: [...ofOwner(query), { term: { client: query.client } }] } },
  size: query.limit,
  sort: ['stored_position'],
  track_total_hits: false,
  _source: ['ticket_id'],
});

type PageAnswer<Hit> = { readonly hits: { readonly hits: readonly Hit[] } };

const whereActive = { active: { filter: { term: { state: 'active' } } } };

const countsRequest = (owner: Owner): estypes.SearchRequest => ({
  query: { bool: { filter: [...ofOwner(owner)] } },
  size: 0,
  track_total_hits: true,
  aggs: {
    ...whereActive,
    flagged: { filter: isFlagged },
    categories: {
      terms: { field: 'category', size: maxCategories + 1, order: [{ active: 'desc' }, { _key: 'asc' }] },
      aggs: whereActive,
    },
  },
});

type Count = { readonly doc_count: number };
type CountsAnswer = {
  readonly hits: { readonly total: { readonly value: number } };
  readonly aggregations: {
    readonly active: Count;
    readonly flagged: Count;
    readonly categories: { readonly buckets: readonly (Count & { readonly key: string; readonly active: Count })[] };
  };
};

const countsOf = (answer: CountsAnswer | undefined): TicketCounts => {
  if (!answer) return { ...shownCategories([]), states: { active: 0, withdrawn: 0 }, flagged: 0 };
  const { active, flagged, categories } = answer.aggregations;
  const counted = categories.buckets.map(({ key: category, doc_count: all, active: { doc_count: count } }) => ({
    category,
    count,
    withdrawn: all - count,
  }));
  return {
    ...shownCategories(counted),
    states: { active: active.doc_count, withdrawn: answer.hits.total.value - active.doc_count },
    flagged: flagged.doc_count,
  };
};

const isCorrected = { term: { corrected: true } };
const isByHand = {
  bool: { should: [{ bool: { filter: [isCorrected], must_not: [{ exists: { field: 'updated_by' } }] } }, isFlagged] },
};
const storedBy = (uploadId: string) => ({ term: { upload_id: uploadId } });
const updatedBy = (uploadId: string) => ({ term: { updated_by: uploadId } });

const uploadedRequest = ({ uploadId, ...owner }: Owner & { readonly uploadId: string }): estypes.SearchRequest => ({
  query: { bool: { filter: [...ofOwner(owner), { bool: { should: [storedBy(uploadId), updatedBy(uploadId)] } }] } },
  size: 0,
  track_total_hits: false,
  aggs: {
    stored: {
      filter: storedBy(uploadId),
      aggs: {
        active: { ...whereActive.active, aggs: { corrected: { filter: isCorrected }, byHand: { filter: isByHand } } },
      },
    },
    updated: { filter: updatedBy(uploadId) },
  },
});

type UploadedAnswer = {
  readonly aggregations: {
    readonly stored: Count & { readonly active: Count & { readonly corrected: Count; readonly byHand: Count } };
    readonly updated: Count;
  };
};

const uploadedOf = (answer: UploadedAnswer | undefined): UploadedTickets => {
  if (!answer) return { active: 0, withdrawn: 0, corrected: 0, updated: 0, byHand: 0 };
  const { stored, updated } = answer.aggregations;
  const { doc_count: active, corrected, byHand } = stored.active;
  return {
    active,
    withdrawn: stored.doc_count - active,
    corrected: corrected.doc_count,
    updated: updated.doc_count,
    byHand: byHand.doc_count,
  };
};
