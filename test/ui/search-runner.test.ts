import { expect } from 'chai';
import { ApiError } from '../../ui/api/api-error.ts';
import type { Found, Source } from '../../ui/api/records.ts';
import { type SearchState, createSearchRunner } from '../../ui/pages/search/search-runner.ts';
import { type Reply, searchGiving } from './search-page.ts';
import { settled, until } from './support.ts';

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

  it('shows the pieces of the answer as they come, few times a second, and the answer in their place', async () => {
    const end = Promise.withResolvers<Found>();
    const words = Array.from({ length: 200 }, (_, index) => ({ piece: `${index} ` }));
    const { run, steps } = searching(found, ...words, end.promise);
    run.start('вход', { withAnswer: true });
    const shownText = () => {
      const answer = run.state.get()?.answer;
      return answer?.state === 'writing' ? answer.text : undefined;
    };
    await until(() => shownText()?.endsWith('199 ') === true);
    expect(steps.length).to.be.lessThan(20);
    end.resolve(answered);
    await settled();
    expect(run.state.get()?.answer).to.deep.include({
      state: 'read',
      answer: { kind: 'written', text: 'Так.', cited: '48' },
    });
  });

  it('keeps what was written of an answer that is stopped, asks no more, and asks again if that is wanted', async () => {
    const { run, asked, state } = searching(found, { piece: 'Так' }, 'never', answered);
    run.start('вход', { withAnswer: true });
    await until(() => (run.state.get()?.answer as { readonly text?: string }).text === 'Так');
    run.stopAnswer();
    await settled();
    expect(run.state.get()?.answer).to.deep.equal({ state: 'stopped', text: 'Так' });
    run.stopAnswer();
    run.retry();
    expect(asked).to.have.length(1);
    run.requestAnswer();
    await settled();
    expect(state()).to.equal('вход: found, read');
    expect(asked).to.have.length(2);
  });

  it('keeps what was written of an answer that breaks off, by the model or by the connection', async () => {
    const failed: Found = { ...found, answer: 'LLM response error: the gateway broke off its answer' };
    for (const [end, expected] of [
      [failed, 'read'],
      [new ApiError(0, 'network error'), 'refused'],
    ] as const) {
      const { run } = searching(found, { piece: 'Так' }, end);
      run.start('вход', { withAnswer: true });
      await settled();
      expect(run.state.get()?.answer).to.deep.include({ state: expected, text: 'Так' });
      expect(run.state.get()?.found.state).to.equal('found');
    }
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
