import { previewSchemas } from './preview-schemas.ts';
import { exactly, time, uuid } from './schema-parts.ts';
import { uploadSchemas } from './upload-schemas.ts';

/** The resources of the contract as JSON Schemas; `additionalProperties: false` wherever the service answers with them. */

const text = (description: string, more: object = {}) => ({ type: 'string', description, ...more });

const message = {
  type: 'object',
  required: ['role'],
  properties: {
    role: text(
      'Support side: support, assistant, operator, agent. Client side: client, user, customer. Any other role is left out.',
      {
        maxLength: 50,
      },
    ),
    text: { type: ['string', 'null'], description: 'What was said' },
  },
};

const ticket = {
  type: 'object',
  description: 'A resolved ticket. Unknown fields are ignored, null counts as left out.',
  required: ['ticket_id'],
  properties: {
    ticket_id: {
      type: ['integer', 'string'],
      description: 'Unique inside a collection; integers become strings',
      examples: [4812],
    },
    category: { type: ['string', 'null'], maxLength: 500, examples: ['Оплата'] },
    description: { type: ['string', 'null'], examples: ['Не проходит оплата картой'] },
    client: {
      type: ['string', 'null'],
      maxLength: 500,
      description: 'Masked in the conversation where it is a person’s name; never answered',
    },
    messages: { type: ['array', 'null'], maxItems: 2000, items: message },
  },
};

export const schemas = {
  Error: exactly({ detail: text('What is wrong and, where it has one, its place') }, 'Every refusal'),
  Health: exactly({ status: { const: 'ok' } }, 'The service lives'),
  Readiness: exactly(
    {
      status: { enum: ['ready', 'not ready'] },
      stores: {
        type: 'object',
        description: 'One entry a store or read model',
        additionalProperties: {
          type: 'object',
          required: ['state'],
          properties: {
            state: { enum: ['ready', 'rebuilding', 'failing'] },
            parked: { type: 'integer' },
            lag: exactly(
              { events: { type: 'integer', maximum: 1000 }, seconds: { type: 'integer' } },
              'How far the read model is behind the log: events, counted up to 1 000, and the age of the oldest',
            ),
            reason: { type: 'string' },
          },
          additionalProperties: false,
        },
      },
      model: {
        type: 'object',
        description: 'The embedding model in use, and the configured one where it is another',
        required: ['model'],
        properties: {
          model: { type: 'string' },
          dimensions: { type: ['integer', 'null'] },
          configured: { type: 'string' },
          advice: { type: 'string' },
        },
        additionalProperties: false,
      },
    },
    'The state of every store',
  ),
  Registration: {
    type: 'object',
    required: ['email', 'password'],
    properties: {
      email: text('Trimmed and lower-cased; can be taken once', { examples: ['me@example.com'] }),
      password: text('8 to 1024 characters', { minLength: 8, maxLength: 1024 }),
      plan: { enum: ['free', 'starter', 'pro', 'enterprise', null], default: 'free' },
    },
  },
  Login: {
    type: 'object',
    required: ['email', 'password'],
    properties: { email: text('As registered'), password: text('As registered') },
  },
  Token: exactly(
    { access_token: text('A JWT; lives 1440 minutes by default'), token_type: { const: 'bearer' } },
    'A bearer token',
  ),
  User: exactly(
    {
      id: uuid,
      email: text('Used to log in'),
      api_key: text('For the paths below /api/v1', { pattern: '^[0-9A-Za-z]{32}$' }),
      plan: { enum: ['free', 'starter', 'pro', 'enterprise'] },
      created_at: time,
    },
    'The caller',
  ),
  ApiKey: exactly(
    { api_key: text('The new key; the previous one has stopped working', { pattern: '^[0-9A-Za-z]{32}$' }) },
    'A new API key',
  ),
  NewCollection: {
    type: 'object',
    required: ['name'],
    properties: {
      name: text('Trimmed; 1 to 200 characters; need not be unique', { examples: ['Доставка и возвраты'] }),
    },
  },
  Collection: exactly(
    {
      id: uuid,
      user_id: uuid,
      name: { type: 'string' },
      ticket_count: { type: 'integer', minimum: 0, description: 'Tickets stored in the collection' },
      created_at: time,
    },
    'A collection of resolved tickets',
  ),
  Ticket: ticket,
  Tickets: {
    type: 'object',
    required: ['tickets'],
    properties: { tickets: { type: 'array', maxItems: 100_000, items: { $ref: '#/components/schemas/Ticket' } } },
  },
  UploadResult: exactly(
    {
      processed: { type: 'integer', minimum: 0, description: 'Tickets stored by this request' },
      skipped: { type: 'integer', minimum: 0, description: 'Duplicates and tickets that fail a rule' },
      collection_ticket_count: { type: 'integer', minimum: 0, description: 'Tickets in the collection afterwards' },
    },
    'What became of an upload; processed and skipped add up to what was sent',
  ),
  ...uploadSchemas,
  ...previewSchemas,
  Search: {
    type: 'object',
    required: ['collection_id', 'query'],
    properties: {
      collection_id: uuid,
      query: text('The problem in the words of whoever has it; 1 to 10 000 characters', {
        examples: ['Деньги за покупку сняли два раза'],
      }),
      generate_answer: { type: ['boolean', 'null'], default: true, description: 'When false no model is called' },
    },
  },
  Source: exactly(
    {
      ticket_id: { type: 'string' },
      score: { type: 'number', minimum: -1, maximum: 1, description: 'Cosine similarity; higher is closer' },
      category: { type: 'string' },
      full_text: text('Категория, Проблема and Решение, a labelled part each, without personal data', {
        pattern: '^Категория: [^\\n]*\\nПроблема: [^\\n]*\\nРешение: ',
      }),
    },
    'A similar ticket',
  ),
  SearchResult: exactly(
    {
      answer: {
        type: ['string', 'null'],
        description:
          'Written from the sources and ending with «Основано на тикете №…»; «Недостаточно информации в истории обращений.» where they do not fit; «LLM API error […]» or «LLM response error: …» where the model failed; null when none was asked for',
      },
      sources: {
        type: 'array',
        maxItems: 5,
        items: { $ref: '#/components/schemas/Source' },
        description: 'Best first',
      },
    },
    'The nearest tickets and an answer',
  ),
};
