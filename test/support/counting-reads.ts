import type { Streams } from '../../src/ports/event-store.ts';

/** Streams whose reads are counted since the last look: of whole streams, of pages, and the events of both. */
export const countingReads = (store: Streams) => {
  let [wholes, pages, events] = [0, 0, 0];
  const streams: Streams = {
    appendAll: store.appendAll,
    read: async (stream) => {
      const read = await store.read(stream);
      wholes += 1;
      events += read.length;
      return read;
    },
    readPage: async (...asked) => {
      const page = await store.readPage(...asked);
      pages += 1;
      events += page.length;
      return page;
    },
    readHeaders: store.readHeaders,
  };
  const reads = () => {
    const counted = { wholes, pages, events };
    [wholes, pages, events] = [0, 0, 0];
    return counted;
  };
  return { streams, reads };
};
