export type ServerSentEvent = { readonly name: string; readonly id: string; readonly data: string };

/** The events of a stream in the server-sent format (WHATWG HTML, 9.2.6), as they come; one that the end cuts off is dropped. */
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
        const event = eventOf(block);
        if (event) yield event;
      }
    }
  } finally {
    // The reader may have left before the end: the line is closed then.
    void reader.cancel().catch(() => undefined);
  }
}

/** Undefined for a block of comments, which keeps the line open. */
const eventOf = (block: string): ServerSentEvent | undefined => {
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
