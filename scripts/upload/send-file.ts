import { open } from 'node:fs/promises';
import { parseString } from 'fast-csv';
import { csvLine } from '../../src/platform/csv-line.ts';
import type { Upload } from '../../client/records.gen.ts';
import { type ApiClient, type Outcomes, uploadsListed } from './api-client.ts';
import { RefusedByService } from './failures.ts';
import type { TicketPosition } from './file-tickets.ts';
import type { Options } from './options.ts';
import { noOutcomes, outcomeTable, skippedOf, sumOf } from './outcome-table.ts';
import { type Part, partReader } from './part-reader.ts';
import { partsAfterUndo, partsOfUpdate, type Plan, planParts, type PlannedPart } from './plan-parts.ts';
import { deskLines, displacedLines, fileSummary, unreadableLines } from './plan-summary.ts';
import type { ProgressLine } from './progress-line.ts';
import type { RetryContext } from './retry-request.ts';
import { sendPart } from './send-part.ts';
import { withFilePositions } from './ticket-position.ts';

export type Run = {
  readonly options: Options;
  readonly client: ApiClient;
  readonly retries: RetryContext;
  readonly line: ProgressLine;
};

/** Sends a file part by part and prints the outcomes; parts stored by a previous run are not sent again. Returns undefined, after printing why, if tickets cannot be read. */
export const sendFile = async (run: Run): Promise<Outcomes | undefined> => {
  const { options, client, line } = run;
  const { messages } = options;
  // First, so that a wrong key or collection is reported before a large file is read.
  const uploads = await client.uploads();
  const known = new Map(uploads.map((upload) => [upload.id, upload]));
  const planned = await planParts(options, checking(run));
  const wanted = options.onDuplicate === 'update' ? partsOfUpdate(planned.parts, uploads) : planned.parts;
  const isListed = uploads.length < uploadsListed;
  const uploadOf = async (id: string) => known.get(id) ?? (isListed ? undefined : await uploadIfAny(client, id));
  const plan = { ...planned, parts: await partsAfterUndo(wanted, uploadOf) };
  line.note(fileSummary(plan, messages));
  [...displacedLines(plan.findings, messages), ...deskLines(plan.findings, messages)].forEach(line.note);
  if (plan.unreadableCount > 0) {
    unreadableLines(plan.unreadable, plan.unreadableCount, messages).forEach(line.note);
    line.note(messages.unreadable(messages.count(plan.unreadableCount)));
    return undefined;
  }
  const sent = await sendParts(run, plan, ({ id }) => {
    const upload = known.get(id);
    return upload?.state === 'finished' ? upload : undefined;
  });
  const outcomes = sumOf(plan.skipped, sent);
  outcomeTable(outcomes, messages).forEach(line.note);
  skippedHint(run, plan, sent).forEach(line.note);
  return outcomes;
};

/** The upload with an id; undefined if there is none. */
const uploadIfAny = async (client: ApiClient, id: string): Promise<Upload | undefined> => {
  try {
    return await client.upload(id);
  } catch (error) {
    if (error instanceof RefusedByService && error.status === 404) return undefined;
    throw error;
  }
};

/** Prints the number of checked tickets; throws if the run was interrupted. */
export const checking =
  ({ retries: { signal }, line }: Run) =>
  (tickets: number): void => {
    signal.throwIfAborted();
    line.checking(tickets);
  };

/** Sends the parts that are not stored yet; returns the outcomes of all. */
const sendParts = async (
  run: Run,
  { parts, tickets: total }: Plan,
  previousUpload: (part: PlannedPart) => Upload | undefined,
): Promise<Outcomes> => {
  const { options, client, line } = run;
  const skipped = options.skipped === undefined ? undefined : await openSkippedFile(options.skipped);
  const reader = partReader(options);
  // Otherwise the file need not be read again.
  const readsFile = skipped !== undefined || parts.some((part) => !previousUpload(part));
  let outcomes = noOutcomes;
  let done = 0;
  line.begin(
    parts.reduce((sum, part) => (previousUpload(part) ? sum + part.tickets : sum), 0),
    total,
  );
  try {
    for (const planned of parts) {
      const name = partName(run, planned, parts.length);
      const part = readsFile ? await reader.next(planned) : undefined;
      const previous = previousUpload(planned);
      const upload = previous ?? (await sendWithProgress(run, part ?? (await reader.next(planned)), { name, done }));
      if (skipped && part) await skipped.add(await client.skipped(upload.id), part.positions);
      outcomes = sumOf(outcomes, upload.outcomes);
      done += planned.tickets;
      const counts = partOutcome(run, upload.outcomes);
      line.note(`${name}: ${counts}${previous ? ` (${options.messages.phases.known})` : ''}`);
    }
  } finally {
    await reader.close();
    await skipped?.close();
  }
  return outcomes;
};

