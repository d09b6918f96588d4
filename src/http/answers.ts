import type { Response } from 'express';
import { dueEvery } from '../concurrency/due-every.ts';
import type { SentText } from '../domain/question-events.ts';
import type { FoundTickets } from '../queries/search-tickets.ts';
import type { AnswerPart, StreamAnswer } from '../queries/stream-answer.ts';
import type { Handler } from './authentication.ts';
import { type EventWriter, sendEvents } from './event-stream.ts';
import type { Reply } from './recorded-question.ts';
import * as responses from './schemas/responses.ts';
import { checked } from './schemas/requests.ts';
import { answerRequest } from './schemas/search-requests.ts';
import {
  type Answering,
  askedIn,
  type SearchDependencies,
  searchAndReply,
  sourcesGone,
  writeSources,
} from './search.ts';

type Dependencies = SearchDependencies & { readonly streamAnswer: StreamAnswer };

/**
 * POST /api/answers and POST /api/v1/answers: an answer as server-sent events. `sources` comes as soon as a search has them, `text` while the model writes, at
 * last `answer` as the answer rules leave it, or `failed`. A client that leaves ends the writing.
 */
export const answerHandlers = ({ streamAnswer, ...searching }: Dependencies) => ({
  answer: (async (request, response) => {
    const question = askedIn(checked(answerRequest, request.body));
    const asked = { request, response, ...question, generateAnswer: true };
    await searchAndReply(searching, asked, (found, { tell, ...answering }) => {
      tell(found.sources);
      return sendAnswer(response, { ...found, ...answering }, { ...searching, streamAnswer });
    });
  }) satisfies Handler,
});

/** Writes the events of one answer. */
const answerWriter = (events: EventWriter) => {
  let id = 0;
  const write = (name: string, data: object) => events.write(name, id++, data);
  const fail = (answer: string) => write('failed', responses.failedAnswer.toJson({ answer }));
  const writePart = (part: Exclude<AnswerPart, { kind: 'sent' }>) => {
    if (part.kind === 'text') write('text', responses.answerText.toJson(part));
    else if (part.outcome === 'model-failed') fail(part.text);
    else write('answer', responses.finishedAnswer.toJson({ answer: part.text, cited: part.cited }));
  };
  return { write, fail, writePart };
};

const stopped = 'LLM response error: the service is stopping';

type Sending = Pick<Dependencies, 'streamAnswer' | 'openStreams' | 'stopping' | 'writeReply'>;

const sendAnswer = async (
  response: Response,
  { question, sources, scoreNoise, answerOdds, answerId, isGone }: FoundTickets & Answering,
  { streamAnswer, openStreams, stopping, writeReply }: Sending,
): Promise<Reply> => {
  const sent: SentText[] = [];
  let ended: Reply = { outcome: 'abandoned', sent };
  await sendEvents(response, { openStreams, stopping }, async ({ events, signal }) => {
    const { write, fail, writePart } = answerWriter(events);
    // Written at once: the process may end before the thread that has the answer written replies.
    const stop = () => ended.outcome === 'abandoned' && fail(stopped);
    stopping.addEventListener('abort', stop, { once: true });
    try {
      const areLeft = await writeSources(response, { writeReply, sources, isGone }, (present) =>
        write('sources', responses.answerSources.toJson({ answerId, sources: present })),
      );
      const isDue = dueEvery(lookEveryMs);
      const parts = areLeft ? streamAnswer({ question, sources, scoreNoise, answerOdds }, signal) : [];
      ended = { outcome: areLeft ? 'abandoned' : 'failed', sent };
      if (!areLeft) fail(sourcesGone);
      for await (const part of parts) {
        if (part.kind === 'sent') sent.push(part.sent);
        if (signal.aborted) return;
        if (part.kind === 'answer') ended = { outcome: part.outcome, answer: part };
        else if (part.kind !== 'text') continue;
        const areGone = (part.kind === 'answer' || isDue()) && (await isGone());
        if (areGone) fail(sourcesGone);
        else writePart(part);
        // To wait for the end of the parts takes a turn of another thread, and an answer that is sent may be judged at once, for which it must be recorded.
        if (areGone || part.kind === 'answer') break;
      }
    } finally {
      stopping.removeEventListener('abort', stop);
    }
  });
  return ended;
};

/** Between two looks while a model writes: it may take a minute, and what it writes has words of its sources. */
const lookEveryMs = 500;
