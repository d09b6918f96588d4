import { expect } from 'chai';
import type { ApiClient } from '../../ui/api/api-client.ts';
import type { Source } from '../../ui/api/records.ts';
import { withEarlySearch } from '../../ui/early-search.ts';

const query = 'Не приходит письмо';
const wanted = { collectionId: 'c1', query, generateAnswer: false };
const answer = { ...wanted, generateAnswer: true };
const location = { path: '/collections/c1', fragment: `q=${encodeURIComponent(query)}` };
const source: Source = { ticket_id: '48', score: 0.9, category: '', full_text: '' };

/** A service that writes down what it is asked for. */
const service = (sources: readonly Source[] = [source], failure?: Error) => {
  const asked: Parameters<ApiClient['search']>[0][] = [];
  const search: ApiClient['search'] = (request) => {
    asked.push(request);
    return failure ? Promise.reject(failure) : Promise.resolve({ answer: null, sources, levels: undefined });
  };
  return { asked, api: { search } as ApiClient };
};

describe('A search in the first address', () => {
  afterEach(() => localStorage.removeItem('precedent.answers'));

  it('is sent at once with the request for its answer, and each once: the page gets the replies', async () => {
    const { asked, api } = service();
    const { search } = withEarlySearch(api, location);
    expect(asked).to.deep.equal([wanted, answer]);
    expect(await search(wanted)).to.deep.equal({ answer: null, sources: [source], levels: undefined });
    await search(answer);
    expect(asked).to.have.length(2);
    await search(wanted);
    await search(answer);
    expect(asked).to.deep.equal([wanted, answer, wanted, answer]);
  });

  it('asks for no answer if none is wanted', () => {
    localStorage.setItem('precedent.answers', 'off');
    const { asked, api } = service();
    withEarlySearch(api, location);
    expect(asked).to.deep.equal([wanted]);
  });

  it('does not answer another search, nor the same after it', async () => {
    for (const other of [
      { ...wanted, query: 'другое' },
      { ...wanted, collectionId: 'c2' },
    ]) {
      const { asked, api } = service();
      const { search } = withEarlySearch(api, location);
      await search(other);
      await search(wanted);
      await search(answer);
      expect(asked).to.deep.equal([wanted, answer, other, wanted, answer]);
    }
  });

  it('gives its failure to the page, and to nobody if that never asks', async () => {
    const { api } = service([source], new Error('refused'));
    const { search } = withEarlySearch(api, location);
    await new Promise((done) => setTimeout(done));
    const reason = await search(wanted).catch((error: unknown) => error);
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
