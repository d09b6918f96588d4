import type { LitElement, ReactiveController } from 'lit';
import { isAborted } from '../../api/api-error.ts';
import type { AppContext } from '../../app-context.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { followProgress } from './flow/following.ts';
import type { UploadRecord } from './upload-records.ts';

/** More are not followed at a time: a user has five progress streams. */
const maxFollowed = 2;

/** How many of an upload's tickets are undone, in whole percents. */
const percentIn = ({ undo, outcomes }: UploadRecord): number => {
  const total = outcomes.stored + outcomes.updated;
  if (!undo || total === 0) return 0;
  return Math.floor(((undo.withdrawn + undo.taken_back + undo.left + undo.gone + undo.kept) / total) * 100);
};

/**
 * Follows undos that run by the event streams of their uploads, for a host that shows the uploads; it fires `undone` (`detail`: the upload), as others may show
 * the same upload.
 */
export class UndoFollowing implements ReactiveController {
  readonly #host: LitElement;
  readonly #app: () => AppContext;
  readonly #running = new Map<string, AbortController>();
  readonly #percents = new Map<string, number>();
  readonly #ended = new Map<string, UploadRecord>();

  constructor(host: LitElement, app: () => AppContext) {
    this.#host = host;
    this.#app = app;
    host.addController(this);
  }

  hostDisconnected(): void {
    for (const controller of this.#running.values()) controller.abort();
    this.#running.clear();
  }

  /** An upload as it is now. */
  latest(upload: UploadRecord): UploadRecord {
    return this.#ended.get(upload.id) ?? upload;
  }

  /** Whole percents of an undo that runs; undefined if none does. */
  percent(upload: UploadRecord): number | undefined {
    const { id, undo } = this.latest(upload);
    const isRunning = undo?.state === 'running' || (!this.#ended.has(id) && this.#running.has(id));
    return isRunning ? (this.#percents.get(id) ?? percentIn(upload)) : undefined;
  }

  /** Follows the undo of an upload until it is over; once, however often it is called. */
  async follow(collectionId: string, { id }: Pick<UploadRecord, 'id'>): Promise<void> {
    if (this.#running.has(id) || this.#ended.has(id) || this.#running.size >= maxFollowed) return;
    const controller = new AbortController();
    this.#running.set(id, controller);
    const { api, announce, collections } = this.#app();
    try {
      const ended = await followProgress(api.send, {
        path: `/api/collections/${collectionId}/uploads/${id}`,
        signal: controller.signal,
        onUndo: ({ done, total }) => {
          this.#percents.set(id, total === 0 ? 0 : Math.floor((done / total) * 100));
          this.#host.requestUpdate();
        },
      });
      this.#ended.set(id, ended);
      this.#host.dispatchEvent(new CustomEvent('undone', { detail: ended }));
      announce(translated(uploadMessages).undoneAway(ended.undo?.withdrawn ?? 0, ended.undo?.taken_back ?? 0));
      void collections.load();
    } catch (error) {
      // Without the stream only the progress is missing.
      if (isAborted(error)) return;
    } finally {
      this.#running.delete(id);
      this.#host.requestUpdate();
    }
  }
}
