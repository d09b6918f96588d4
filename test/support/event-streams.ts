import { EventSourceParserStream } from 'eventsource-parser/stream';

type Sent = {
  readonly credential: string;
  readonly body: object;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
};

/** An event with its data. */
type StreamEvent = readonly [name: string, data: Readonly<Record<string, unknown>>];

/** Sends a request that is answered with server-sent events, which are read as they come. */
export const postForEvents = async (address: string, { credential, body, signal, headers }: Sent) => {
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${credential}`,
      'Content-Type': 'application/json',
      Accept: 'text/event-stream',
      ...headers,
    },
    body: JSON.stringify(body),
    signal: signal ?? null,
  });
  const parsed = response.body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  return { response, events: eventsOf(parsed ?? []) };
};

async function* eventsOf(
  stream: AsyncIterable<{ readonly event?: string | undefined; readonly data: string }> | readonly never[],
): AsyncGenerator<StreamEvent, void> {
  for await (const { event = '', data } of stream) yield [event, JSON.parse(data) as StreamEvent[1]];
}
