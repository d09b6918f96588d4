import { sleep } from '../concurrency/sleep.ts';
import type { Caller } from '../domain/access-key.ts';
import type { Ingest, PreviewKey } from '../ports/ingest.ts';
import { callerOf, type Handler } from './authentication.ts';
import { type EventWriter, type OpenStreams, sendEvents } from './event-stream.ts';
import { previewInPath, shownTo } from './preview.ts';
import * as responses from './schemas/preview-responses.ts';

const pollIntervalMs = 200;
/** Until a stream of a preview that does not begin is closed: its file may be on its way, or after an earlier preview, the request for the next one. */
const startTimeoutMs = { fileMayArrive: 15 * 60_000, ended: 2_000 };

/** Written at once, so that a client knows that the stream is open. */
const notBegun = { tickets: 0, share: 0 };

type Dependencies = {
  readonly previewing: Pick<Ingest, 'previewProgress' | 'firstOfPreview'>;
  readonly openStreams: OpenStreams;
  readonly stopping: AbortSignal;
};

/**
 * A preview's progress as server-sent events: `progress` at once and while it changes, and once `preview` with what was found in the first tickets. It can be opened
 * before the preview begins, which it must do on this instance, and ends with it.
 */
export const previewProgressHandlers = ({ previewing, openStreams, stopping }: Dependencies) => ({
  previewProgress: (async (request, response) => {
    const key = previewInPath(request, response);
    await sendEvents(response, { openStreams, stopping }, ({ events, signal }) =>
      streamProgress(previewing, key, { events, signal, caller: callerOf(response) }),
    );
  }) satisfies Handler,
});

type Stream = { readonly events: EventWriter; readonly signal: AbortSignal; readonly caller: Caller };

const streamProgress = async (
  previewing: Dependencies['previewing'],
  key: PreviewKey,
  { events, signal, caller }: Stream,
): Promise<void> => {
  const openedAt = performance.now();
  let id = 0;
  let written = '';
  let hasFirst = false;
  while (!signal.aborted) {
    const now = await previewing.previewProgress(key);
    const progress = now === 'ended' ? undefined : now;
    const timeoutMs = startTimeoutMs[now === 'ended' ? 'ended' : 'fileMayArrive'];
    if (!progress && (id > 0 || performance.now() - openedAt > timeoutMs)) return;
    const first = progress && !hasFirst ? await previewing.firstOfPreview(key) : undefined;
    if (first) {
      hasFirst = true;
      events.write('preview', (id += 1), responses.ticketsPreview.toJson(shownTo(caller, first)));
    }
    const data = now !== 'ended' && responses.previewProgress.toJson(progress ?? notBegun);
    if (data && JSON.stringify(data) !== written) {
      written = JSON.stringify(data);
      events.write('progress', progress ? (id += 1) : id, data);
    }
    await sleep(pollIntervalMs, signal);
  }
};
