import { setViewport } from '@web/test-runner-commands';
import { html } from 'lit';
import { ApiError } from '../../ui/api/api-error.ts';
import type { ApiClient } from '../../ui/api/api-client.ts';
import type { Found, Source } from '../../ui/api/records.ts';
import type { KbSearchPage } from '../../ui/pages/search/kb-search-page.ts';
import '../../ui/pages/search/kb-search-page.ts';
import { type AppUnderTest, appWith, shown, someCollection, someUser } from './support.ts';

// Test files run in parallel and share the browser's storage: each has a separate collection.
const collection = someCollection({ id: crypto.randomUUID() });
export const address = `/collections/${collection.id}`;
/** The storage key of recent queries. */
export const keptAt = `precedent.recent.${someUser.id}.${collection.id}`;
export const empty = someCollection({ id: 'empty', name: 'Оборудование складов', ticket_count: 0 });
export const query = 'После обновления не печатает принтер';

const ticket = (id: string, score: number, solution = 'Вернули прежний порт принтера.'): Source => ({
  ticket_id: id,
  score,
  category: 'Принтеры и печать',
  full_text: `Категория: Принтеры и печать\nПроблема: Принтеры не печатают, писала [ИМЯ].\nРешение: ${solution}`,
});
const sources = [ticket('4812', 0.934), ticket('3977', 0.86, 'Длинный рассказ о печати. '.repeat(60))];
export const written = 'Верните порт.\n\nПотом проверьте печать.\nОсновано на тикете №3977';

type Piece = { readonly piece: string };

/** What the service replies with, in turn: a search with an answer takes its sources, pieces, and its answer, unless nothing is found. */
export type Reply = Found | Piece | ApiError | Promise<Found | ApiError> | 'never';
export const replies = {
  found: { answer: null, sources },
  nothing: { answer: null, sources: [] },
  saying: (answer: string): Found => ({ answer, sources }),
  piece: (piece: string): Piece => ({ piece }),
};

type Opened = { readonly page: KbSearchPage; readonly app: AppUnderTest; readonly asked: string[] };

/** A service's search that gives these replies, and what it was asked for. */
export const searchGiving = (all: readonly Reply[]) => {
  const left = [...all];
  const asked: string[] = [];
  const next = async (signal?: AbortSignal): Promise<Found | Piece> => {
    const reply = (await left.shift()) ?? new ApiError(500, 'No reply was foreseen');
    if (reply instanceof ApiError) throw reply;
    if (reply !== 'never') return reply;
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('Given up', 'AbortError')));
    });
  };
  const search: ApiClient['search'] = async ({ query: text, generateAnswer }, { signal, onSources, onText } = {}) => {
    asked.push(`${text}${generateAnswer ? ', answer' : ''}`);
    for (let hasSources = false; ;) {
      const reply = await next(signal);
      if ('piece' in reply) onText?.(reply.piece);
      else if (!generateAnswer || reply.answer !== null || reply.sources.length === 0) return reply;
      else if (hasSources) throw new Error('The answer must follow');
      else {
        hasSources = true;
        onSources?.(reply);
      }
    }
  };
  return { search, asked };
};

/** The search page at an address, over a service that gives these replies in turn. */
export const opened = async (
  fragment: string,
  all: readonly Reply[] = [],
  where = collection,
  answers = true,
  api: Partial<ApiClient> = {},
): Promise<Opened> => {
  const { search, asked } = searchGiving(all);
  const app = appWith({ search, ...api });
  app.account.set(someUser);
  app.collections.set([collection, empty]);
  app.router.location.set({ path: `/collections/${where.id}`, fragment });
  const page = await shown<KbSearchPage>(
    html`<kb-search-page .collection=${where} .withAnswers=${answers}></kb-search-page>`,
    app,
  );
  return { page, app, asked };
};

const fragmentOf = (text: string) => `q=${encodeURIComponent(text)}`;
/** The search page after a search. */
export const searched = (...all: readonly Reply[]): Promise<Opened> => opened(fragmentOf(query), all);
/** The same with the switch for answers off. */
export const searchedOnly = (...all: readonly Reply[]): Promise<Opened> =>
  opened(fragmentOf(query), all, collection, false);
/** The text that is read, with single blanks. */
export const text = (element: Element | null): string =>
  (element?.textContent ?? '').replaceAll('\u00a0', ' ').replace(/\s+/g, ' ').trim();
/** The text of the live region. */
export const announced = (page: Element): string => text(page.querySelector('p[role=status]'));
export const key = (target: Element, name: string, more: KeyboardEventInit = {}) =>
  target.dispatchEvent(
    new KeyboardEvent('keydown', { key: name, bubbles: true, composed: true, cancelable: true, ...more }),
  );

/** A browser as a new visitor has it, with a wide window. */
export const freshBrowser = async (): Promise<void> => {
  localStorage.removeItem(keptAt);
  await setViewport({ width: 1280, height: 800 });
};
