import { setViewport } from '@web/test-runner-commands';
import { html } from 'lit';
import type { TextName } from '../../src/domain/ticket-fields.ts';
import { apiClient } from '../../ui/api/api-client.ts';
import { ApiError } from '../../ui/api/api-error.ts';
import type { Send } from '../../ui/api/request.ts';
import type { SomeTexts, Ticket, TicketFact, TicketRow, TicketState, TicketTexts } from '../../ui/api/tickets.ts';
import '../../ui/pages/tickets/kb-tickets-page.ts';
import type { KbTicketsPage } from '../../ui/pages/tickets/kb-tickets-page.ts';
import { foretellingService } from './foretelling-service.ts';
import { type QuotingAnswers, quotingPage } from './quoting-answers.ts';
import { type AppUnderTest, appWith, settled, shown, someCollection } from './support.ts';
import { isOfTime, pageOf } from './ticket-page.ts';

export const collection = someCollection({ id: 'tickets' });
export const address = `/collections/${collection.id}/tickets`;
const long =
  'Роутер перегревался и перезагружался сам. Убрали его с батареи и обновили прошивку до 3.1.8 в меню «Система».';

/** When tickets are changed. */
const at = '2026-11-12T13:40:00.000Z';
const onPage = { surface: 'web', upload_id: null, undo: false, file_name: null } as const;
const stored: TicketFact = { ...onPage, change: 'stored', at: '2026-10-03T08:05:00.000Z', revision: 1, changed: [] };

/** `history`: all of it, newest first; the service shows the last two facts with the ticket. */
export const someTicket = (id: string, more: Partial<Ticket> = {}): Ticket => ({
  ticket_id: id,
  category: 'Интернет',
  problem: `Обрыв связи номер ${id}, обратилась [ИМЯ].\nВторая строка.`,
  solution: long,
  ...{ state: 'active', revision: 1, flagged_at: null, upload_id: null, corrected_by: null, full_text: '' },
  stored_at: '2026-10-03T08:05:00.000Z',
  changed_at: '2026-10-03T08:05:00.000Z',
  history: [stored],
  ...more,
});

type Body = Partial<TicketTexts> & { readonly ticket_ids?: readonly string[] };
type Erasing = { readonly ticket_ids: readonly string[]; readonly requested_for?: string };

