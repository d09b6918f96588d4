import { expect } from 'chai';
import { type ApiClient, apiClient } from '../../ui/api/api-client.ts';
import type { Found, Source } from '../../ui/api/records.ts';

const source: Source = { ticket_id: '48', score: 0.9, category: '', full_text: '' };

describe('A search for an answer', () => {
  type Event = readonly [name: string, data: object];
  const sources: Event = ['sources', { answer_id: 'a', sources: [source] }];
  const events = (...all: readonly Event[]) =>
    all.map(([name, data], id) => `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`).join('');
  const searchIn = (
    body: BodyInit,
    generateAnswer = true,
    more: Record<string, string> = {},
    filter?: Parameters<ApiClient['search']>[0]['filter'],
  ) => {
    const headers = {
      ...{
        'X-Request-Id': 'r1',
        'Similarity-Levels': 'very-similar=0.6, similar=0.4, first-very-similar=0.5, first-similar=0.3',
      },
      'Answer-Id': 'b',
      ...more,
    };
    const sent: unknown[] = [];
    const { search } = apiClient((endpoint, request) => {
      sent.push([endpoint, request?.body]);
      return Promise.resolve(new Response(body, { headers }));
    });
    const early: Found[] = [];
    const text: string[] = [];
    const reply = search(
      { collectionId: 'c', query: 'вход', generateAnswer, filter },
      { onSources: (given) => early.push(given), onText: (piece) => text.push(piece) },
    );
    return { early, text, sent, reply: reply.catch((error: unknown) => error) };
  };

  it('names what is searched if that is limited, also without an answer', async () => {
    const limits = { category: ['Оплата'], resolved_after: '2024-05-01', resolved_before: undefined };
    for (const isForAnswer of [true, false]) {
      const { sent, reply } = searchIn('', isForAnswer, {}, { categories: ['Оплата'], resolvedAfter: '2024-05-01' });
      await reply;
      const body = { collection_id: 'c', query: 'вход', filter: limits, distinct: true };
      const expected = isForAnswer
        ? ['POST /api/answers', body]
        : ['POST /api/search', { ...body, generate_answer: false }];
      expect(sent).to.deep.equal([expected]);
    }
  });

  it('is one request that gives the sources first, then pieces, and at last both sources and answer', async () => {
    const pieces: readonly Event[] = [
      ['text', { text: 'Т' }],
      ['text', { text: 'ак' }],
    ];
    const last: Event = ['answer', { answer: 'Так.', cited: ['48'] }];
    const { early, text, sent, reply } = searchIn(`: \n\n${events(sources, ...pieces, last)}`);
    const found = {
      sources: [{ ...source, problemLengths: undefined, isFlagged: false, resolvedAt: undefined, url: undefined }],
      levels: { verySimilar: 0.6, similar: 0.4, first: { verySimilar: 0.5, similar: 0.3 } },
      isExtractive: false,
      answerId: 'a',
    };
    expect(await reply).to.deep.equal({ ...found, answer: 'Так.' });
    expect(early).to.deep.equal([{ ...found, answer: null }]);
    expect(text).to.deep.equal(['Т', 'ак']);
    expect(sent).to.deep.equal([['POST /api/answers', { collection_id: 'c', query: 'вход', distinct: true }]]);
  });

  it('says which of its sources are flagged, when they were resolved and where they are in their desk', async () => {
    const two: Event = ['sources', { answer_id: 'a', sources: [source, source] }];
    const links = '1;url="https://desk.example/1?a=1,2", 2;url="http://desk.example/2?\\\\=1"';
    const headers = { 'Flagged-Sources': '2', 'Resolved-Sources': '1;at=@1684886400', 'Source-Links': links };
    const { reply } = searchIn(events(two, ['answer', { answer: 'Так.' }]), true, headers);
    const { sources: given } = (await reply) as Found;
    expect(given.map(({ isFlagged, resolvedAt, url }) => [isFlagged, resolvedAt, url])).to.deep.equal([
      [false, 1_684_886_400_000, 'https://desk.example/1?a=1,2'],
      [true, undefined, 'http://desk.example/2?\\=1'],
    ]);
  });

  it('says whether an answer is the solution of a ticket', async () => {
    const given = events(sources, ['answer', { answer: 'Так.' }]);
    const { early, reply } = searchIn(given, true, { 'Answer-Model': 'extractive' });
    expect(await reply).to.deep.include({ isExtractive: true });
    expect(early[0]?.isExtractive).to.equal(true);
  });

  it('has no id if it is not recorded', async () => {
    const unrecorded: Event = ['sources', { answer_id: null, sources: [source] }];
    expect(await searchIn(events(unrecorded, ['answer', { answer: 'Так.' }])).reply).to.deep.include({
      answerId: undefined,
    });
  });

  it('has the message of a model that failed', async () => {
    const failed: Event = ['failed', { answer: 'LLM API error [503]: ' }];
    expect(await searchIn(events(sources, failed)).reply).to.deep.include({ answer: 'LLM API error [503]: ' });
  });

  it('is a plain request if only the sources are wanted', async () => {
    const { sent, reply } = searchIn(JSON.stringify({ answer: null, sources: [source] }), false);
    expect(await reply).to.deep.include({ answer: null, answerId: 'b' });
    const body = { collection_id: 'c', query: 'вход', distinct: true, generate_answer: false };
    expect(sent).to.deep.equal([['POST /api/search', body]]);
  });

  it('fails without its answer, by its number if it ended and by the connection if that broke', async () => {
    const ended = searchIn(events(sources, ['text', { text: 'Так' }]));
    expect(await ended.reply).to.deep.include({ status: 500, requestId: 'r1' });
    expect(ended.early).to.have.length(1);
    const broken = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(events(sources))),
      pull: (controller) => controller.error(new TypeError('network error')),
    });
    expect(await searchIn(broken).reply).to.deep.include({ status: 0 });
  });
});
