import { expect } from 'chai';
import { apiClient } from '../../ui/api/api-client.ts';
import { ApiError } from '../../ui/api/api-error.ts';
import type { Found, Source } from '../../ui/api/records.ts';
import { type SearchState, createSearchRunner } from '../../ui/pages/search/search-runner.ts';
import { type Reply, searchGiving } from './search-page.ts';
import { settled } from './support.ts';

const source: Source = { ticket_id: '48', score: 0.9, category: '', full_text: '' };
const found: Found = { answer: null, sources: [source] };
const answered: Found = { ...found, answer: 'Так.\nОсновано на тикете №48' };

/** A search over a service that gives these replies in turn; what it was asked, and how the search looked after each step. */
const searching = (...replies: readonly Reply[]) => {
  const { search, asked } = searchGiving(replies);
  const run = createSearchRunner(search, 'collection');
  const steps: string[] = [];
  const step = (now: SearchState | undefined) =>
    now ? `${now.query}: ${now.found.state}, ${now.answer.state}` : 'nothing';
  run.state.subscribe(() => steps.push(step(run.state.get())));
  return { run, asked, steps, state: () => step(run.state.get()) };
};

const tooMany = new ApiError(429, 'Rate limit exceeded', { retryAfter: 5 });

describe('A search', () => {
  it('is one request: it shows the sources when they have come, and the answer next', async () => {
    const { run, asked, steps } = searching(found, answered);
    run.start('вход', { withAnswer: true });
    await settled();
    expect(asked).to.deep.equal(['вход, answer']);
    expect(steps).to.deep.equal(['вход: searching, off', 'вход: found, writing', 'вход: found, read']);
  });

  it('shows the sources while the answer is written', async () => {
    const { run, asked, state } = searching(found, 'never');
    run.start('вход', { withAnswer: true });
    await settled();
    expect(state()).to.equal('вход: found, writing');
    expect(asked).to.have.length(1);
  });

  it('shows sources and answer of a service that sends both together', async () => {
    const asked: string[] = [];
    const run = createSearchRunner(({ query }) => (asked.push(query), Promise.resolve(answered)), 'collection');
    run.start('вход', { withAnswer: true });
    await settled();
    expect([run.state.get()?.found.state, run.state.get()?.answer.state]).to.deep.equal(['found', 'read']);
    expect(asked).to.deep.equal(['вход']);
  });

  it('asks for the answer that was wanted, and for none that is not, when that changes while it runs', async () => {
    const { run, asked, state } = searching(found, found, answered, found, answered);
    run.start('вход', { withAnswer: false });
    run.setAnswerWanted(true);
    await settled();
    expect(asked).to.deep.equal(['вход', 'вход, answer']);
    run.start('выход', { withAnswer: true });
    run.setAnswerWanted(false);
    await settled();
    expect(state()).to.equal('выход: found, off');
    expect(asked).to.have.length(3);
  });

  it('requests no answer if none is wanted or nothing was found', async () => {
    const { run, asked } = searching(found, { answer: null, sources: [] });
    run.start('вход', { withAnswer: false });
    await settled();
    run.start('выход', { withAnswer: true });
    await settled();
    expect(asked).to.deep.equal(['вход', 'выход, answer']);
  });

  it('is replaced by the next one', async () => {
    const { run, asked, state } = searching('never', found, answered);
    run.start('вход', { withAnswer: true });
    run.start('выход', { withAnswer: true });
    await settled();
    expect(asked).to.deep.equal(['вход, answer', 'выход, answer']);
    expect(state()).to.equal('выход: found, read');
  });

  it('is shown again without asking, until it is wanted anew or forgotten', async () => {
    const { run, asked, state } = searching(found, answered, found, found, answered, found, answered);
    run.start('вход', { withAnswer: true });
    await settled();
    run.start('выход', { withAnswer: false });
    await settled();
    run.start('вход', { withAnswer: true });
    expect(state()).to.equal('вход: found, read');
    expect(asked).to.have.length(2);
    run.start('вход', { withAnswer: true, fresh: true });
    await settled();
    expect(asked).to.have.length(3);
    run.clearCache();
    run.start('вход', { withAnswer: true });
    await settled();
    expect(asked).to.have.length(4);
  });

  it('asks for the answer when it is wanted later, and gives it up when it is not wanted any more', async () => {
    const { run, asked, state } = searching(found, 'never', answered);
    run.start('вход', { withAnswer: false });
    await settled();
    run.setAnswerWanted(true);
    await settled();
    expect(state()).to.equal('вход: found, writing');
    run.setAnswerWanted(false);
    await settled();
    expect(state()).to.equal('вход: found, off');
    run.setAnswerWanted(true);
    await settled();
    expect(state()).to.equal('вход: found, read');
    expect(asked).to.deep.equal(['вход', 'вход, answer', 'вход, answer']);
  });

  it('keeps the sources when the answer is refused, and repeats the answer only', async () => {
    const { run, asked, state } = searching(found, new ApiError(500, 'Internal error'), answered);
    run.start('вход', { withAnswer: true });
    await settled();
    expect(state()).to.equal('вход: found, refused');
    run.retry();
    await settled();
    expect(state()).to.equal('вход: found, read');
    expect(asked).to.deep.equal(['вход, answer', 'вход, answer']);
  });

  it('is retried three times after too many requests', async () => {
    const { run } = searching(tooMany, tooMany, tooMany, tooMany);
    const goesOn: boolean[] = [];
    run.start('вход', { withAnswer: true });
    for (let time = 0; time < 4; time += 1) {
      await settled();
      const refused = run.state.get()?.found;
      if (refused?.state === 'refused') goesOn.push(refused.autoRetry);
      run.retry();
    }
    expect(goesOn).to.deep.equal([true, true, true, false]);
  });

  it('is repeated when the connection is back, but not for another reason', async () => {
    const { run, asked } = searching(new ApiError(0, 'Failed to fetch'), new ApiError(500, 'Internal error'));
    run.start('вход', { withAnswer: true });
    await settled();
    run.retryOffline();
    await settled();
    run.retryOffline();
    await settled();
    expect(asked).to.deep.equal(['вход, answer', 'вход, answer']);
  });

  it('ends when it is stopped', async () => {
    const { run, state } = searching('never');
    run.start('вход', { withAnswer: true });
    run.stop();
    await settled();
    expect(state()).to.equal('nothing');
  });
});

