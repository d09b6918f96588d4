import type { Metadata, SkippedTicket } from './events.ts';
import type { GapClosed, QuestionGrouped } from './gap-events.ts';
import { foundRecords } from './question.ts';
import type { AnswerJudged, QuestionAnswered } from './question-events.ts';
import { type CleanTicket, textBytes } from './ticket-record.ts';

/**
 * What the data of a tenant occupy, as they are counted for its quota: the sizes of rows with their indexes on the embedded stores, within a fifth
 * (test/e2e/usage.test.ts). They follow from events alone, so that a replay counts the same.
 */
export type TicketBytes = {
  /** Of an event, which stays in the log. */
  readonly logged: number;
  /** Of the present texts, words and vector in the read models, which those of a correction replace. */
  readonly present: number;
};

/** Of an event beside its data: its stream and metadata, and its part of an index. */
const metadataBytes = 450;
/** Of an event without texts: its stream, ids and metadata, and its part of an index. */
const eventBytes = 750;
/** Of an event with texts, beside these and the vector. */
const textsEventBytes = 900;
/** Of the rows of a ticket, beside its texts and its vector. */
const rowBytes = 650;
/** What the text-index adds to a text. */
const wordsPerText = 0.05;
/** Of the rows of a collection or of a key in the read models, with their indexes. */
const createdRowBytes = 450;
/** Of the pages of a vector and its codes, in its own bytes. */
const pagesPerVector = 2.2;
/** Of a skipped ticket in the row that lists it, beside its id; in the event as much. */
const listedBytes = 44;

/** A ticket with its texts; `vectorLength` is that of its vector as it is stored, in base64. */
export const ticketBytes = (ticket: CleanTicket, vectorLength = 0): TicketBytes => {
  const texts = textBytes(ticket);
  const vectorBytes = vectorLength * 0.75;
  return {
    logged: Math.round(texts + vectorLength + textsEventBytes),
    present: Math.round(texts * (1 + wordsPerText) + vectorBytes * pagesPerVector + rowBytes),
  };
};

/** A change of a ticket without texts. */
export const ticketChangeBytes: TicketBytes['logged'] = eventBytes;

/** An event with what a request says: the settings of a collection, an erasure with its tickets. */
export const dataEventBytes = (data: object): number => metadataBytes + Buffer.byteLength(JSON.stringify(data));

/** What an event says of those before it. */
export const earlierBytes = ({ earlier }: Pick<Metadata, 'earlier'>): number =>
  earlier ? JSON.stringify(earlier).length : 0;

/** The creation of a collection or of a key, with its rows, of which a deletion leaves tombstones. */
export const creationBytes = (data: object): number => dataEventBytes(data) + createdRowBytes;

/** An event of an upload, with the tickets that it lists and what is kept with it, such as the name of a file: in the log and in the read model. */
export const uploadEventBytes = (skipped: readonly SkippedTicket[] = [], kept: string | null = null): number =>
  eventBytes + 2 * (outcomeBytes(skipped) + (kept === null ? 0 : Buffer.byteLength(JSON.stringify(kept))));

/** The rows of skipped tickets that an upload lists. */
export const outcomeBytes = (skipped: readonly SkippedTicket[]): number =>
  skipped.reduce((sum, { ticketId }) => sum + Buffer.byteLength(ticketId) + listedBytes, 0);

/** Of the row of a question with its indexes, beside its content. */
const questionRowBytes = 1_500;
/** Of the row by which a ticket leads to the questions that have found it. */
const quotedBytes = 70;

/** A recorded question, in the log and in the read model. */
export const questionBytes = (data: QuestionAnswered['data']): number =>
  textsEventBytes +
  questionRowBytes +
  2 * Buffer.byteLength(JSON.stringify(data)) +
  foundRecords(data).length * quotedBytes;

/** A verdict, or that it was taken back. */
export const verdictBytes = ({ comment }: Partial<Pick<AnswerJudged['data'], 'comment'>>): number =>
  eventBytes + 2 * Buffer.byteLength(comment ?? '');

/** That a gap is hidden, shown again or closed, by some tickets. */
export const gapEventBytes = ({ ticketIds = [] }: Partial<Pick<GapClosed['data'], 'ticketIds'>>): number =>
  eventBytes + 2 * Buffer.byteLength(JSON.stringify(ticketIds));

/** Of the rows of a gap and of the index by which a question leads to it. */
const groupedRowBytes = 200;

/** That a question belongs to a gap. */
export const groupingBytes = ({ wordings }: Pick<QuestionGrouped['data'], 'wordings'>): number =>
  eventBytes + groupedRowBytes + 2 * Buffer.byteLength(JSON.stringify(wordings));
