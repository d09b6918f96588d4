import { RefusedByService } from './failures.ts';
import { inFile } from './file-place.ts';
import { fileLine, unreadableLines } from './found-lines.ts';
import type { Options } from './options.ts';
import { noOutcomes, outcomeTable, skippedOf, sumOf } from './outcome-table.ts';
import { type Part, partReader } from './part-reader.ts';
import type { RetryContext } from './retry-request.ts';
import { type Plan, planParts, type PlannedPart } from './plan-parts.ts';
import type { Outcomes, Precedent, UploadRecord } from './precedent.ts';
import type { ProgressLine } from './progress-line.ts';
import { sendPart } from './send-part.ts';
import { skippedFile } from './skipped-file.ts';

export type Run = {
  readonly options: Options;
  readonly precedent: Precedent;
  readonly retries: RetryContext;
  readonly line: ProgressLine;
};

/** Sends a file part by part and tells what became of its tickets; undefined where it cannot be read, which is told. What an earlier run has sent is not sent again. */
export const sendFile = async (run: Run): Promise<Outcomes | undefined> => {
  const { options, precedent, line } = run;
  const { words } = options;
  // Asked first: a wrong key or collection is told before a large file is read.
  const known = new Map((await precedent.uploads()).map((upload) => [upload.id, upload]));
  const plan = await planParts(options, checking(run));
  line.note(fileLine(plan, words));
  if (plan.unreadableCount > 0) {
    unreadableLines(plan.unreadable, plan.unreadableCount, words).forEach(line.note);
    line.note(words.unreadable(words.count(plan.unreadableCount)));
    return undefined;
  }
  const outcomes = await sendParts(run, plan, ({ id }) => {
    const upload = known.get(id);
    return upload?.state === 'finished' ? upload : undefined;
  });
  outcomeTable(outcomes, words).forEach(line.note);
  whereSkipped(run, plan, outcomes).forEach(line.note);
  return outcomes;
};

/** Shows how many tickets have been checked; throws where the run is to end. */
export const checking =
  ({ retries: { signal }, line }: Run) =>
  (tickets: number): void => {
    signal.throwIfAborted();
    line.checking(tickets);
  };

/** Sends those parts that are not known to be stored; returns the outcomes of all. */
const sendParts = async (
  run: Run,
  { parts, tickets: total }: Plan,
  knownAs: (part: PlannedPart) => UploadRecord | undefined,
): Promise<Outcomes> => {
  const { options, precedent, line } = run;
  const skipped = options.skipped === undefined ? undefined : await skippedFile(options.skipped);
  const reader = partReader(options);
  // Where all is done and nobody asks which tickets were skipped, the file need not be read again.
  const isRead = skipped !== undefined || parts.some((part) => !knownAs(part));
  let outcomes = noOutcomes;
  let done = 0;
  line.begin(
    parts.reduce((sum, part) => (knownAs(part) ? sum + part.tickets : sum), 0),
    total,
  );
  try {
    for (const planned of parts) {
      const name = partName(run, planned, parts.length);
      const part = isRead ? await reader.next(planned) : undefined;
      const before = knownAs(planned);
      const upload = before ?? (await sendShown(run, part ?? (await reader.next(planned)), { name, done }));
      if (skipped && part) await skipped.add(await precedent.skipped(upload.id), part.places);
      outcomes = sumOf(outcomes, upload.outcomes);
      done += planned.tickets;
      const counts = partOutcome(run, upload.outcomes);
      line.note(`${name}: ${counts}${before ? ` (${options.words.phases.known})` : ''}`);
    }
  } finally {
    await reader.close();
    await skipped?.close();
  }
  return outcomes;
};

const partName = ({ options: { words } }: Run, { number }: PlannedPart, parts: number) =>
  `${words.part} ${words.count(number)} ${words.of} ${words.count(parts)}`;

const partOutcome = ({ options: { words } }: Run, outcomes: Outcomes) =>
  `${words.stored} ${words.count(outcomes.stored)}, ${words.skipped} ${words.count(skippedOf(outcomes))}`;

/** Sends a part while the bar moves; a refusal names the place in the user's file. */
const sendShown = async (
  { options: { words }, precedent, retries, line }: Run,
  part: Part,
  { name, done }: { readonly name: string; readonly done: number },
): Promise<UploadRecord> => {
  const { phases } = words;
  const short = name.toLowerCase();
  const watch = {
    sent: (share: number) => line.show(done, `${short}, ${phases.sending} ${Math.floor(share * 100)} %`),
    moved: (now: { readonly state: string; readonly done: number }) =>
      line.show(done + now.done, `${short}, ${now.done > 0 ? phases.running : phases.waiting}`),
    stillRunning: () => line.note(words.stillRunning(name)),
  };
  try {
    return await sendPart({ precedent, retries, watch }, part);
  } catch (error) {
    if (!(error instanceof RefusedByService)) throw error;
    throw new RefusedByService(error.status, inFile(error.message, part.places));
  }
};

const whereSkipped = ({ options }: Run, { parts }: Plan, outcomes: Outcomes): readonly string[] => {
  const { words, url, collection, skipped } = options;
  if (skipped !== undefined) return [words.skippedWritten(skipped)];
  if (skippedOf(outcomes) === 0) return [];
  const addresses = parts
    .slice(0, 3)
    .map(({ id }) => `  ${url}/api/v1/collections/${collection}/uploads/${id}/skipped.csv`);
  const more = parts.length > 3 ? [`  ${words.more(words.count(parts.length - 3))}`] : [];
  return [words.skippedHint, ...addresses, ...more];
};
