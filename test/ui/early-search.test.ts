import { expect } from 'chai';
import type { ApiClient } from '../../ui/api/api-client.ts';
import type { Found, Source } from '../../ui/api/records.ts';
import { withEarlySearch } from '../../ui/early-search.ts';

const query = 'Не приходит письмо';
const wanted = { collectionId: 'c1', query, generateAnswer: false };
const answer = { ...wanted, generateAnswer: true };
const location = { path: '/collections/c1', fragment: `q=${encodeURIComponent(query)}` };
const source: Source = { ticket_id: '48', score: 0.9, category: '', full_text: '' };
const found: Found = { answer: null, sources: [source], levels: undefined };

/** A service that writes down what it is asked for. */
const service = (failure?: Error) => {
  const asked: Parameters<ApiClient['search']>[0][] = [];
  const search: ApiClient['search'] = (request, { onSources } = {}) => {
    asked.push(request);
    onSources?.(found);
    return failure ? Promise.reject(failure) : Promise.resolve({ ...found, answer: onSources ? 'Так.' : null });
  };
  return { asked, api: { search } as ApiClient };
};

describe('A search in the first address', () => {
  afterEach(() => localStorage.removeItem('precedent.answers'));

  it('is sent at once, and once: the page gets its sources and its answer', async () => {
    const { asked, api } = service();
    const { search } = withEarlySearch(api, location);
    expect(asked).to.deep.equal([answer]);
    const early: Found[] = [];
    const reply = await search(answer, { onSources: (sources) => early.push(sources) });
    expect([early, reply.answer]).to.deep.equal([[found], 'Так.']);
    expect(asked).to.have.length(1);
    await search(answer);
    expect(asked).to.deep.equal([answer, answer]);
  });

  it('gives the page sources that come after it has asked', () => {
    let arrive: ((sources: Found) => void) | undefined;
    const api = {
      search: (_, { onSources } = {}) => {
        arrive = onSources;
        return new Promise(() => undefined);
      },
    } as Partial<ApiClient> as ApiClient;
    const { search } = withEarlySearch(api, location);
    const early: Found[] = [];
    void search(answer, { onSources: (sources) => early.push(sources) });
    expect(early).to.deep.equal([]);
    arrive?.(found);
    expect(early).to.deep.equal([found]);
  });

  it('gives the page the text that came before it has asked as one piece, and each later one', () => {
    let write: ((text: string) => void) | undefined;
    const api = {
      search: (_, { onText } = {}) => {
        write = onText;
        return new Promise(() => undefined);
      },
    } as Partial<ApiClient> as ApiClient;
    const { search } = withEarlySearch(api, location);
    write?.('Про');
    write?.('верьте');
    const pieces: string[] = [];
    void search(answer, { onText: (text) => pieces.push(text) });
    write?.(' почту');
    expect(pieces).to.deep.equal(['Проверьте', ' почту']);
  });

  it('ends when the page has it no more, or asks for something else', () => {
    const signals: (AbortSignal | undefined)[] = [];
    const api = {
      search: (_, { signal } = {}) => {
        signals.push(signal);
        return new Promise(() => undefined);
      },
    } as Partial<ApiClient> as ApiClient;
    const leaving = new AbortController();
    void withEarlySearch(api, location).search(answer, { signal: leaving.signal });
    expect(signals[0]?.aborted).to.equal(false);
    leaving.abort();
    expect(signals[0]?.aborted).to.equal(true);
    void withEarlySearch(api, location).search({ ...answer, query: 'другое' });
    expect(signals.map((each) => each?.aborted)).to.deep.equal([true, true, undefined]);
  });

  it('asks for no answer if none is wanted', () => {
    localStorage.setItem('precedent.answers', 'off');
    const { asked, api } = service();
    withEarlySearch(api, location);
    expect(asked).to.deep.equal([wanted]);
  });

  it('is sent with the filter of the address, and answers no search without it', async () => {
    const filter = { categories: ['Оплата'], resolvedAfter: '2024-05-01' };
    const address = '&category=%D0%9E%D0%BF%D0%BB%D0%B0%D1%82%D0%B0&resolved_after=2024-05-01';
    const filtered = { ...location, fragment: `${location.fragment}${address}` };
    for (const [first, times] of [
      [{ ...answer, filter }, 1],
      [answer, 2],
    ] as const) {
      const { asked, api } = service();
      await withEarlySearch(api, filtered).search(first);
      expect(asked).to.deep.equal([{ ...answer, filter }, first].slice(0, times));
    }
  });

  it('does not answer another search, nor the same after it', async () => {
    for (const other of [{ ...answer, query: 'другое' }, { ...answer, collectionId: 'c2' }, wanted]) {
      const { asked, api } = service();
      const { search } = withEarlySearch(api, location);
      await search(other);
      await search(answer);
      expect(asked).to.deep.equal([answer, other, answer]);
    }
  });

  it('gives its failure to the page, and to nobody if that never asks', async () => {
    const { api } = service(new Error('refused'));
    const { search } = withEarlySearch(api, location);
    await new Promise((done) => setTimeout(done));
    const reason = await search(answer).catch((error: unknown) => error);
    expect(reason).to.have.property('message', 'refused');
  });

  it('is not sent without a query, nor for another page', () => {
    for (const other of [
      { path: '/collections/c1', fragment: '' },
      { path: '/collections/c1/upload', fragment: location.fragment },
      { path: '/search', fragment: location.fragment },
      { path: '/', fragment: '' },
    ]) {
      const { asked, api } = service();
      expect(withEarlySearch(api, other)).to.equal(api);
      expect(asked).to.deep.equal([]);
    }
  });
});