const json = (value: unknown) => new Response(JSON.stringify(value));
const rowOf = ({ full_text: _text, history: _history, ...row }: Ticket): TicketRow => row;
/** A service that keeps tickets as the real one does; `asked` has what it was asked for. */
export const ticketsService = (
  given: readonly Ticket[],
  /** Texts that tickets had, by id and revision. */
  revisions: Readonly<Record<string, SomeTexts>> = {},
  answers: QuotingAnswers = {},
) => {
  const earlier = new Map(Object.entries(revisions));
  const keep = (id: string, revision: number, texts: SomeTexts) => earlier.set(`${id}/${revision}`, texts);
  const tickets = new Map(given.map((each) => [each.ticket_id, each]));
  const asked: string[] = [];
  /** A refusal of the next requests whose endpoint begins so. */
  const refusals: { readonly on: string; readonly error: ApiError }[] = [];
  const listed = (query: URLSearchParams) => {
    const categories = query.getAll('category');
    const text = query.get('text') ?? '';
    return [...tickets.values()].filter(
      (each) =>
        (query.get('state') ?? each.state) === each.state &&
        (query.get('flagged') === null || each.flagged_at !== null) &&
        (categories.length === 0 || categories.includes(each.category)) &&
        isOfTime(each.resolved_at, query) &&
        (each.problem.includes(text) || each.ticket_id.startsWith(text)),
    );
  };
  const page = (query: URLSearchParams) => pageOf(listed(query).map(rowOf), query);
  const counts = () => {
    const all = [...tickets.values()];
    const inState = (state: TicketState) => all.filter((each) => each.state === state);
    const byCategory = Map.groupBy(all, ({ category }) => category);
    const categories = [...byCategory].map(([category, each]) => {
      const count = each.filter(({ state }) => state === 'active').length;
      return { category, count, withdrawn: each.length - count };
    });
    const states = { active: inState('active').length, withdrawn: inState('withdrawn').length };
    const counted = { categories: categories.slice(0, 1_000), more_categories: categories.length > 1_000 };
    return { ...counted, states, flagged: all.filter(({ flagged_at: at }) => at !== null).length };
  };
  const known = (id: string): Ticket => {
    const found = tickets.get(id);
    if (!found) throw new ApiError(404, 'Ticket not found', { code: 'ticket-not-found' });
    return found;
  };
  /** A page of a ticket's history: at most two facts, or as many as are wanted. */
  const historyPage = (id: string, query: URLSearchParams) => {
    const from = Number(query.get('after') ?? 0);
    const end = from + Number(query.get('limit') ?? 2);
    const { history } = known(id);
    return { history: history.slice(from, end), next: end < history.length ? String(end) : null };
  };
  const revisionOf = (id: string, revision: number) => ({
    ...known(id),
    ...earlier.get(`${id}/${revision}`),
    revision,
  });
  const change = (id: string, more: Partial<Ticket>, fact: Pick<TicketFact, 'change' | 'changed'>) => {
    const before = known(id);
    const { revision } = { ...before, ...more };
    keep(id, before.revision, before);
    const history = [{ ...onPage, ...fact, at, revision }, ...before.history];
    tickets.set(id, { ...before, ...more, changed_at: at, history });
  };
  const cleaning = foretellingService();
  const correct = (id: string, { body, headers }: NonNullable<Parameters<Send>[1]>) => {
    const before = known(id);
    if (headers?.['If-Match'] !== `"${before.revision}"`) throw new ApiError(412, 'The ticket was changed meanwhile');
    const texts = body as Body;
    const names = Object.keys(texts) as TextName[];
    const clean = (text = '') => text.replaceAll(/\+7[\d ]+\d/g, '[ТЕЛЕФОН]').trim();
    const cleaned = Object.fromEntries(names.map((name) => [name, clean(texts[name])]));
    const revision = before.revision + 1;
    change(id, { ...cleaned, revision, corrected_by: 'person' }, { change: 'corrected', changed: names });
    const { history: _, ...answer } = known(id);
    return answer;
  };
  const setStates = (state: TicketState, ids: readonly string[] = []) => {
    const fact = { change: state === 'withdrawn' ? 'withdrawn' : 'restored', changed: [] } as const;
    for (const id of ids) change(id, { state }, fact);
    return { changed: ids.length, unchanged: 0, not_found: [] };
  };
  const flag = (id: string, isFlagged: boolean) => {
    const { history, ...before } = known(id);
    const fact = { ...onPage, change: isFlagged ? 'flagged' : 'confirmed', at } as const;
    const answer = { ...before, flagged_at: isFlagged ? at : null };
    tickets.set(id, { ...answer, history: [{ ...fact, revision: before.revision, changed: [] }, ...history] });
    return answer;
  };
  const erased: Erasing[] = [];
  const erase = (erasing: Erasing) => {
    erased.push(erasing);
    for (const id of erasing.ticket_ids) tickets.delete(id);
    return { id: `erasure-${erased.length}` };
  };
  const send: Send = async (endpoint, request = {}) => {
    asked.push(endpoint);
    await new Promise((done) => setTimeout(done));
    const refusal = refusals.findIndex(({ on }) => endpoint.startsWith(on));
    if (refusal !== -1) throw refusals.splice(refusal, 1)[0]?.error ?? new Error('There is a refusal');
    const [method = '', path = ''] = endpoint.split(' ');
    const { pathname, searchParams } = new URL(path, location.origin);
    const rest = pathname.replace(`/api/collections/${collection.id}/`, '');
    const id = decodeURIComponent(rest.replace(/^tickets\//, ''));
    const { ticket_ids: ids } = (request.body ?? {}) as Body;
    const [, flagged] = /^tickets\/(.+)\/flag$/.exec(rest) ?? [];
    if (flagged !== undefined) return json(flag(decodeURIComponent(flagged), method === 'PUT'));
    if (rest === 'settings') return json(cleaning.settings());
    if (method === 'PATCH') return json(cleaning.configure(request.body));
    if (rest === 'categories') return json(counts());
    if (rest === 'tickets') return json(page(searchParams));
    if (rest === 'withdrawals') return json(setStates('withdrawn', ids));
    if (rest === 'restorations') return json(setStates('active', ids));
    if (rest === 'erasures') return json(erase(request.body as Erasing));
    if (rest === 'export.jsonl') return new Response(searchParams.toString());
    const [ticketId = '', below, revision] = rest
      .replace(/^tickets\//, '')
      .split('/')
      .map(decodeURIComponent);
    if (below === 'preview') return json(cleaning.foretell(known(ticketId), request.body as Body));
    if (below === 'answers') return json(quotingPage(answers, ticketId, searchParams));
    if (below === 'history') {
      return json(
        revision === undefined ? historyPage(ticketId, searchParams) : revisionOf(ticketId, Number(revision)),
      );
    }
    if (method === 'PUT') return json(correct(id, request));
    return json({ ...known(id), ...historyPage(id, new URLSearchParams()), next: undefined });
  };
  return {
    send,
    asked,
    tickets,
    erased,
    refuse: (on: string, error: ApiError) => refusals.push({ on, error }),
    correctElsewhere: correct,
  };
};

type Opened = {
  readonly page: KbTicketsPage;
  readonly app: AppUnderTest;
  readonly service: ReturnType<typeof ticketsService>;
  readonly go: (path: string, fragment?: string) => Promise<void>;
};

/** The page of tickets at an address, in an application that goes where it is led. */
export const openTickets = async (
  given: readonly Ticket[] | ReturnType<typeof ticketsService>,
  { path = address, fragment = '', width = 1280, ticketUrl = (): string | null => null } = {},
): Promise<Opened> => {
  await setViewport({ width, height: 800 });
  const service = 'send' in given ? given : ticketsService(given);
  const { send, notNames, configureCollection } = apiClient(service.send);
  const plain = appWith({
    ...{ send, notNames, configureCollection, collections: () => Promise.resolve([collection]) },
    ticketUrl: () => Promise.resolve(ticketUrl()),
  });
  const { location } = plain.router;
  const go = async (to: string, hash = '') => {
    location.set({ path: to, fragment: hash });
    await settled();
  };
  const navigate = (to: string) => {
    plain.visited.push(to);
    const { pathname: path, hash } = new URL(to, 'https://precedent.example');
    location.set({ path, fragment: hash.slice(1) });
  };
  const app = { ...plain, router: { ...plain.router, navigate } };
  app.collections.set([collection]);
  location.set({ path, fragment });
  const page = await shown<KbTicketsPage>(html`<kb-tickets-page .collection=${collection}></kb-tickets-page>`, app);
  await settled();
  return { page, app, service, go };
};

export const text = (element: Element | null | undefined): string =>
  (element?.textContent ?? '').replaceAll('\u00a0', ' ').replace(/\s+/g, ' ').trim();
export const numbers = (page: Element): readonly string[] =>
  [...page.querySelectorAll('tbody tr')].map((row) => row.getAttribute('data-id') ?? '');
export const drawer = (page: Element): HTMLElement | null => page.querySelector('aside');
export const announced = (page: Element): string => text(page.querySelector('p[role=status]'));

/** Presses a key where the focus is; `code` as on a US keyboard. */
export const pressKey = async (key: string, more: KeyboardEventInit = {}): Promise<void> => {
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true, ...more }),
  );
  await settled();
};

/** Types into a native field as a user would. */
export const typeInto = async (root: ParentNode, selector: string, value: string): Promise<void> => {
  const field = root.querySelector<HTMLInputElement | HTMLTextAreaElement>(selector);
  if (!field) throw new Error(`There is no ${selector}`);
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await settled();
};
