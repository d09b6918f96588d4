import { execFileSync } from 'node:child_process';
import type { Fact, RecordedEvent } from '../../src/domain/events.ts';
import { accountsProjection } from '../../projections/accounts.ts';
import { collectionsProjection } from '../../projections/collections.ts';
import { ticketIndexProjection } from '../../projections/ticket-index.ts';
import { questionsProjection } from '../../projections/questions.ts';
import { uploadsProjection } from '../../projections/uploads.ts';
import { type EventField, type EventType, eventTypes } from './event-types.ts';
import { exampleLog } from './example-log.ts';

export const cataloguePath = 'docs/events.md';

export const projections = [
  accountsProjection,
  collectionsProjection,
  ticketIndexProjection,
  uploadsProjection,
  questionsProjection,
];

const introduction = `# Events

Every event type of the log with its comment and one example, written by \`npm run build:events\` from \`src/domain/events.ts\` and from a short life of one
account (\`scripts/events/example-log.ts\`): its commands go through the deciders, their events are appended to an embedded log and read back. Vectors have four
dimensions here instead of 512 or more. [data.md](data.md) draws the streams and how read models follow.

Types and fields are stored: a changed shape gets a new type name and an upcaster (\`src/domain/upcasters.ts\`).`;

/** The text of the catalogue, as the formatter leaves it. Throws if an event type has no example. */
export const eventCatalogue = async (): Promise<string> => {
  const { types, metadata } = eventTypes();
  const events = await exampleLog();
  const sections = types.map((type) => sectionOf(type, exampleOf(type.name, events)));
  return formatted([introduction, envelope(events, metadata), ...sections].join('\n\n'));
};

const exampleOf = (name: string, events: readonly RecordedEvent[]): RecordedEvent => {
  const example = events.find(({ type }) => type === name);
  if (!example) throw new Error(`${name} has no example: let it happen in scripts/events/example-log.ts`);
  return example;
};

/** What every event has around its data, by the example of one that a user caused. */
const envelope = (events: readonly RecordedEvent[], fields: readonly EventField[]): string => {
  const { position, stream, revision, id, type, metadata } = exampleOf('TicketWithdrawn', events);
  return [
    '## Around the data',
    'Position in the log, stream, revision in the stream, id and metadata of the `TicketWithdrawn` below:',
    json({ position: Number(position), stream, revision, id, type, metadata }),
    'Metadata:',
    listOf(fields),
  ].join('\n\n');
};

/** The kind of thing whose history a stream is: the beginning of its name. */
export const kindOf = (stream: string): string => /^(?:data-key|[a-z]+)/.exec(stream)?.[0] ?? stream;

const sectionOf = ({ name, comment, fields }: EventType, { stream, data }: RecordedEvent): string => {
  const readers = projections.filter(({ on }) => Object.hasOwn(on, name)).map((projection) => `\`${projection.name}\``);
  return [
    `## ${name}`,
    comment,
    `Stream: \`${kindOf(stream)}\`. Projected into: ${readers.length === 0 ? 'no read model' : readers.join(', ')}.`,
    listOf(fields),
    json(data),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
};

const listOf = (fields: readonly EventField[]): string =>
  fields
    .map(({ name, isOptional, comment }) => {
      const notes = [...(isOptional ? ['optional.'] : []), ...(comment === '' ? [] : [comment])];
      return `- \`${name}\`: ${notes.join(' ')}`;
    })
    .join('\n');

const json = (value: Fact['data'] | object): string => `\`\`\`json\n${JSON.stringify(value, undefined, 2)}\n\`\`\``;

const formatted = (text: string): string =>
  execFileSync('node_modules/.bin/oxfmt', [`--stdin-filepath=${cataloguePath}`], { input: text, encoding: 'utf8' });
