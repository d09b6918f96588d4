import { expect } from 'chai';
import { ApiError } from '../../ui/api/api-error.ts';
import type { Found, Source } from '../../ui/api/records.ts';
import { type SearchState, createSearchRunner } from '../../ui/pages/search/search-runner.ts';
import { settled } from './support.ts';
import { withReplaced } from './upload/service.ts';

const source: Source = { ticket_id: '48', score: 0.9, category: '', full_text: '' };
const found: Found = { answer: null, sources: [source] };
const answered: Found = { ...found, answer: 'Так.\nОсновано на тикете №48' };

type Asked = { readonly query: string; readonly generateAnswer: boolean };

/** A search over a service that gives these replies in turn; what it was asked, and how the search looked after each step. */
const searching = (...replies: readonly (Found | ApiError | 'never')[]) => {
  const asked: string[] = [];
  const left = [...replies];
  const search = ({ query, generateAnswer }: Asked, signal?: AbortSignal): Promise<Found> => {
    asked.push(generateAnswer ? `${query}, answer` : query);
    const reply = left.shift() ?? new ApiError(0, 'No reply was foreseen');
    if (reply instanceof ApiError) return Promise.reject(reply);
    if (reply !== 'never') return Promise.resolve(reply);
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('Given up', 'AbortError')));
    });
  };
  const run = createSearchRunner(search, 'collection');
  const steps: string[] = [];
  const step = (now: SearchState | undefined) =>
    now ? `${now.query}: ${now.found.state}, ${now.answer.state}` : 'nothing';
  run.state.subscribe(() => steps.push(step(run.state.get())));
  return { run, asked, steps, state: () => step(run.state.get()) };
};

const tooMany = new ApiError(429, 'Rate limit exceeded', { retryAfter: 5 });

describe('A search', () => {
  it('asks for the sources at once and for the answer next', async () => {
    const { run, asked, steps } = searching(found, answered);
    run.start('вход', { withAnswer: true });
    await settled();
    expect(asked).to.deep.equal(['вход', 'вход, answer']);
    expect(steps).to.deep.equal([
      'вход: searching, off',
      'вход: found, off',
      'вход: found, writing',
      'вход: found, read',
    ]);
  });

  it('asks for both at once after a quick answer, and for the sources first after a slow one', async () => {
    let [time, answerTakes] = [0, 0];
    const asked: string[] = [];
    const search = ({ query, generateAnswer }: Asked): Promise<Found> => {
      asked.push(generateAnswer ? `${query}, answer` : query);
      if (generateAnswer) time += answerTakes;
      return Promise.resolve(generateAnswer ? answered : found);
    };
    const run = createSearchRunner(search, 'collection');
    const ask = async (query: string, milliseconds: number) => {
      answerTakes = milliseconds;
      run.start(query, { withAnswer: true });
      await settled();
      expect(run.state.get()?.answer.state).to.equal('read');
    };
    const clock = () => time;
    await withReplaced(Performance.prototype, 'now', clock, async () => {
      await ask('первый', 0);
      await ask('второй', 800);
      await ask('третий', 0);
    });
    expect(asked).to.deep.equal(['первый', 'первый, answer', 'второй, answer', 'третий', 'третий, answer']);
  });

  it('asks for both at once when few requests of the limit are left', async () => {
    let left: number | undefined = 7;
    const asked: string[] = [];
    const search = ({ query, generateAnswer }: Asked): Promise<Found> => {
      asked.push(generateAnswer ? `${query}, answer` : query);
      // As long as no answer is quick.
      return new Promise((done) => setTimeout(done, generateAnswer ? 750 : 0, generateAnswer ? answered : found));
    };
    const run = createSearchRunner(search, 'collection', () => left);
    for (const [query, requests] of [
      ['первый', 7],
      ['второй', 6],
      ['третий', undefined],
    ] as const) {
      left = requests;
      run.start(query, { withAnswer: true });
      await new Promise((done) => setTimeout(done, 850));
      expect(run.state.get()?.answer.state).to.equal('read');
    }
    expect(asked).to.deep.equal(['первый', 'первый, answer', 'второй, answer', 'третий', 'третий, answer']);
  });

  it('requests no answer if none is wanted or nothing was found', async () => {
    const { run, asked } = searching(found, { answer: null, sources: [] });
    run.start('вход', { withAnswer: false });
    await settled();
    run.start('выход', { withAnswer: true });
    await settled();
    expect(asked).to.deep.equal(['вход', 'выход']);
  });

  it('is replaced by the next one', async () => {
    const { run, asked, state } = searching('never', found, answered);
    run.start('вход', { withAnswer: true });
    run.start('выход', { withAnswer: true });
    await settled();
    expect(asked).to.deep.equal(['вход', 'выход', 'выход, answer']);
    expect(state()).to.equal('выход: found, read');
  });

  it('is shown again without asking, until it is wanted anew or forgotten', async () => {
    const { run, asked, state } = searching(found, answered, found, answered, answered);
    run.start('вход', { withAnswer: true });
    await settled();
    run.start('выход', { withAnswer: false });
    await settled();
    run.start('вход', { withAnswer: true });
    expect(state()).to.equal('вход: found, read');
    expect(asked).to.have.length(3);
    run.start('вход', { withAnswer: true, fresh: true });
    await settled();
    expect(asked).to.have.length(4);
    run.clearCache();
    run.start('вход', { withAnswer: true });
    await settled();
    expect(asked).to.have.length(5);
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
    expect(asked).to.deep.equal(['вход', 'вход, answer', 'вход, answer']);
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
    expect(asked).to.deep.equal(['вход', 'вход']);
  });

  it('ends when it is stopped', async () => {
    const { run, state } = searching('never');
    run.start('вход', { withAnswer: true });
    run.stop();
    await settled();
    expect(state()).to.equal('nothing');
  });
});
