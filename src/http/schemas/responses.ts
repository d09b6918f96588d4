import type { Account } from '../../ports/accounts.ts';
import type { Collection } from '../../ports/collections.ts';
import type { Readiness, StoreState } from '../../ports/readiness.ts';
import type { Source } from '../../ports/ticket-index.ts';
import type { TenantUsage } from '../../queries/find-usage.ts';
import type { FoundTickets } from '../../queries/search-tickets.ts';
import {
  constant,
  constrained,
  count,
  dictionary,
  integer,
  type JsonType,
  jsonType,
  list,
  nullable,
  oneOf,
  optional,
  record,
  referenced,
  text,
  timestamp,
  uuid,
} from './json-types.ts';
import { plans } from './requests.ts';

export const apiKey = constrained(text, { pattern: '^[0-9A-Za-z]{32}$' });

export const refusal = record<{ readonly detail: string }>()('Every refusal', {
  detail: ['detail', text, 'What is wrong and, if there is one, the path'],
});

export const health = record<{ readonly status: 'ok' }>()('The service is alive', {
  status: ['status', constant('ok')],
});

const lag = record<NonNullable<StoreState['lag']>>()(
  'How far the read model is behind the log: events, counted up to 1 000, and the age of the oldest in seconds',
  { events: ['events', constrained(integer, { maximum: 1000 })], seconds: ['seconds', integer] },
);

const storeState = record<StoreState>()('The state of a store or read model', {
  state: ['state', oneOf('ready', 'degraded', 'rebuilding', 'failing')],
  parked: ['parked', optional(integer), 'Events whose content the read model refused'],
  lag: ['lag', optional(lag)],
  reason: ['reason', optional(text)],
});

const modelInUse = record<Readiness['model']>()('The embedding model in use, and the configured one if it is another', {
  model: ['model', text],
  dimensions: ['dimensions', optional(nullable(integer))],
  configured: ['configured', optional(text)],
  advice: ['advice', optional(text)],
});

/** The details are left out for all but the operator. */
type ShownReadiness = Partial<Readiness> & { readonly status: 'ready' | 'not ready' | 'stopping' };

export const readiness = record<ShownReadiness>()('Whether the service is ready, with the operator’s token also why', {
  status: ['status', oneOf('ready', 'not ready', 'stopping')],
  stores: ['stores', optional(dictionary(storeState)), 'One entry for each store or read model'],
  model: ['model', optional(modelInUse)],
});

export const token = record<{ readonly accessToken: string; readonly tokenType: 'bearer' }>()('A bearer token', {
  accessToken: ['access_token', text, 'A JWT; valid for 1440 minutes by default'],
  tokenType: ['token_type', constant('bearer')],
});

/** `apiKey` in the clear. */
export const user = record<Pick<Account, 'id' | 'email' | 'plan' | 'createdAt'> & { readonly apiKey: string }>()(
  'The caller',
  {
    id: ['id', uuid],
    email: ['email', text, 'Used to log in'],
    apiKey: ['api_key', apiKey, 'For the paths below /api/v1'],
    plan: ['plan', jsonType<string>({ type: 'string', enum: plans })],
    createdAt: ['created_at', timestamp],
  },
);

const limit = (description: string): JsonType<number | undefined, number | null> => ({
  ...constrained(nullable(integer), { description }),
  toJson: (most) => most ?? null,
});

const limits = record<TenantUsage['limits']>()('What the caller may store; null: without a limit', {
  tickets: ['tickets', limit('Stored tickets in all collections')],
  bytes: ['bytes', limit('Bytes that the data may occupy')],
  collections: ['collections', limit('Collections')],
});

const questionsKept = record<TenantUsage['questions']>()('How questions are recorded', {
  recording: ['recording', oneOf('on', 'off', 'over-quota'), 'over-quota: no more, since `bytes` is used up'],
  keepDays: ['keep_days', count, 'For how many days they are kept'],
});

export const usage = record<TenantUsage>()('What the caller stores', {
  plan: ['plan', jsonType<string>({ type: 'string', enum: plans })],
  tickets: ['tickets', count, 'Stored tickets in all collections, withdrawn ones included'],
  bytes: ['bytes', count, 'What the data occupy: tickets with what they were before, uploads, and recorded questions'],
  collections: ['collections', count],
  limits: ['limits', limits],
  questions: ['questions', questionsKept],
});

export const newApiKey = record<{ readonly apiKey: string }>()('A new API key', {
  apiKey: ['api_key', apiKey, 'The new key; the previous one has stopped working'],
});

export const collectionFields = {
  id: ['id', uuid],
  userId: ['user_id', uuid],
  name: ['name', text],
  ticketCount: ['ticket_count', count, 'Tickets stored in the collection'],
  createdAt: ['created_at', timestamp],
} as const;

/** Exactly the contract's fields: the address of tickets is in a header. */
export const collection = record<Omit<Collection, 'ticketUrl'>>()('A collection of resolved tickets', collectionFields);

type ShownSource = Pick<Source, 'ticketId' | 'score' | 'category' | 'fullText' | 'copies'>;

export const source = record<ShownSource>()('A similar ticket', {
  ticketId: ['ticket_id', text],
  score: [
    'score',
    constrained(jsonType<number>({ type: 'number' }), { minimum: -1, maximum: 1 }),
    'Cosine similarity; higher is closer',
  ],
  category: ['category', text],
  fullText: [
    'full_text',
    constrained(text, { pattern: '^Категория: [^\\n]*\\nПроблема: [^\\n]*\\nРешение: ' }),
    'Three labelled parts, Категория, Проблема and Решение, without personal data',
  ],
  copies: [
    'copies',
    optional(list(text)),
    'With `distinct`: the ids of the other tickets with the same solution among the neighbours, nearest first',
  ],
});

const finishedDescription =
  'Written from the sources and ending with «Основано на тикете №…»; «Недостаточно информации в истории обращений.» if they do not fit';
const answerDescription = `${finishedDescription}; «LLM API error […]» or «LLM response error: …» if the model failed`;

const sourceFields = {
  sources: ['sources', list(referenced('Source', source), { maxItems: 5 }), 'Best first'],
} as const;

type Sources = Pick<FoundTickets, 'sources'>;

export const searchResult = record<{ readonly answer: string | null } & Sources>()(
  'The nearest tickets and an answer',
  {
    answer: ['answer', nullable(text), `${answerDescription}; null if none was requested`],
    ...sourceFields,
  },
);

/** The events of a search, and of an answer. */
export const foundSources = record<Sources>()('The nearest tickets', sourceFields);
export const writtenAnswer = record<{ readonly answer: string }>()('The answer', {
  answer: ['answer', text, answerDescription],
});
export const answerSources = record<Sources & { readonly answerId: string | null }>()('The nearest tickets', {
  answerId: ['answer_id', nullable(uuid), 'Names the answer; null if it is not recorded'],
  ...sourceFields,
});
export const answerText = record<{ readonly text: string }>()('A piece of the answer as it is written', {
  text: ['text', text, 'Follows the pieces before it; the event `answer` may be shorter than all of them, or another'],
});
export const finishedAnswer = record<{ readonly answer: string; readonly cited: readonly string[] }>()(
  'The whole answer',
  {
    answer: ['answer', text, finishedDescription],
    cited: ['cited', list(text), 'The ids of the tickets that it is based on; empty if the sources do not fit'],
  },
);
export const failedAnswer = record<{ readonly answer: string }>()('The model failed', {
  answer: ['answer', text, '«LLM API error […]» or «LLM response error: …», as a search would say'],
});
