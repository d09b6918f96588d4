import { setViewport } from '@web/test-runner-commands';
import { html } from 'lit';
import type { AnswerRecord, DayFigures, QuestionRow } from '../../ui/api/answers.ts';
import { ApiError } from '../../ui/api/api-error.ts';
import type { Send } from '../../ui/api/request.ts';
import type { KbQuestionsPage } from '../../ui/pages/questions/kb-questions-page.ts';
import '../../ui/pages/questions/kb-questions-page.ts';
import { type AppUnderTest, appWith, settled, shown, someCollection, someUsage } from './support.ts';

export const collection = someCollection({ id: 'calls' });
export const address = `/collections/${collection.id}/questions`;

/** The id of the n-th answer. */
export const idOf = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

export const took = (total: number): AnswerRecord['milliseconds'] => ({
  embedding: 0,
  search: 0,
  answer: total,
  total,
});

/** What was said of an answer. */
export const said = (helped: boolean, ticketId: string | null = null): NonNullable<QuestionRow['verdict']> => ({
  helped,
  ticket_id: ticketId,
  comment: null,
  at: '2026-11-28T09:08:00.000Z',
});

export const someAnswer = (index: number, more: Partial<AnswerRecord> = {}): AnswerRecord => ({
  id: idOf(index),
  collection_id: collection.id,
  answered_at: new Date(Date.now() - index * 60_000).toISOString(),
  surface: 'web',
  question: `[ИМЯ] жалуется на обрывы, вопрос ${index}`,
  outcome: 'answered',
  answer: 'Уберите роутер с батареи.\n\nОсновано на тикете №4711',
  cited: ['4711'],
  nearest: { ticket_id: '4711', revision: 1, score: 0.91 },
  sources: [
    { ticket_id: '4711', revision: 1, score: 0.91 },
    { ticket_id: '4655', revision: 2, score: 0.8 },
  ],
  verdict: null,
  models: { embedding: 'local-2', chat: 'gpt-4o-mini', prompt_version: 1 },
  milliseconds: took(2_140),
  sent: [],
  ...more,
});

export const someDays = (more: (index: number) => Partial<DayFigures> = () => ({})): readonly DayFigures[] =>
  Array.from({ length: 28 }, (_, index) => ({
    day: `2026-11-${String(index + 1).padStart(2, '0')}`,
    ...{ questions: 20, answered: 15, helped: 3, not_helped: 1, median_milliseconds: 2_140 },
    ...more(index),
  }));

/** One of each outcome, two of them judged. */
export const several = [
  someAnswer(1, { verdict: said(true) }),
  someAnswer(2, { outcome: 'too-little', answer: 'Недостаточно информации в истории обращений', cited: [] }),
  someAnswer(3, { outcome: 'model-failed', answer: 'LLM API error [503]: ', cited: [], surface: 'api' }),
  someAnswer(4, { outcome: 'sources-only', answer: null, cited: [] }),
  someAnswer(5, { verdict: said(false, '4655') }),
];

const json = (value: unknown): Response => new Response(JSON.stringify(value));

/** A service that has recorded these questions, of which a page has at most `most`; `levels`: what it says of their scores. `asked` has what it was asked for. */
export const questionsService = (records: readonly AnswerRecord[], days = someDays(), most = Infinity, levels = '') => {
  const asked: string[] = [];
  const refusals: { readonly on: string; readonly error: ApiError }[] = [];
  const page = (query: URLSearchParams) => {
    const [outcome, helped] = [query.get('outcome'), query.get('helped')];
    const all = records.filter(
      (each) =>
        (outcome === null || each.outcome === outcome) && (helped === null || String(each.verdict?.helped) === helped),
    );
    const [from, size] = [Number(query.get('after') ?? 0), Math.min(Number(query.get('limit')), most)];
    return { questions: all.slice(from, from + size), next: from + size < all.length ? String(from + size) : null };
  };
  const send: Send = async (endpoint) => {
    asked.push(endpoint.replace(`/api/collections/${collection.id}`, 'C'));
    await Promise.resolve();
    const refusal = refusals.findIndex(({ on }) => endpoint.includes(on));
    if (refusal !== -1) throw refusals.splice(refusal, 1)[0]?.error ?? new Error('Refused');
    const { pathname, searchParams } = new URL(endpoint.replace(/^\w+ /, ''), location.origin);
    if (pathname.endsWith('/golden.jsonl')) return new Response(records.some(({ verdict }) => verdict) ? '{}\n' : '');
    if (pathname.endsWith('/figures')) return json({ days });
    if (pathname.endsWith('/questions')) return json(page(searchParams));
    const found = records.find(({ id }) => pathname === `/api/answers/${id}`);
    if (!found) throw new ApiError(404, 'Answer not found', { code: 'answer-not-found' });
    const headers = { ...(levels && { 'Similarity-Levels': levels }) };
    return new Response(JSON.stringify({ ...found, nearest: undefined }), { headers });
  };
  return { send, asked, refuse: (on: string, error: ApiError) => refusals.push({ on, error }) };
};

/** An application in which what navigates changes the address, as the router does; `visited` goes on. */
export const navigating = (app: AppUnderTest): AppUnderTest => ({
  ...app,
  router: {
    ...app.router,
    navigate: (to) => {
      app.visited.push(to);
      const { pathname, hash } = new URL(to, location.origin);
      app.router.location.set({ path: pathname, fragment: hash.slice(1) });
    },
  },
});

type Opened = { readonly page: KbQuestionsPage; readonly app: AppUnderTest };

/** The page of questions over a service; what navigates changes the address, as the router does. */
export const opened = async (
  { send }: Pick<ReturnType<typeof questionsService>, 'send'>,
  fragment = '',
  usage = someUsage(),
  path = address,
): Promise<Opened> => {
  await setViewport({ width: 1280, height: 800 });
  const app = appWith({ send, usage: () => Promise.resolve(usage) });
  app.router.location.set({ path, fragment });
  const page = await shown<KbQuestionsPage>(
    html`<kb-questions-page .collection=${collection}></kb-questions-page>`,
    navigating(app),
  );
  await settled();
  return { page, app };
};
