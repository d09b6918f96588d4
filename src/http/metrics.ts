import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ProjectionFigures } from '../ports/readiness.ts';
import type { UploadResult } from '../uploads/upload.ts';
import type { RequestLine } from './app.ts';

export type Metrics = {
  readonly request: (line: Pick<RequestLine, 'method' | 'route' | 'status' | 'milliseconds'>) => void;
  readonly upload: (result: Pick<UploadResult, 'processed' | 'skipped'>) => void;
  /** Everything in Prometheus' text format. */
  readonly text: () => Promise<string>;
};

/** Figures for Prometheus: requests by route, never by address, uploads, and each projection as it is at the scrape (none where that cannot be told). */
export const prometheusMetrics = (projections: () => Promise<readonly ProjectionFigures[]>): Metrics => {
  const registers = [new Registry()];
  const [register] = registers as [Registry];
  collectDefaultMetrics({ register });
  const requests = new Histogram({
    name: 'precedent_http_request_seconds',
    help: 'Requests by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300],
    registers,
  });
  const tickets = new Counter({
    name: 'precedent_uploaded_tickets_total',
    help: 'Tickets of uploads that were answered, by outcome',
    labelNames: ['outcome'],
    registers,
  });
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `precedent_projection_${name}`, help, labelNames: ['projection'], registers });
  const gauges = {
    eventsBehind: gauge('behind_events', 'Events in the log that are not projected yet, counted up to 1000'),
    secondsBehind: gauge('behind_seconds', 'Age of the oldest event that is not projected yet'),
    parked: gauge('parked_events', 'Events whose content the read model refused'),
    retrying: gauge('retrying', '1 while the store of the read model fails'),
  };

  return {
    request: ({ method, route, status, milliseconds }) =>
      requests.observe({ method, route, status: String(status) }, milliseconds / 1_000),
    upload: ({ processed, skipped }) => {
      tickets.inc({ outcome: 'stored' }, processed);
      tickets.inc({ outcome: 'skipped' }, skipped);
    },
    text: async () => {
      for (const each of Object.values(gauges)) each.reset();
      // The other figures are worth having just when the stores cannot be asked.
      for (const { projection, ...figures } of await projections().catch(() => [])) {
        for (const [name, each] of Object.entries(gauges))
          each.set({ projection }, Number(figures[name as keyof typeof figures]));
      }
      return register.metrics();
    },
  };
};

/** The port of the metrics: `GET /metrics` and nothing else. */
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
