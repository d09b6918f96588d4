import { expect } from 'chai';
import type { ApiClient } from '../../ui/api/api-client.ts';
import { earlySearch } from '../../ui/early-search.ts';

const query = 'Не приходит письмо';
const wanted = { collectionId: 'c1', query, generateAnswer: false };
const location = { path: '/collections/c1', fragment: `q=${encodeURIComponent(query)}` };

/** A search that writes down what it is asked for. */
const service = (failure?: Error) => {
  const asked: Parameters<ApiClient['search']>[0][] = [];
  const search: ApiClient['search'] = (request) => {
    asked.push(request);
    return failure ? Promise.reject(failure) : Promise.resolve({ answer: null, sources: [], levels: undefined });
  };
  return { asked, search };
};

describe('A search in the first address', () => {
  it('is sent at once, and once: its page gets the reply', async () => {
    const { asked, search } = service();
    const early = earlySearch(search, location);
    expect(asked).to.deep.equal([wanted]);
    expect(await early(wanted)).to.deep.equal({ answer: null, sources: [], levels: undefined });
    expect(asked).to.have.length(1);
    await early(wanted);
    expect(asked).to.have.length(2);
  });

  it('does not answer another search, nor one with an answer', async () => {
    for (const other of [
      { ...wanted, query: 'другое' },
      { ...wanted, collectionId: 'c2' },
      { ...wanted, generateAnswer: true },
    ]) {
      const { asked, search } = service();
      await earlySearch(search, location)(other);
      expect(asked).to.deep.equal([wanted, other]);
    }
  });

  it('gives its failure to the page, and to nobody if that never asks', async () => {
    const { search } = service(new Error('refused'));
    const early = earlySearch(search, location);
    await new Promise((done) => setTimeout(done));
    const reason = await early(wanted).catch((error: unknown) => error);
    expect(reason).to.have.property('message', 'refused');
  });

  it('is not sent without a query, nor for another page', () => {
    for (const other of [
      { path: '/collections/c1', fragment: '' },
      { path: '/collections/c1/upload', fragment: location.fragment },
      { path: '/search', fragment: location.fragment },
      { path: '/', fragment: '' },
    ]) {
      const { asked, search } = service();
      expect(earlySearch(search, other)).to.equal(search);
      expect(asked).to.deep.equal([]);
    }
  });
});
