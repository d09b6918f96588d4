import { html } from 'lit';
import { ApiError } from '../../ui/api/api-error.ts';
import type { KbSearchPage } from '../../ui/pages/search/kb-search-page.ts';
import '../../ui/pages/search/kb-search-page.ts';
import { replies, type Reply, searchGiving, text, written } from './search-page.ts';
import { appWith, press, shown, someCollection, until } from './support.ts';

export const answerId = '2f9a4c7e-5b1d-4e3a-8c6f-0a1b2c3d4e5f';
export const found = { ...replies.found, answerId };
export const refused = { ...replies.saying('Недостаточно информации в истории обращений.'), answerId };
export const answered = { ...replies.saying(written), answerId };

/** A token as the service issues them, of one account. */
export const tokenOf = (sub: string) => `head.${btoa(JSON.stringify({ sub }))}.sign`;

/** A service that keeps verdicts; `failures` are its first replies. */
export const ledger = (...failures: readonly ApiError[]) => {
  const left = [...failures];
  const asked: string[] = [];
  const send = (endpoint: string, { body }: { readonly body?: unknown } = {}) => {
    asked.push(`${endpoint.replace(`/api/answers/${answerId}/verdict`, '…')}${body ? ` ${JSON.stringify(body)}` : ''}`);
    const failure = left.shift();
    return failure ? Promise.reject(failure) : Promise.resolve(new Response(null, { status: 204 }));
  };
  return { send, asked };
};

export const open = async (
  { send }: Pick<ReturnType<typeof ledger>, 'send'>,
  all: readonly Reply[] = [found, answered],
) => {
  const collection = someCollection();
  const app = appWith({ search: searchGiving(all).search, send });
  app.session.begin(tokenOf('lead'), 'lead@alfa-service.example');
  app.collections.set([collection]);
  app.router.location.set({ path: `/collections/${collection.id}`, fragment: 'q=печать' });
  const page = await shown<KbSearchPage>(html`<kb-search-page .collection=${collection}></kb-search-page>`, app);
  return { app, page };
};

export const verdict = (page: Element) => text(page.querySelector('kb-verdict'));
/** Waits for what is said of the verdict: the tabs of all tests send one after the other. */
export const says = (page: Element, sentence: string) => until(() => verdict(page) === sentence);
/** Waits until a verdict was sent: one that is given before replaces it. */
export const sent = (asked: readonly string[], count: number) => until(() => asked.length === count);
export const pressVerdict = (page: Element, words: string) => press(page.querySelector('kb-verdict') ?? page, words);
export const pressed = (page: Element) =>
  [...page.querySelectorAll('[aria-pressed=true]')].map((each) => each.ariaLabel ?? text(each));
