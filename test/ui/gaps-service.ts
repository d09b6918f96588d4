import { setViewport } from '@web/test-runner-commands';
import { html } from 'lit';
import type { ApiError } from '../../ui/api/api-error.ts';
import type { Gap, GapState } from '../../ui/api/gaps.ts';
import type { Send } from '../../ui/api/request.ts';
import type { KbGapsPage } from '../../ui/pages/gaps/kb-gaps-page.ts';
import '../../ui/pages/gaps/kb-gaps-page.ts';
import { navigating } from './questions-service.ts';
import { appWith, settled, shown, someCollection, someUsage } from './support.ts';

export const collection = someCollection({ id: 'calls' });
export const address = `/collections/${collection.id}/gaps`;

export const idOf = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

export const someGap = (index: number, more: Partial<Gap> = {}): Gap => ({
  id: idOf(index),
  kind: 'nothing-there',
  state: 'open',
  count: 24 - index,
  growth: 9 - 3 * index,
  weeks: [0, 0, 1, 2, 1, 2, 3, 2, 3, 4, 3, 5],
  wordings: [
    { answer_id: idOf(10 * index), question: `Как перенести номер, пробел ${index}` },
    { answer_id: idOf(10 * index + 1), question: `[ИМЯ] разбила экран, пробел ${index}` },
  ],
  nearest: { ticket_id: '2011', score: 0.31 },
  based_on: { answers: 0, tickets: [] },
  ...{ first_day: '2026-09-14', last_day: '2026-11-20', closed: null },
  ...more,
});

const basedOn = { answers: 5, tickets: [{ ticket_id: '3105', answers: 4 }] };
const wrong = someGap(2, { kind: 'there-but-wrong', based_on: basedOn });
export const several = [someGap(1), wrong, someGap(3), someGap(4), someGap(5)];
export const hidden = someGap(7, { state: 'dismissed' });
export const closed = someGap(6, {
  state: 'closed',
  closed: { at: '2026-11-20T09:00:00.000Z', ticket_ids: ['П-31', '7'] },
});

/** A service that has these gaps, of which a page has at most `most`; `waiting`: how many questions are in none, one reply after the other. `asked` has what it was asked for. */
export const gapsService = (
  gaps: Partial<Record<GapState, readonly Gap[]>>,
  most = 10,
  waiting: readonly number[] = [],
) => {
  const asked: string[] = [];
  const ungrouped = [...waiting];
  const refusals: ApiError[] = [];
  const send: Send = async (endpoint) => {
    asked.push(endpoint.replace(`/api/collections/${collection.id}`, 'C'));
    await Promise.resolve();
    const refusal = refusals.shift();
    if (refusal) throw refusal;
    const { searchParams } = new URL(endpoint.replace(/^\w+ /, ''), location.origin);
    if (endpoint.startsWith('POST')) return new Response(null, { status: 204 });
    const all = gaps[searchParams.get('state') as GapState] ?? [];
    const from = Number(searchParams.get('after') ?? 0);
    const next = from + most < all.length ? String(from + most) : null;
    return new Response(
      JSON.stringify({ gaps: all.slice(from, from + most), ungrouped: ungrouped.shift() ?? 0, next }),
    );
  };
  return { send, asked, refuse: (error: ApiError) => refusals.push(error) };
};

export const opened = async ({ send }: { readonly send: Send }, fragment = '', usage = someUsage()) => {
  await setViewport({ width: 1280, height: 800 });
  const app = appWith({ send, usage: () => Promise.resolve(usage) });
  app.router.location.set({ path: address, fragment });
  const page = await shown<KbGapsPage>(html`<kb-gaps-page .collection=${collection}></kb-gaps-page>`, navigating(app));
  await settled();
  return { page, app };
};
