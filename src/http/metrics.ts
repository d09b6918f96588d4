import type { Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { RecordingOutcome } from '../commands/record-questions.ts';
import type { UploadOutcome } from '../domain/events.ts';
import type { GatewayCall } from '../domain/gateway-call.ts';
import type { ScrapedMetrics, ProjectionMetrics } from '../ports/readiness.ts';
import type { AnswerOutcome } from '../queries/search-tickets.ts';
import type { RequestLog } from './request-log.ts';
import * as responses from './schemas/responses.ts';
import { createServer } from './server.ts';
import { type ReadinessReport, statusOfReport } from './service.ts';

/**
 * `sources-only`: no answer was asked for; `abandoned`: its client left, or the service stopped, while it was written; `failed`: an error, such as an embedding
 * model that does not answer.
 */
export type SearchOutcome = AnswerOutcome | 'sources-only' | 'abandoned' | 'failed';

export type Metrics = {
  readonly request: (line: Pick<RequestLog, 'method' | 'route' | 'status' | 'milliseconds'>) => void;
  readonly search: (search: { readonly outcome: SearchOutcome; readonly milliseconds: number }) => void;
  /** An upload whose body has arrived; call the result when it ends, without an outcome if it was refused or failed. */
  readonly upload: (received: {
    readonly bytes: number;
  }) => (outcome?: Pick<UploadOutcome, 'processed' | 'skipped'>) => void;
  readonly gateway: (call: GatewayCall) => void;
  /** What has become of questions that were to be recorded. */
  readonly question: (outcome: RecordingOutcome, questions: number) => void;
  /** Everything in Prometheus' text format. */
  readonly text: (scraped: ScrapedMetrics) => Promise<string>;
};

/** Metrics for Prometheus. No label has the name, the id or a text of a tenant, and each has few values. */
export const prometheusMetrics = (): Metrics => {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const requests = requestHistogram(register);
  const searches = searchHistogram(register);
  const setGauges = scrapeGauges(register);
  return {
    request: ({ method, route, status, milliseconds }) =>
      requests.observe({ method, route, status: String(status) }, milliseconds / 1_000),
    search: ({ outcome, milliseconds }) => searches.observe({ outcome }, milliseconds / 1_000),
    upload: uploadMetrics(register),
    gateway: gatewayMetrics(register),
    question: questionMetrics(register),
    text: (scraped) => {
      setGauges(scraped);
      return register.metrics();
    },
  };
};

const requestHistogram = (register: Registry) =>
  new Histogram({
    name: 'precedent_http_request_seconds',
    help: 'Requests by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300],
    registers: [register],
  });

const searchOutcomes: readonly SearchOutcome[] = [
  'answered',
  'too-little',
  'model-failed',
  'sources-only',
  'abandoned',
  'failed',
];

const searchHistogram = (register: Registry) => {
  const searches = new Histogram({
    name: 'precedent_search_seconds',
    help: 'Searches by outcome, with the time of their answer',
    labelNames: ['outcome'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 90],
    registers: [register],
  });
  for (const outcome of searchOutcomes) searches.zero({ outcome });
  return searches;
};

const uploadMetrics = (registry: Registry): Metrics['upload'] => {
  const registers = [registry];
  const tickets = new Counter({
    name: 'precedent_uploaded_tickets_total',
    help: 'Tickets of uploads that were answered, by outcome',
    labelNames: ['outcome'],
    registers,
  });
  const bytes = new Counter({ name: 'precedent_upload_bytes_total', help: 'Bytes of uploads as received', registers });
  const running = new Gauge({
    name: 'precedent_uploads_running',
    help: 'Uploads whose body has arrived and that have not ended, those that wait included',
    registers,
  });
  const seconds = new Histogram({
    name: 'precedent_upload_seconds',
    help: 'Uploads from the arrival of their body to their end, by outcome',
    labelNames: ['outcome'],
    buckets: [0.05, 0.25, 1, 5, 15, 60, 300, 1_800],
    registers,
  });
  for (const outcome of ['stored', 'skipped']) tickets.inc({ outcome }, 0);
  for (const outcome of ['finished', 'failed']) seconds.zero({ outcome });
  return (received) => {
    bytes.inc(received.bytes);
    running.inc();
    const end = seconds.startTimer();
    return (outcome) => {
      running.dec();
      end({ outcome: outcome ? 'finished' : 'failed' });
      tickets.inc({ outcome: 'stored' }, outcome?.processed ?? 0);
      tickets.inc({ outcome: 'skipped' }, outcome?.skipped ?? 0);
    };
  };
};

const questionMetrics = (register: Registry): Metrics['question'] => {
  const questions = new Counter({
    name: 'precedent_questions_total',
    help: 'Questions that were to be recorded: recorded, dropped since too many waited, over-quota, failed since the log has',
    labelNames: ['outcome'],
    registers: [register],
  });
  for (const outcome of ['recorded', 'dropped', 'over-quota', 'failed']) questions.inc({ outcome }, 0);
  return (outcome, count) => questions.inc({ outcome }, count);
};

const gatewayMetrics = (register: Registry): Metrics['gateway'] => {
  const calls = new Histogram({
    name: 'precedent_gateway_request_seconds',
    help: 'Requests to the model gateway by path and outcome: ok, error (another status than 200), no-answer',
    labelNames: ['path', 'outcome'],
    buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [register],
  });
  const retries = new Counter({
    name: 'precedent_gateway_retries_total',
    help: 'Those requests that repeated a failed one, by path',
    labelNames: ['path'],
    registers: [register],
  });
  for (const path of ['embeddings', 'chat/completions']) {
    retries.inc({ path }, 0);
    for (const outcome of ['ok', 'error', 'no-answer']) calls.zero({ path, outcome });
  }
  return ({ path, outcome, milliseconds, isRetry }) => {
    calls.observe({ path, outcome }, milliseconds / 1_000);
    if (isRetry) retries.inc({ path });
  };
};

const ofProjections: readonly (readonly [
  Exclude<keyof ProjectionMetrics, 'projection'>,
  name: string,
  help: string,
])[] = [
  ['eventsBehind', 'behind_events', 'Events in the log that are not projected yet, counted up to 1000'],
  ['secondsBehind', 'behind_seconds', 'Age of the oldest event that is not projected yet'],
  ['parked', 'parked_events', 'Events whose content the read model refused'],
  ['retrying', 'retrying', '1 while the store of the read model fails'],
];

/** Returns the function that sets the gauges of a scrape; values that were not read are not shown. */
const scrapeGauges = (register: Registry): ((scraped: ScrapedMetrics) => void) => {
  const gauge = (name: string, label: string, help: string) =>
    new Gauge({ name: `precedent_${name}`, help, labelNames: [label], registers: [register] });
  const projections = ofProjections.map(
    ([metric, name, help]) => [metric, gauge(`projection_${name}`, 'projection', help)] as const,
  );
  const running = gauge('queue_running', 'queue', 'Work that runs under a limit');
  const waiting = gauge('queue_waiting', 'queue', 'Work that waits for a limit');
  const unanswered = gauge('thread_calls', 'thread', 'Calls of a thread that it has not answered yet');
  return ({ projections: found, queues, calls }) => {
    for (const each of [...projections.map(([, one]) => one), running, waiting, unanswered]) each.reset();
    for (const [metric, one] of projections) {
      for (const each of found) one.set({ projection: each.projection }, Number(each[metric]));
    }
    for (const { queue, ...load } of queues) {
      running.set({ queue }, load.running);
      waiting.set({ queue }, load.waiting);
    }
    for (const call of calls) unanswered.set({ thread: call.thread }, call.unanswered);
  };
};

type Observed = { readonly metricsText: () => Promise<string>; readonly readiness: () => Promise<ReadinessReport> };

/** The server for operators, which answers `GET /metrics` and `GET /ready` only, the latter with its details. */
export const metricsServer = ({ metricsText, readiness }: Observed): Server => {
  const metrics = async () => ({
    status: 200,
    type: 'text/plain; version=0.0.4; charset=utf-8',
    body: await metricsText(),
  });
  const ready = async () => {
    const found = await readiness();
    return {
      status: statusOfReport(found),
      type: 'application/json',
      body: JSON.stringify(responses.readiness.toJson(found)),
    };
  };
  const pages = new Map([
    ['/metrics', metrics],
    ['/ready', ready],
  ]);
  return createServer((request, response) => {
    const page = request.method === 'GET' ? pages.get(request.url ?? '') : undefined;
    if (!page) {
      response.writeHead(404).end();
      return;
    }
    page().then(
      ({ status, type, body }) => response.writeHead(status, { 'Content-Type': type }).end(body),
      () => response.writeHead(500).end(),
    );
  });
};
