import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { TraceCarrier, Tracing } from '../../ports/tracing.ts';
import { type Exporting, openProvider } from './open-provider.ts';

/** How long a stop waits for the collector, in ms. */
const closeTimeoutMs = 1_000;

const propagator = new W3CTraceContextPropagator();

/** Traces that are sent to a collector by OTLP over HTTP. */
export const otlpTracing = (exporting: Exporting): Tracing => {
  const provider = openProvider(exporting);
  const tracer = provider.getTracer('precedent');
  const contexts = new AsyncLocalStorage<Context>();
  const spans = spansBelow(tracer, contexts);
  return {
    request: (traceparent, handle) => {
      const caller = contextOf(traceparent === undefined ? {} : { traceparent });
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, caller);
      const end = (name: string, attributes: Parameters<Span['setAttributes']>[0]) => {
        span.updateName(name).setAttributes(attributes).end();
      };
      contexts.run(trace.setSpan(caller, span), () => handle(end));
    },
    start: (name) => {
      const current = contexts.getStore();
      const span = current && tracer.startSpan(name, {}, current);
      return (attributes) => {
        if (attributes) span?.setAttributes(attributes);
        else span?.setStatus({ code: SpanStatusCode.ERROR });
        span?.end();
      };
    },
    span: (name, work, attributesOf) => {
      const current = contexts.getStore();
      return current ? spans.run({ name, parent: current }, work, attributesOf) : work();
    },
    carrier: () => carrierOf(contexts.getStore()),
    continued: (carrier, name, work) => spans.run({ name, parent: contextOf(carrier) }, work),
    close: () => Promise.race([provider.shutdown().catch(() => undefined), afterTimeout()]),
  };
};

type Below = { readonly name: string; readonly parent: Context };

const spansBelow = (tracer: Tracer, contexts: AsyncLocalStorage<Context>) => ({
  run: async <Result>(
    { name, parent }: Below,
    work: () => Promise<Result>,
    attributesOf?: (result: Result) => Parameters<Span['setAttributes']>[0],
  ): Promise<Result> => {
    const span = tracer.startSpan(name, {}, parent);
    try {
      const result = await contexts.run(trace.setSpan(parent, span), work);
      if (attributesOf) span.setAttributes(attributesOf(result));
      return result;
    } catch (error) {
      // Its message may quote a text.
      span.setAttribute('error.type', error instanceof Error ? error.constructor.name : typeof error);
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  },
});

const contextOf = (carrier: TraceCarrier): Context => propagator.extract(ROOT_CONTEXT, carrier, defaultTextMapGetter);

/** Without `tracestate`, in which a client could write anything. */
const carrierOf = (context: Context | undefined): TraceCarrier | undefined => {
  if (!context) return undefined;
  const carrier: Record<string, string> = {};
  propagator.inject(context, carrier, defaultTextMapSetter);
  return carrier;
};

const afterTimeout = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, closeTimeoutMs).unref();
  });
