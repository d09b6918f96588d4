import type { Response } from 'express';
import type { SimilarityLevels } from '../ports/embedder.ts';
import type { Hit } from '../ports/ticket-index.ts';
import type { FindCollection } from '../queries/find-collection.ts';
import type { FoundTickets, SearchTickets, WriteAnswer } from '../queries/search-tickets.ts';
import { accountOf, type Handler } from './authentication.ts';
import { sendEvents } from './event-stream.ts';
import { checked, searchRequest } from './schemas/requests.ts';
import type { Metrics, SearchOutcome } from './metrics.ts';
import * as responses from './schemas/responses.ts';

type Dependencies = {
  readonly findCollection: FindCollection;
  readonly search: SearchTickets;
  readonly answer: WriteAnswer;
  readonly searched: Metrics['search'];
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
};

/**
 * POST /api/search and POST /api/v1/search. With `Accept: text/event-stream` the sources are sent as soon as they are found, and the answer when it is
 * written: one request, which does not wait for the model.
 */
export const searchHandlers = ({ findCollection, search, answer, searched, stopping }: Dependencies) => ({
  search: (async (request, response) => {
    const { collection_id: id, query, generate_answer: wanted } = checked(searchRequest, request.body);
    const tenantId = accountOf(response).id;
    const collection = await findCollection(tenantId, id);
    const generateAnswer = wanted ?? true;
    const text = query.toWellFormed().trim();
    await counting(searched, async (ended) => {
      const found = await search({ tenantId, collectionId: collection.id, query: text, generateAnswer });
      setHeaders(response, found);
      if (found.answerOdds !== undefined) response.locals['answerOdds'] = found.answerOdds;
      const written = async () => {
        const { text: shown, outcome } = generateAnswer ? await answer(found) : noAnswer;
        ended(outcome);
        return shown;
      };
      if (request.accepts(['json', 'text/event-stream']) === 'text/event-stream')
        await sendInTurn(response, { found, written, stopping });
      else response.json(responses.searchResult.toJson({ answer: await written(), sources: found.sources }));
    });
  }) satisfies Handler,
});

const noAnswer = { text: null, outcome: 'sources-only' } as const;

/** Counts a search once, with the outcome that was set before its end. */
const counting = async (
  searched: Metrics['search'],
  work: (ended: (outcome: SearchOutcome) => void) => Promise<void>,
): Promise<void> => {
  const start = performance.now();
  let outcome: SearchOutcome = 'failed';
  try {
    await work((how) => {
      outcome = how;
    });
  } finally {
    searched({ outcome, milliseconds: performance.now() - start });
  }
};

const setHeaders = (response: Response, { similarityLevels: levels, sources }: FoundTickets): void => {
  if (levels) response.set('Similarity-Levels', dictionaryOf(levels));
  if (sources.length > 0) response.set('Problem-Lengths', innerListsOf(sources));
  const flagged = sources.flatMap(({ isFlagged }, index) => (isFlagged ? [index + 1] : []));
  // A list of RFC 9651.
  if (flagged.length > 0) response.set('Flagged-Sources', flagged.join(', '));
};

/** How often to look whether the connection needs a sign of life, while the model writes. */
const keepAliveIntervalMs = 5_000;

type Parts = Pick<Dependencies, 'stopping'> & {
  readonly found: FoundTickets;
  readonly written: () => Promise<string | null>;
};

const sendInTurn = (response: Response, { found, written, stopping }: Parts): Promise<void> =>
  sendEvents(response, { stopping }, async ({ events }) => {
    events.write('sources', 0, responses.foundSources.toJson({ sources: found.sources }));
    const keepAliveTimer = setInterval(events.keepAlive, keepAliveIntervalMs);
    try {
      const answer = await written();
      if (answer !== null) events.write('answer', 1, responses.writtenAnswer.toJson({ answer }));
    } finally {
      clearInterval(keepAliveTimer);
    }
  });

/** A dictionary of RFC 9651 for the header: the body has exactly the fields of the contract. */
const dictionaryOf = ({ verySimilar, similar }: SimilarityLevels): string =>
  `very-similar=${verySimilar.toFixed(3)}, similar=${similar.toFixed(3)}`;

/** A list of RFC 9651 with an inner list for each source. */
const innerListsOf = (sources: readonly Pick<Hit, 'problemLengths'>[]): string =>
  sources.map(({ problemLengths }) => `(${problemLengths.join(' ')})`).join(', ');
