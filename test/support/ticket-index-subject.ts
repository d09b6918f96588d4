import type { ExecutionContext } from 'ava';
import type { Hit, NearestQuery, TicketIndexChange } from '../../src/ports/ticket-index.ts';
import type { TicketIndexSubject } from '../contracts/ticket-index.ts';
import { applyAll, collectionId, tenantId } from './indexed-tickets.ts';

/** A subject with shortcuts: `apply` applies changes to the current generation and waits until they can be found; `nearest` and `found` search the usual collection. */
export type OpenSubject = TicketIndexSubject & {
  readonly apply: (...changes: readonly TicketIndexChange[]) => Promise<void>;
  readonly nearest: (
    vector: Float32Array | readonly number[],
    where?: Partial<NearestQuery>,
  ) => Promise<readonly Hit[]>;
  readonly found: (
    vector: Float32Array | readonly number[],
    where?: Partial<NearestQuery>,
  ) => Promise<readonly string[]>;
};

/** Makes a subject that is closed at the end of the test. */
export const openSubject = async (
  t: ExecutionContext,
  makeSubject: () => Promise<TicketIndexSubject>,
): Promise<OpenSubject> => {
  const subject = await makeSubject();
  t.teardown(subject.close);
  const nearest: OpenSubject['nearest'] = async (vector, where = {}) => {
    const inUse = await subject.index.snapshot();
    if (!inUse) throw new Error('No model was chosen');
    return inUse.nearest({ tenantId, collectionId, count: 20, vector: Float32Array.from(vector), ...where });
  };
  return {
    ...subject,
    apply: async (...changes) => {
      await applyAll(await subject.model.current(), changes);
      await subject.settled();
    },
    nearest,
    found: async (vector, where) => (await nearest(vector, where)).map(({ ticketId }) => ticketId),
  };
};
