import type { Client } from '@elastic/elasticsearch';
import { answered, ElasticsearchAnswered } from './failures.ts';
import { ensurePointers } from './indices.ts';
import { nameOfCopy, pointersOf, version, writingTo } from './names.ts';

/** Which copy stands where, by name. Numbers are never used twice, so that what was begun for one copy never meets another of its name. */
export type Pointers = {
  readonly highest: number;
  readonly current?: string;
  readonly next?: string;
  readonly kept?: string;
};

type Found = {
  readonly pointers: Pointers;
  readonly at?: { readonly if_seq_no: number; readonly if_primary_term: number };
};

const id = `tickets-${version}`;

/** The document that holds the pointers, for whoever reads it together with others. */
export const pointersDocument = (prefix: string) => ({ _index: pointersOf(prefix), _id: id });

/** The pointers of this version, in one document: every change is one step, and every reader sees it at once, without a refresh. */
export const copyPointers = (client: Client, prefix: string) => {
  const find = async (): Promise<Found> => {
    const found = await answered(client.get<Pointers>({ index: pointersOf(prefix), id }, { ignore: [404] }));
    const { _source: pointers, _seq_no, _primary_term } = found;
    if (!pointers || _seq_no === undefined || _primary_term === undefined) return { pointers: { highest: 0 } };
    return { pointers, at: { if_seq_no: _seq_no, if_primary_term: _primary_term } };
  };

  /** Changes the pointers unless somebody else did meanwhile: then the change is made to what they are now. */
  const change = async (to: (pointers: Pointers) => Pointers): Promise<Pointers> => {
    for (;;) {
      const { pointers, at } = await find();
      const changed = to(pointers);
      if (changed === pointers) return pointers;
      if (!at) await ensurePointers(client, prefix);
      try {
        const target = { index: writingTo(pointersOf(prefix)), require_alias: true, id };
        // An answer that is lost must not be followed by a second try, which would meet its own change.
        const options = { maxRetries: 0 };
        await answered(client.index({ ...target, ...(at ?? { op_type: 'create' }), document: changed }, options));
        return changed;
      } catch (error) {
        if (!(error instanceof ElasticsearchAnswered && error.type === 'version_conflict_engine_exception'))
          throw error;
      }
    }
  };

  return {
    read: async (): Promise<Pointers> => (await find()).pointers,
    change,
    /** The name of the copy at a place; a new one where there is none. */
    nameAt: async (place: 'current' | 'next'): Promise<string> => {
      const named = (await find()).pointers[place];
      if (named !== undefined) return named;
      const made = await change((pointers) => {
        if (pointers[place] !== undefined) return pointers;
        const highest = pointers.highest + 1;
        return { ...pointers, highest, [place]: nameOfCopy(prefix, highest) };
      });
      return made[place] ?? '';
    },
  };
};
