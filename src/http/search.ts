import type { SimilarityLevels } from '../ports/embedder.ts';
import type { Hit } from '../ports/ticket-index.ts';
import type { FindCollection } from '../queries/find-collection.ts';
import type { SearchTickets } from '../queries/search-tickets.ts';
import { accountOf, type Handler } from './authentication.ts';
import { checked, searchRequest } from './schemas/requests.ts';
import * as responses from './schemas/responses.ts';

type Dependencies = { readonly findCollection: FindCollection; readonly searchTickets: SearchTickets };

/** POST /api/search and POST /api/v1/search. */
export const searchHandler =
  ({ findCollection, searchTickets }: Dependencies): Handler =>
  async (request, response) => {
    const { collection_id: id, query, generate_answer: generateAnswer } = checked(searchRequest, request.body);
    const tenantId = accountOf(response).id;
    const collection = await findCollection(tenantId, id);
    const result = await searchTickets({
      tenantId,
      collectionId: collection.id,
      query: query.toWellFormed().trim(),
      generateAnswer: generateAnswer ?? true,
    });
    const { similarityLevels: levels, sources } = result;
    if (levels) response.set('Similarity-Levels', dictionaryOf(levels));
    if (sources.length > 0) response.set('Problem-Lengths', innerListsOf(sources));
    response.json(responses.searchResult.toJson(result));
  };

/** A dictionary of RFC 9651 for the header: the body has exactly the fields of the contract. */
const dictionaryOf = ({ verySimilar, similar }: SimilarityLevels): string =>
  `very-similar=${verySimilar.toFixed(3)}, similar=${similar.toFixed(3)}`;

/** A list of RFC 9651 with an inner list for each source. */
const innerListsOf = (sources: readonly Pick<Hit, 'problemLengths'>[]): string =>
  sources.map(({ problemLengths }) => `(${problemLengths.join(' ')})`).join(', ');
