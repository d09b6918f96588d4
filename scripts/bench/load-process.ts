import { randomUUID } from 'node:crypto';
import { post, type Searched, search } from './ask-service.ts';
import type { Target } from './bench-service.ts';
import { benchTicket, bodyOf, fittingTickets, maxBodyBytes } from './bench-tickets.ts';
import { answerJob } from './child-job.ts';
import { type LargeFiles, largeFile } from './large-files.ts';
import { type ClosedLoop, closedLoop, joined, type Latencies, openLoop } from './latencies.ts';

/** `count` tickets numbered from `from`, sent in sequential requests of `perRequest` tickets or of the largest body. */
type Tickets = { readonly from: number; readonly count: number; readonly perRequest: number };

/** The same tickets for each collection, then searches of one collection after the other. */
type TenantsInTurn = Pick<Tickets, 'from' | 'count'> & {
  readonly kind: 'tenants in turn';
  readonly targets: readonly Target[];
};

export type TenantSearches = { readonly first: Latencies; readonly again: Latencies };

export type LoadJob = TenantsInTurn | CollectionJob;

/** One kind of load on one collection. */
type CollectionJob = Searched &
  (
    | (Tickets & { readonly kind: 'upload' })
    | (Tickets & { readonly kind: 'upload during searches'; readonly rate: number })
    | (Tickets & { readonly kind: 'preview during searches'; readonly rate: number })
    | ({ readonly kind: 'searches after uploads' } & Pick<Tickets, 'from' | 'count'>)
    | ({ readonly kind: 'single uploads' } & SingleUploads)
    | ({ readonly kind: 'uploads beside files' } & UploadsBesideFiles)
    | ({ readonly kind: 'closed loop' } & ClosedLoop)
    | { readonly kind: 'open loop'; readonly rate: number; readonly seconds: number }
    | { readonly kind: 'sources'; readonly queries: number }
  );

/** Uploads of one ticket each, one after the other, while `logins` clients log in again and again, with the body `login`. */
type SingleUploads = { readonly from: number; readonly count: number; readonly logins: number; readonly login: object };

/**
 * Uploads of `perRequest` tickets each, one after the other, while another tenant uploads large files at the same time; until these are stored (if there
 * are any), for `seconds` at most.
 */
type UploadsBesideFiles = {
  readonly from: number;
  readonly perRequest: number;
  readonly seconds: number;
  readonly files: { readonly to: Target; readonly kind: LargeFiles; readonly count: number; readonly bytes: number };
};

export type DuringSearches = { readonly uploaded: Uploaded; readonly searches: Latencies };

export type Previewed = {
  readonly seconds: number;
  /** From the last byte of the last request until its first tickets were known. */
  readonly firstSeconds: number;
  readonly total: number;
  readonly searches: Latencies;
};

export type Uploaded = { readonly seconds: number; readonly processed: number };

const bodiesOf = ({ from, count, perRequest }: Tickets): readonly Buffer[] => {
  const bodies: Buffer[] = [];
  const end = from + count;
  for (let first = from; first < end;) {
    const size = fittingTickets(first, maxBodyBytes, Math.min(perRequest, end - first));
    bodies.push(bodyOf(Array.from({ length: size }, (_, index) => benchTicket(first + index))));
    first += size;
  }
  return bodies;
};

const upload = async (target: Target, bodies: readonly Buffer[]): Promise<Uploaded> => {
  let processed = 0;
  const start = performance.now();
  for (const body of bodies) {
    const answer = await post(target, `/api/collections/${target.collectionId}/tickets`, body);
    processed += (answer as { processed: number }).processed;
  }
  return { seconds: (performance.now() - start) / 1_000, processed };
};

const sources = async (target: Searched, queries: number): Promise<readonly (readonly string[])[]> => {
  const found: string[][] = [];
  for (let number = 0; number < queries; number += 1) {
    const { sources } = (await search(target, number)) as { sources: { ticket_id: string }[] };
    found.push(sources.map(({ ticket_id: id }) => id));
  }
  return found;
};

const oneAfterTheOther = async <Item>(
  items: readonly Item[],
  ask: (item: Item, number: number) => Promise<unknown>,
): Promise<Latencies> => {
  const each: number[] = [];
  const start = performance.now();
  for (const [number, item] of items.entries()) {
    const sent = performance.now();
    await ask(item, number);
    each.push(performance.now() - sent);
  }
  return { each, seconds: (performance.now() - start) / 1_000 };
};

/** A search after each upload of one ticket. */
const searchesAfterUploads = async (job: Searched & Pick<Tickets, 'from' | 'count'>): Promise<Latencies> => {
  const searches: Latencies[] = [];
  for (const [number, body] of bodiesOf({ ...job, perRequest: 1 }).entries()) {
    await upload(job, [body]);
    searches.push(await oneAfterTheOther([number], () => search(job, number)));
  }
  return joined(searches);
};

