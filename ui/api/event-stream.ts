import { createParser } from 'eventsource-parser';

export type ServerSentEvent = { readonly name: string; readonly id: string; readonly data: string };

/** Parses a stream of server-sent events (WHATWG HTML, 9.2.6); an event cut off by the end is dropped. */
export async function* serverSentEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  const events: ServerSentEvent[] = [];
  const parser = createParser({
    onEvent: ({ event = 'message', id = '', data }) => events.push({ name: event, id, data }),
  });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* events.splice(0);
    }
  } finally {
    // Closes the connection if the consumer stopped early.
    void reader.cancel().catch(() => undefined);
  }
}
