import { subscriptions } from '../adapters/eventstoredb/event-store.ts';
import { serveIterables } from '../threads/remote-iterables.ts';
import { serve } from '../threads/rpc.ts';
import { notify, onLink, threadData } from '../threads/thread.ts';
import type { LogReaderData } from './log-reader-thread.ts';

/** A helper of the writer: receives the events of EventStoreDB and decodes them. */
const { url } = threadData as LogReaderData;
const onFailure = (error: unknown) => notify({ kind: 'log', level: 'warn', message: String(error), fields: {} });
const methods = serveIterables(subscriptions(url, onFailure).subscribe);
onLink(({ port }) => serve(port, methods));
notify({ kind: 'ready' });
