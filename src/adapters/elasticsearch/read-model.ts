import type { TicketIndexModel } from '../../ports/ticket-index.ts';
import { type Elasticsearch, patience } from './connect.ts';
import { answered } from './failures.ts';
import { ensureState, indicesOf } from './indices.ts';
import { copyOfIndex } from './names.ts';
import { copyPointers } from './pointers.ts';
import { type TicketIndexCopy, ticketIndexCopy } from './ticket-index-copy.ts';

/** The writing side of the ticket index in Elasticsearch. Safe where two processes run it. */
export const elasticsearchTicketIndexModel = ({
  client,
  prefix,
}: Pick<Elasticsearch, 'client' | 'prefix'>): TicketIndexModel => {
  const pointers = copyPointers(client, prefix);
  const copies = new Map<string, TicketIndexCopy>();

  const open = async (name: string): Promise<TicketIndexCopy> => {
    const opened = copies.get(name);
    if (opened) return opened;
    await ensureState(client, name);
    // Others may have come here meanwhile: there is one copy of a name, so that they share its refreshes.
    const copy = copies.get(name) ?? ticketIndexCopy(client, name);
    copies.set(name, copy);
    return copy;
  };

  return {
    current: async () => open(await pointers.nameAt('current')),
    building: async () => open(await pointers.nameAt('next')),
    promote: async (old) => {
      const { next } = await pointers.read();
      if (next !== undefined) await (await open(next)).refresh();
      await pointers.change(({ highest, current: replaced, next: wanted, kept }) => {
        if (wanted === undefined || wanted !== next) throw new Error('No replacement of the ticket index to activate');
        const stays = old === 'keep' ? replaced : kept;
        return { highest, current: wanted, ...(stays !== undefined && { kept: stays }) };
      });
    },
    abortBuild: async () => {
      await pointers.change((standing) => {
        const { next, ...others } = standing;
        return next === undefined ? standing : others;
      });
    },
    retained: async () => {
      const { kept } = await pointers.read();
      return kept === undefined ? undefined : open(kept);
    },
    dropRetained: async () => {
      await pointers.change((standing) => {
        const { kept, ...others } = standing;
        return kept === undefined ? standing : others;
      });
    },
    dropUnused: async (signal) => {
      const indices = await indicesOf(client, prefix);
      // Asked after the indices: what was made in between is not among them.
      const { current: used, next, kept } = await pointers.read();
      for (const index of indices) {
        if (signal?.aborted) return;
        const copy = copyOfIndex(prefix, index);
        if (copy === undefined || [used, next, kept].includes(copy)) continue;
        copies.delete(copy);
        await answered(client.indices.delete({ index }, { ignore: [404], requestTimeout: patience.building }));
      }
    },
  };
};