const partName = ({ options: { messages } }: Run, { number }: PlannedPart, parts: number) =>
  `${messages.part} ${messages.count(number)} ${messages.of} ${messages.count(parts)}`;

const partOutcome = ({ options: { messages } }: Run, outcomes: Outcomes) =>
  `${messages.stored} ${messages.count(outcomes.stored + outcomes.updated)}, ${messages.skipped} ${messages.count(skippedOf(outcomes))}`;

/** Sends a part and updates the progress line; a refusal is thrown with positions in the user's file. */
const sendWithProgress = async (
  { options: { messages }, client, retries, line }: Run,
  part: Part,
  { name, done }: { readonly name: string; readonly done: number },
): Promise<Upload> => {
  const { phases } = messages;
  const short = name.toLowerCase();
  const listener = {
    onSent: (share: number) => line.show(done, `${short}, ${phases.sending} ${Math.floor(share * 100)} %`),
    onProgress: (progress: { readonly done: number }) =>
      line.show(done + progress.done, `${short}, ${progress.done > 0 ? phases.running : phases.waiting}`),
    onStillRunning: () => line.note(messages.stillRunning(name)),
  };
  try {
    return await sendPart({ client, retries, listener }, part);
  } catch (error) {
    if (!(error instanceof RefusedByService)) throw error;
    throw new RefusedByService(error.status, withFilePositions(error.message, part.positions));
  }
};

/** Where to find the skipped tickets. */
const skippedHint = ({ options }: Run, { parts }: Plan, outcomes: Outcomes): readonly string[] => {
  const { messages, url, collection, skipped } = options;
  if (skipped !== undefined) return [messages.skippedWritten(skipped)];
  if (skippedOf(outcomes) === 0) return [];
  const addresses = parts
    .slice(0, 3)
    .map(({ id }) => `  ${url}/api/v1/collections/${collection}/uploads/${id}/skipped.csv`);
  const more = parts.length > 3 ? [`  ${messages.more(messages.count(parts.length - 3))}`] : [];
  return [messages.skippedHint, ...addresses, ...more];
};

type SkippedFile = {
  /** Appends the skipped tickets of a part; `row` in its CSV counts from 1 in the part. */
  readonly add: (csv: string, positions: readonly TicketPosition[]) => Promise<void>;
  readonly close: () => Promise<void>;
};

const header = ['ticket_id', 'row', 'rule', 'sentence'] as const;
type Row = Readonly<Record<(typeof header)[number], string>>;

/** Excel recognises UTF-8 by it. */
const byteOrderMark = '\ufeff';

/** Creates or truncates the CSV file; its `row` is the row of the user's table, or the number of the ticket in a JSON file, from 1. */
const openSkippedFile = async (path: string): Promise<SkippedFile> => {
  const file = await open(path, 'w');
  await file.appendFile(byteOrderMark + csvLine(header));
  return {
    add: async (csv, positions) => {
      const lines: string[] = [];
      for await (const row of parseString(csv, { headers: true }) as AsyncIterable<Row>) {
        const numbered = { ...row, row: positionNumber(positions[Number(row.row) - 1]) };
        lines.push(csvLine(header.map((name) => numbered[name])));
      }
      await file.appendFile(lines.join(''));
    },
    close: () => file.close(),
  };
};

const positionNumber = (position: TicketPosition | undefined): string =>
  position === undefined ? '' : String(position.row ?? position.index + 1);
