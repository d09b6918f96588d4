import test from 'ava';
import type { AnswerFollower } from '../../src/ports/answer-writer.ts';
import type { Answer } from '../../src/queries/search-tickets.ts';
import { streamAnswer } from '../../src/queries/stream-answer.ts';

const found = { question: 'Не приходит письмо', sources: [] };
const work = { chatModel: null, promptVersion: null, milliseconds: 0, sent: [] };
const whole: Answer = { text: 'Проверьте почту.\nОсновано на тикете №7', cited: ['7'], outcome: 'answered', work };

/** An answer that the test writes. */
const writing = () => {
  const answer = Promise.withResolvers<Answer>();
  const seen: { follower?: AnswerFollower | undefined } = {};
  const stream = streamAnswer((_, follower) => {
    seen.follower = follower;
    return answer.promise;
  });
  const stop = new AbortController();
  const parts = stream(found, stop.signal);
  return { parts, stop, answer, say: (text: string) => seen.follower?.onText(text), seen };
};

test('pieces come as they are written, those that wait as one, and at last the whole', async (t) => {
  const { parts, answer, say } = writing();
  const first = parts.next();
  say('Про');
  t.deepEqual((await first).value, { kind: 'text', text: 'Про' });
  say('верьте');
  say(' почту');
  t.deepEqual((await parts.next()).value, { kind: 'text', text: 'верьте почту' });
  say('.');
  answer.resolve(whole);
  t.deepEqual(await Array.fromAsync(parts), [
    { kind: 'text', text: '.' },
    { kind: 'answer', ...whole },
  ]);
});

test('an answer without pieces is the whole alone, if it is read only after its end too', async (t) => {
  const { parts, answer } = writing();
  answer.resolve(whole);
  await answer.promise;
  t.deepEqual(await Array.fromAsync(parts), [{ kind: 'answer', ...whole }]);
});

test('the writer is told that nobody reads any more, and nothing follows', async (t) => {
  const { parts, stop, answer, say, seen } = writing();
  say('Про');
  await parts.next();
  const next = parts.next();
  stop.abort();
  t.true(seen.follower?.signal.aborted);
  answer.resolve({ text: 'LLM response error: …', cited: [], outcome: 'model-failed', work });
  t.is((await next).done, true);
});

test('an unexpected error is thrown after the pieces', async (t) => {
  const { parts, answer, say } = writing();
  say('Про');
  answer.reject(new TypeError('No'));
  t.deepEqual((await parts.next()).value, { kind: 'text', text: 'Про' });
  await t.throwsAsync(parts.next(), { instanceOf: TypeError });
});
