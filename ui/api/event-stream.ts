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
