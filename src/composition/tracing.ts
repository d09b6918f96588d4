import manifest from '../../package.json' with { type: 'json' };
import type { Config } from '../config.ts';
import type { AnswerWriter } from '../ports/answer-writer.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { Embedders } from '../ports/embedders.ts';
import type { TicketIndex } from '../ports/ticket-index.ts';
import type { EndSpan, Tracing } from '../ports/tracing.ts';
import type { CallTracing } from '../threads/rpc.ts';
import type { EvaluationWorkers } from '../uploads/upload-helpers.ts';
import type { RecordedUpload } from '../uploads/record-upload.ts';

type Opening = { readonly thread: string; readonly failed?: () => void };

/** The traces of a thread; undefined unless they are configured, so that nothing of them is loaded. `failed` is called when they could not be sent for the first time. */
export const openTracing = async (
  { tracesEndpoint: endpoint }: Pick<Config, 'tracesEndpoint'>,
  { thread, failed = () => undefined }: Opening,
): Promise<Tracing | undefined> => {
  if (endpoint === undefined) return undefined;
  const { otlpTracing } = await import('../adapters/tracing/otlp-tracing.ts');
  return otlpTracing({ endpoint, thread, version: manifest.version, failed });
};

/** Methods that are asked again and again while a request or an upload runs. */
const polled: ReadonlySet<string> = new Set([
  'projectionStatuses',
  'logFailure',
  'renewUpload',
  'isUploadHeld',
  'operationProgress',
  'previewProgress',
  'firstOfPreview',
  'nextOfAnswer',
  'queues',
]);

/** How calls between threads continue traces: each is a span `THREAD.METHOD` of the thread that serves it. */
export const callTracing = (tracing: Tracing | undefined, thread: string): CallTracing | undefined =>
  tracing && {
    carrier: tracing.carrier,
    continued: (carrier, method, work) =>
      polled.has(method) ? work() : tracing.continued(carrier, `${thread}.${method}`, work),
  };

const withSpans = ({ span }: Tracing, embedder: Embedder): Embedder => ({
  ...embedder,
  embedTickets: (texts, yieldIfDue) =>
    span(
      'embed',
      () => embedder.embedTickets(texts, yieldIfDue),
      ({ length: tickets }) => ({ tickets }),
    ),
  embedQuery: (text, onSent, yieldIfDue) => span('embed', () => embedder.embedQuery(text, onSent, yieldIfDue)),
});

export const tracedEmbedders = (tracing: Tracing | undefined, embedders: Embedders): Embedders => {
  if (!tracing) return embedders;
  const traced = (embedder: Embedder | undefined) => embedder && withSpans(tracing, embedder);
  return {
    configured: withSpans(tracing, embedders.configured),
    of: (model) => traced(embedders.of(model)),
    named: (model, dimensions) => traced(embedders.named(model, dimensions)),
  };
};

export const tracedIndex = (tracing: Tracing | undefined, index: TicketIndex): TicketIndex =>
  tracing
    ? {
        snapshot: async (how) => {
          const snapshot = await index.snapshot(how);
          const nearest: typeof snapshot = snapshot && {
            ...snapshot,
            nearest: (where) =>
              tracing.span(
                'nearest',
                () => snapshot.nearest(where),
                ({ length: sources }) => ({ sources }),
              ),
          };
          return nearest;
        },
      }
    : index;

export const tracedAnswers = (tracing: Tracing | undefined, answers: AnswerWriter): AnswerWriter =>
  tracing
    ? {
        ...answers,
        write: (request, follower) =>
          tracing.span(
            'answer',
            () => answers.write(request, follower),
            ({ kind: outcome }) => ({ outcome, sources: request.sources.length }),
          ),
      }
    : answers;

export const tracedEvaluation = (tracing: Tracing | undefined, evaluation: EvaluationWorkers): EvaluationWorkers =>
  tracing
    ? {
        ...evaluation,
        of: (client) => {
          const evaluate = evaluation.of(client);
          return (inputs) => {
            const evaluated = evaluate(inputs);
            const all = () => Promise.all(evaluated);
            tracing.span('clean', all, ({ length: tickets }) => ({ tickets })).catch(() => undefined);
            return evaluated;
          };
        },
      }
    : evaluation;

/** A span from the first ticket that is read of the file to the last. */
export const tracedReading = (tracing: Tracing | undefined, upload: RecordedUpload): RecordedUpload =>
  tracing ? { ...upload, tickets: (reading) => reportingEnd(upload.tickets(reading), tracing.start('read')) } : upload;

async function* reportingEnd<Item>(items: AsyncIterable<Item>, end: EndSpan): AsyncGenerator<Item, void> {
  let tickets = 0;
  let hasFailed = true;
  try {
    for await (const item of items) {
      tickets += 1;
      yield item;
    }
    hasFailed = false;
  } finally {
    // Also if the reader ends it early, since it refuses a ticket.
    end(hasFailed ? undefined : { tickets });
  }
}
