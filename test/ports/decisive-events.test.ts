import test from 'ava';
import fc from 'fast-check';
import { collection } from '../../src/domain/collection.ts';
import { decisive, stateAfter } from '../../src/domain/decider.ts';
import { gap } from '../../src/domain/gap.ts';

const owner = { collectionId: 'c', userId: 'u' };
const name = { gapId: 'g', ...owner };

const ofCollection = fc.oneof(
  fc.record({ name: fc.option(fc.string(), { nil: undefined }), ticketUrl: fc.option(fc.string()) }).map((given) => ({
    type: 'CollectionConfigured' as const,
    data: { ...owner, ticketUrl: given.ticketUrl, ...(given.name !== undefined && { name: given.name }) },
  })),
  fc.record({ source: fc.constantFrom('a', 'b', 'c'), cursor: fc.option(fc.string()) }).map((given) => ({
    type: 'SyncAdvanced' as const,
    data: { ...owner, ...given },
  })),
);
const ofGap = fc.constantFrom(
  { type: 'GapDismissed' as const, data: name },
  { type: 'GapRestored' as const, data: name },
  { type: 'GapClosed' as const, data: { ...name, ticketIds: [], tried: 1, answered: 1 } },
  { type: 'GapReopened' as const, data: { ...name, tried: 1, answered: 0 } },
);

/** As streams are read: those that say the state before the newest event, and this. */
const asRead = <Event>(events: readonly Event[], subjects: Parameters<typeof decisive<Event>>[1]) => {
  let read: readonly Event[] = [];
  for (const event of events) read = [...decisive(read, subjects), event];
  return read;
};

test('the events of a collection or a gap that a command reads say the state that all of them make, and are few', (t) => {
  const created = { type: 'CollectionCreated' as const, data: { ...owner, name: 'x' } };
  fc.assert(
    fc.property(fc.array(ofCollection, { maxLength: 60 }), (events) => {
      const { subjects } = collection;
      const all = [created, ...events];
      const read = asRead(all, (event) => subjects?.(event) ?? { says: [] });
      t.deepEqual(stateAfter(collection, read), stateAfter(collection, all));
      t.true(read.length <= 8);
    }),
  );
  fc.assert(
    fc.property(fc.array(ofGap, { maxLength: 60 }), (events) => {
      const { subjects } = gap;
      const read = asRead(events, (event) => subjects?.(event) ?? { says: [] });
      t.deepEqual(stateAfter(gap, read), stateAfter(gap, events));
      t.true(read.length <= 3);
    }),
  );
});
