import { ApiError, isAborted } from '../../../api/api-error.ts';
import type { Send } from '../../../api/request.ts';
import type { Progress, UploadRecord } from '../upload-records.ts';
import { wait } from './wait.ts';

type Follow = {
  readonly path: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
};

/** Before a broken stream is opened again. */
const reconnectSeconds = 2;

/** Follows an upload to its end, reconnecting when the stream breaks; returns its final record. Throws ApiError if the service refuses, and the signal's AbortError. */
export const followProgress = async (send: Send, { path, signal, onProgress }: Follow): Promise<UploadRecord> => {
  let lastEventId = '';
  for (;;) {
    try {
      const headers = lastEventId === '' ? {} : { 'Last-Event-ID': lastEventId };
      const { body } = await send(`GET ${path}/progress`, { headers, signal });
      for await (const { name, id, data } of body ? serverSentEvents(body) : []) {
        if (id !== '') lastEventId = id;
        if (name === 'outcome') return JSON.parse(data) as UploadRecord;
        if (name === 'progress') onProgress(JSON.parse(data) as Progress);
        signal.throwIfAborted();
      }
    } catch (error) {
      if (!isTemporary(error) || signal.aborted) throw error;
      if (error instanceof ApiError && error.retryAfter !== undefined) await wait(error.retryAfter, signal);
    }
    await wait(reconnectSeconds, signal);
  }
};

/** A lost connection (TypeError while the body is read), a rate limit or a gateway error. */
const isTemporary = (error: unknown): boolean => {
  if (isAborted(error)) return false;
  if (!(error instanceof ApiError)) return error instanceof TypeError;
  return error.status === 0 || error.status === 429 || error.status >= 502;
};

export type ServerSentEvent = { readonly name: string; readonly id: string; readonly data: string };

/** Parses a stream of server-sent events (WHATWG HTML, 9.2.6); an event cut off by the end is dropped. */
export async function* serverSentEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const blocks = text.split(/\r?\n\r?\n/);
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseEvent(block);
        if (event) yield event;
      }
    }
  } finally {
    // Closes the connection if the consumer stopped early.
    void reader.cancel().catch(() => undefined);
  }
}

/** Undefined for a block of comments, which only keeps the connection open. */
const parseEvent = (block: string): ServerSentEvent | undefined => {
  const fields = new Map<string, string>();
  for (const line of block.split(/\r?\n/)) {
    const [, field, value = ''] = /^([^:]+)(?:: ?(.*))?$/.exec(line) ?? [];
    if (field === undefined) continue;
    const before = field === 'data' ? fields.get(field) : undefined;
    fields.set(field, before === undefined ? value : `${before}\n${value}`);
  }
  const data = fields.get('data');
  return data === undefined ? undefined : { name: fields.get('event') ?? 'message', id: fields.get('id') ?? '', data };
};
