import { canonicalJson } from '../platform/canonical-json.ts';
import type { Decider } from './decider.ts';
import { CollectionNotFound, InvalidInput } from './errors.ts';
import type { CollectionConfigured, CollectionCreated, CollectionDeleted, SyncAdvanced } from './events.ts';
import { syncLimits } from './sync-cursor.ts';

type CollectionSettings = Pick<CollectionConfigured['data'], (typeof settings)[number]>;

export type CollectionCommand =
  | { readonly type: 'CreateCollection'; readonly data: CollectionCreated['data'] }
  | { readonly type: 'ConfigureCollection'; readonly data: CollectionConfigured['data'] }
  | { readonly type: 'AdvanceSync'; readonly data: SyncAdvanced['data'] }
  | { readonly type: 'DeleteCollection'; readonly data: CollectionDeleted['data'] };

export type CollectionState =
  | { readonly status: 'missing' }
  | (Required<CollectionSettings> & {
      readonly status: 'open';
      readonly userId: string;
      readonly cursors: ReadonlyMap<string, string>;
    })
  | { readonly status: 'deleted' };

export type CollectionEvent = CollectionCreated | CollectionConfigured | SyncAdvanced | CollectionDeleted;

const settings = ['name', 'ticketUrl', 'notNames'] as const;

/** Settings with some of them changed. */
const configured = (
  state: Required<CollectionSettings>,
  { name = state.name, ticketUrl = state.ticketUrl, notNames = state.notNames }: CollectionSettings,
): Required<CollectionSettings> => ({ name, ticketUrl, notNames });

const advanced = (
  cursors: ReadonlyMap<string, string>,
  { source, cursor }: SyncAdvanced['data'],
): ReadonlyMap<string, string> => {
  const others = [...cursors].filter(([name]) => name !== source);
  return new Map(cursor === null ? others : [...others, [source, cursor]]);
};

/** One stream per collection. A deleted collection is never created again. */
export const collection: Decider<CollectionCommand, CollectionState, CollectionEvent> = {
  initialState: { status: 'missing' },

  decide: (command, state) => {
    if (command.type === 'CreateCollection' && state.status === 'missing') {
      return [{ type: 'CollectionCreated', data: command.data }];
    }
    if (state.status !== 'open' || state.userId !== command.data.userId) throw new CollectionNotFound();
    switch (command.type) {
      case 'CreateCollection':
        // The id was derived from an idempotency key: a repeated request finds its collection unless it has been deleted.
        return [];
      case 'ConfigureCollection': {
        const { name, ticketUrl, notNames } = configured(state, command.data);
        const isSame = name === state.name && ticketUrl === state.ticketUrl;
        if (isSame && canonicalJson(notNames) === canonicalJson(state.notNames)) return [];
        return [{ type: 'CollectionConfigured', data: command.data }];
      }
      case 'AdvanceSync': {
        const { source, cursor } = command.data;
        if ((state.cursors.get(source) ?? null) === cursor) return [];
        if (!state.cursors.has(source) && state.cursors.size >= syncLimits.sources) {
          throw new InvalidInput(`A collection has cursors of at most ${syncLimits.sources} sources`);
        }
        return [{ type: 'SyncAdvanced', data: command.data }];
      }
      case 'DeleteCollection':
        return [{ type: 'CollectionDeleted', data: command.data }];
    }
  },

  evolve: (state, event) => {
    switch (event.type) {
      case 'CollectionCreated':
        return {
          ...{ status: 'open', userId: event.data.userId, name: event.data.name },
          ...{ ticketUrl: null, notNames: [], cursors: new Map() },
        };
      case 'CollectionConfigured':
        return state.status === 'open' ? { ...state, ...configured(state, event.data) } : state;
      case 'SyncAdvanced':
        return state.status === 'open' ? { ...state, cursors: advanced(state.cursors, event.data) } : state;
      case 'CollectionDeleted':
        return { status: 'deleted' };
    }
  },

  subjects: (event) => {
    switch (event.type) {
      case 'CollectionConfigured':
        return { says: settings.filter((name) => event.data[name] !== undefined) };
      case 'SyncAdvanced': {
        const cursor = `cursor of ${event.data.source}`;
        return event.data.cursor === null ? { says: [], ends: [cursor] } : { says: [cursor] };
      }
      case 'CollectionCreated':
        return { says: ['collection'] };
      case 'CollectionDeleted':
        return { says: [], startsAnew: true };
    }
  },
};