describe('A search that comes as events', () => {
  const events = (...data: readonly object[]) =>
    data.map((each, id) => `event: e\nid: ${id}\ndata: ${JSON.stringify(each)}\n\n`).join('');
  const searchIn = (body: BodyInit) => {
    const headers = { 'Content-Type': 'text/event-stream', 'X-Request-Id': 'r1' };
    const { search } = apiClient(() => Promise.resolve(new Response(body, { headers })));
    const early: Found[] = [];
    const reply = search(
      { collectionId: 'c', query: 'вход', generateAnswer: true },
      { onSources: (sources) => early.push(sources) },
    );
    return { early, reply: reply.catch((error: unknown) => error) };
  };

  it('gives its sources first, and with the answer', async () => {
    const { early, reply } = searchIn(events({ sources: [source] }, { answer: 'Так.' }));
    expect(await reply).to.deep.include({ answer: 'Так.' });
    expect(early.map(({ sources, answer }) => [sources[0]?.ticket_id, answer])).to.deep.equal([['48', null]]);
  });

  it('fails without its answer, by its number if it ended and by the connection if that broke', async () => {
    const ended = searchIn(events({ sources: [source] }));
    expect(await ended.reply).to.deep.include({ status: 500, requestId: 'r1' });
    expect(ended.early).to.have.length(1);
    const broken = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(events({ sources: [source] }))),
      pull: (controller) => controller.error(new TypeError('network error')),
    });
    expect(await searchIn(broken).reply).to.deep.include({ status: 0 });
  });
});
