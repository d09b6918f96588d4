import { Agent, request } from 'node:http';
import { benchQuery, benchTicket } from './bench-tickets.ts';
import { answerJob } from './child-job.ts';
import { closedLoop, type Latencies, openLoop } from './latencies.ts';

type Target = { readonly url: string; readonly token: string; readonly collectionId: string };

/** The tickets of so many numbers, sent so many at a time, one request after the other. */
type Tickets = { readonly from: number; readonly count: number; readonly perRequest: number };

/** What a process that makes load is asked to do with one collection. */
export type LoadJob = Target &
  (
    | (Tickets & { readonly kind: 'upload' })
    | (Tickets & { readonly kind: 'upload beside searches'; readonly rate: number })
    | (Tickets & { readonly kind: 'preview beside searches'; readonly rate: number })
    | { readonly kind: 'closed loop'; readonly clients: number; readonly seconds: number }
    | { readonly kind: 'open loop'; readonly rate: number; readonly seconds: number }
    | { readonly kind: 'sources'; readonly queries: number }
  );

export type BesideSearches = { readonly uploaded: Uploaded; readonly searches: Latencies };

export type Previewed = { readonly seconds: number; readonly total: number; readonly searches: Latencies };

export type Uploaded = { readonly seconds: number; readonly processed: number };

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

const post = (target: Target, path: string, body: string | Buffer): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${target.token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const sent = request(new URL(path, target.url), { method: 'POST', agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) resolve(JSON.parse(text));
        else reject(new Error(`POST ${path} answered ${response.statusCode ?? 0}: ${text}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });

const bodiesOf = ({ from, count, perRequest }: Tickets): readonly Buffer[] => {
  const bodies: Buffer[] = [];
  for (let first = from; first < from + count; first += perRequest) {
    const size = Math.min(perRequest, from + count - first);
    const tickets = Array.from({ length: size }, (_, index) => benchTicket(first + index));
    bodies.push(Buffer.from(JSON.stringify({ tickets })));
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

const search = (target: Target, number: number): Promise<unknown> =>
  post(
    target,
    '/api/search',
    JSON.stringify({ collection_id: target.collectionId, query: benchQuery(number), generate_answer: false }),
  );

const sources = async (target: Target, queries: number): Promise<readonly (readonly string[])[]> => {
  const found: string[][] = [];
  for (let number = 0; number < queries; number += 1) {
    const { sources } = (await search(target, number)) as { sources: { ticket_id: string }[] };
    found.push(sources.map(({ ticket_id: id }) => id));
  }
  return found;
};

const uploadBesideSearches = async (
  job: Extract<LoadJob, { kind: 'upload beside searches' }>,
): Promise<BesideSearches> => {
  const bodies = bodiesOf(job);
  let running = true;
  const uploading = upload(job, bodies).finally(() => (running = false));
  const searches = await openLoop((number) => search(job, number), { rate: job.rate, running: () => running });
  return { uploaded: await uploading, searches };
};

const previewBesideSearches = async (
  job: Extract<LoadJob, { kind: 'preview beside searches' }>,
): Promise<Previewed> => {
  const bodies = bodiesOf(job);
  let running = true;
  let total = 0;
  const start = performance.now();
  const preview = async () => {
    for (const body of bodies) {
      const answer = await post(job, `/api/collections/${job.collectionId}/tickets/preview`, body);
      total += (answer as { total: number }).total;
    }
    return (performance.now() - start) / 1_000;
  };
  const previewing = preview().finally(() => (running = false));
  const searches = await openLoop((number) => search(job, number), { rate: job.rate, running: () => running });
  return { seconds: await previewing, total, searches };
};

answerJob(
  (job: LoadJob): Promise<Uploaded | Latencies | BesideSearches | Previewed | readonly (readonly string[])[]> => {
    const ask = (number: number) => search(job, number);
    if (job.kind === 'upload') return upload(job, bodiesOf(job));
    if (job.kind === 'upload beside searches') return uploadBesideSearches(job);
    if (job.kind === 'preview beside searches') return previewBesideSearches(job);
    if (job.kind === 'closed loop') return closedLoop(ask, job);
    if (job.kind === 'sources') return sources(job, job.queries);
    const end = performance.now() + job.seconds * 1_000;
    return openLoop(ask, { rate: job.rate, running: () => performance.now() < end });
  },
);
