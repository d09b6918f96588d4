import type { Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { UploadOutcome } from '../domain/events.ts';
import type { ProjectionFigures } from '../ports/readiness.ts';
import type { RequestLog } from './app.ts';
import { createServer } from './server.ts';

export type Metrics = {
  readonly request: (line: Pick<RequestLog, 'method' | 'route' | 'status' | 'milliseconds'>) => void;
  readonly upload: (result: Pick<UploadOutcome, 'processed' | 'skipped'>) => void;
  /** Everything in Prometheus' text format. */
  readonly text: () => Promise<string>;
};

/** Metrics for Prometheus: requests by route, uploaded tickets, and each projection at the time of the scrape (left out while its state cannot be read). */
export const prometheusMetrics = (projections: () => Promise<readonly ProjectionFigures[]>): Metrics => {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const requests = requestHistogram(register);
  const tickets = ticketCounter(register);
  const gauges = projectionGauges(register);
  return {
    request: ({ method, route, status, milliseconds }) =>
      requests.observe({ method, route, status: String(status) }, milliseconds / 1_000),
    upload: ({ processed, skipped }) => {
      tickets.inc({ outcome: 'stored' }, processed);
      tickets.inc({ outcome: 'skipped' }, skipped);
    },
    text: async () => {
      // The other metrics are needed most while the stores are out of reach.
      const figures = await projections().catch(() => []);
      for (const [name, gauge] of gauges) {
        gauge.reset();
        for (const each of figures) gauge.set({ projection: each.projection }, Number(each[name]));
      }
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

const ticketCounter = (register: Registry) =>
  new Counter({
    name: 'precedent_uploaded_tickets_total',
    help: 'Tickets of uploads that were answered, by outcome',
    labelNames: ['outcome'],
    registers: [register],
  });

const gaugeTable: readonly (readonly [Exclude<keyof ProjectionFigures, 'projection'>, name: string, help: string])[] = [
  ['eventsBehind', 'behind_events', 'Events in the log that are not projected yet, counted up to 1000'],
  ['secondsBehind', 'behind_seconds', 'Age of the oldest event that is not projected yet'],
  ['parked', 'parked_events', 'Events whose content the read model refused'],
  ['retrying', 'retrying', '1 while the store of the read model fails'],
];

const projectionGauges = (register: Registry) =>
  gaugeTable.map(([figure, name, help]) => {
    const labelNames = ['projection'];
    return [
      figure,
      new Gauge({ name: `precedent_projection_${name}`, help, labelNames, registers: [register] }),
    ] as const;
  });

/** The server of the metrics, which answers `GET /metrics` only. */
export const metricsServer = (metrics: Pick<Metrics, 'text'>): Server =>
  createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      () => response.writeHead(500).end(),
    );
  });
