import { ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace';

/** Where spans are sent, and what sends them. */
export type Exporting = {
  /** The base URL of a collector (OTEL_EXPORTER_OTLP_ENDPOINT). */
  readonly endpoint: string;
  readonly version: string;
  readonly thread: string;
  /** Called when spans could not be sent for the first time. */
  readonly failed: () => void;
};

/** Of one attempt to send a batch, in ms. */
const timeoutMillis = 5_000;

/** The SDK, which samples as the caller of a request says, else everything; it sends spans in the background and drops them above 2 048 that wait. */
export const openProvider = ({ endpoint, version, thread, failed }: Exporting): TracerProvider => {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, timeoutMillis });
  return new TracerProvider({
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    resource: resourceFromAttributes({
      'service.name': 'precedent',
      'service.version': version,
      'thread.name': thread,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter: reporting(exporter, failed) })],
  });
};

/** Tells of the first failure. */
const reporting = (exporter: SpanExporter, failed: () => void): SpanExporter => {
  let hasFailed = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code !== ExportResultCode.SUCCESS && !hasFailed) {
          hasFailed = true;
          failed();
        }
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
};