const singleUploads = async (job: Target & SingleUploads): Promise<Latencies> => {
  let running = true;
  const body = JSON.stringify(job.login);
  const logInAgain = async () => {
    while (running) await post(job, '/api/login', body);
  };
  const logins = Array.from({ length: job.logins }, logInAgain);
  const uploads = await oneAfterTheOther(bodiesOf({ ...job, perRequest: 1 }), (one) => upload(job, [one]));
  running = false;
  await Promise.all(logins);
  return uploads;
};

const uploadFile = async ({ url, token, collectionId }: Target, file: File, signal: AbortSignal): Promise<void> => {
  const body = new FormData();
  body.set('file', file);
  const path = `/api/collections/${collectionId}/tickets/upload`;
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
    signal,
  });
  if (response.status !== 200) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
};

const uploadsBesideFiles = async (job: Target & UploadsBesideFiles): Promise<Latencies> => {
  const { to, kind, count, bytes } = job.files;
  const files = Array.from({ length: count }, (_, number) => largeFile(kind, { number: job.from + number, bytes }));
  const aborted = AbortSignal.timeout(job.seconds * 1_000);
  let running = count;
  const uploads = files.map((file) =>
    uploadFile(to, file, aborted)
      .catch((error: unknown) => {
        if (!aborted.aborted) throw error;
      })
      .finally(() => (running -= 1)),
  );
  const each: number[] = [];
  const start = performance.now();
  for (let from = job.from; (running > 0 || count === 0) && !aborted.aborted; from += job.perRequest) {
    const [body] = bodiesOf({ from, count: job.perRequest, perRequest: job.perRequest });
    if (body) each.push((await upload(job, [body])).seconds * 1_000);
  }
  await Promise.all(uploads);
  return { each, seconds: (performance.now() - start) / 1_000 };
};

/** Searches at a fixed rate until the work has ended. */
const searchDuring = async <Result>(job: Searched & { readonly rate: number }, work: Promise<Result>) => {
  let running = true;
  const ended = work.finally(() => (running = false));
  const searches = await openLoop((number) => search(job, number), { rate: job.rate, running: () => running });
  return { result: await ended, searches };
};

const uploadDuringSearches = async (
  job: Extract<CollectionJob, { kind: 'upload during searches' }>,
): Promise<DuringSearches> => {
  const { result, searches } = await searchDuring(job, upload(job, bodiesOf(job)));
  return { uploaded: result, searches };
};

/** The time at which a preview has said what is in its first tickets, or has ended before. */
const firstTicketsAt = async ({ url, token, collectionId }: Target, previewId: string): Promise<number> => {
  const path = `/api/collections/${collectionId}/previews/${previewId}/progress`;
  const { body } = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
  let text = '';
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (text.includes('event: preview\n')) break;
  }
  return performance.now();
};

const preview = async (target: Target, bodies: readonly Buffer[]) => {
  let total = 0;
  let firstSeconds = Number.NaN;
  const start = performance.now();
  for (const body of bodies) {
    const headers = { 'Preview-Id': randomUUID() };
    const first = firstTicketsAt(target, headers['Preview-Id']);
    let sentAt = Number.NaN;
    const sender = { ...target, headers, onSent: () => void (sentAt = performance.now()) };
    const answer = await post(sender, `/api/collections/${target.collectionId}/tickets/preview`, body);
    total += (answer as { total: number }).total;
    firstSeconds = ((await first) - sentAt) / 1_000;
  }
  return { seconds: (performance.now() - start) / 1_000, firstSeconds, total };
};

const previewDuringSearches = async (
  job: Extract<CollectionJob, { kind: 'preview during searches' }>,
): Promise<Previewed> => {
  const { result, searches } = await searchDuring(job, preview(job, bodiesOf(job)));
  return { ...result, searches };
};

const tenantsInTurn = async ({ targets, from, count }: TenantsInTurn): Promise<TenantSearches> => {
  const bodies = bodiesOf({ from, count, perRequest: count });
  for (const target of targets) await upload(target, bodies);
  const searches = () => oneAfterTheOther(targets, search);
  return { first: await searches(), again: await searches() };
};

type Results = Uploaded | Latencies | DuringSearches | Previewed | TenantSearches | readonly (readonly string[])[];

answerJob((job: LoadJob): Promise<Results> => {
  if (job.kind === 'tenants in turn') return tenantsInTurn(job);
  const ask = (number: number) => search(job, number);
  if (job.kind === 'upload') return upload(job, bodiesOf(job));
  if (job.kind === 'upload during searches') return uploadDuringSearches(job);
  if (job.kind === 'preview during searches') return previewDuringSearches(job);
  if (job.kind === 'searches after uploads') return searchesAfterUploads(job);
  if (job.kind === 'single uploads') return singleUploads(job);
  if (job.kind === 'uploads beside files') return uploadsBesideFiles(job);
  if (job.kind === 'closed loop') return closedLoop(ask, job);
  if (job.kind === 'sources') return sources(job, job.queries);
  const end = performance.now() + job.seconds * 1_000;
  return openLoop(ask, { rate: job.rate, running: () => performance.now() < end });
});
