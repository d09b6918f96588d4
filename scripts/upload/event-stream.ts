/** An event of a stream as WHATWG HTML, 9.2 writes it; comments are left out. */
export type StreamEvent = { readonly event: string; readonly data: string };

/** The events of a body, as they come. */
export async function* eventsOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<StreamEvent, void> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line) => [/^\w*/.exec(line)?.[0] ?? '', line.replace(/^\w*: ?/, '')]),
      );
      const data = fields.get('data');
      if (data !== undefined) yield { event: fields.get('event') ?? 'message', data };
    }
  }
}
