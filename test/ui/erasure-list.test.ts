import { expect } from 'chai';
import { html } from 'lit';
import '../../ui/pages/erasures/kb-erasure-page.ts';
import '../../ui/pages/erasures/kb-erasures-page.ts';
import { appWith, press, settled, shown, someCollection, violations } from './support.ts';
import { text } from './tickets-service.ts';

describe('A receipt', () => {
  it('is among those of all collections, also of one that was deleted, and more are loaded', async () => {
    const row = { id: 'e1', number: 31, state: 'proven', requested_at: '2026-11-21T11:07:31.000Z', tickets: 1 };
    const live = { collection_id: 'c1', collection_name: 'Как раньше', collection_deleted: false };
    const gone = { collection_id: 'c2', collection_name: 'Архив', collection_deleted: true };
    const first = { ...row, ...gone, id: 'e2', number: 2, first_ticket_id: '12' };
    const pages = [
      { erasures: [first, { ...row, ...live, first_ticket_id: '4711' }], next: '7' },
      { erasures: [{ ...first, id: 'e3', number: 1 }], next: null },
    ];
    const asked: string[] = [];
    const app = appWith({
      collections: () => Promise.resolve([someCollection({ id: 'c1', name: 'Поддержка абонентов' })]),
      send: (endpoint) => Promise.resolve(new Response(JSON.stringify(pages[asked.push(endpoint) - 1]))),
    });
    await app.collections.load();
    const page = await shown(html`<kb-erasures-page></kb-erasures-page>`, app);
    await settled();
    const headings = () => [...page.querySelectorAll('h2')].map(text);
    expect(headings()).to.deep.equal(['Архив · коллекция удалена', 'Поддержка абонентов']);
    const links = () => [...page.querySelectorAll('a')].map((link) => [text(link), link.getAttribute('href')]);
    expect(links()[0]).to.deep.equal(['№2: обращение №12', '/collections/c2/erasures/e2']);
    expect(links()[1]).to.deep.equal(['№31: обращение №4711', '/collections/c1/erasures/e1']);
    expect(await violations(page)).to.deep.equal([]);
    await press(page, 'Показать ещё');
    expect(asked).to.deep.equal(['GET /api/erasures?limit=100', 'GET /api/erasures?limit=100&after=7']);
    expect(headings()).to.have.length(2);
    expect(links()[1]?.[1]).to.equal('/collections/c2/erasures/e3');
  });

  it('is read after its collection was deleted, with a way to the other receipts', async () => {
    const asked: string[] = [];
    const at = '2026-11-21T11:07:31.000Z';
    const receipt = {
      ...{ id: 'e1', number: 1, state: 'proven', outcome: 'erased', surface: 'web', requested_for: null },
      ...{
        requested_at: at,
        proven_at: at,
        requested_by: 'a@example.com',
        collection_id: 'c1',
        collection_name: 'Архив',
      },
      ...{ tickets: [{ ticket_id: '12', revisions: 1 }], unknown: 0, erased_before: 0, elsewhere: [], steps: [] },
    };
    const app = appWith({
      collections: () => Promise.resolve([someCollection({ id: 'other' })]),
      send: (endpoint) => {
        asked.push(endpoint);
        return Promise.resolve(new Response(JSON.stringify(endpoint.endsWith('/receipt') ? {} : receipt)));
      },
    });
    await app.collections.load();
    const page = await shown(html`<kb-erasure-page .collectionId=${'c1'} .erasureId=${'e1'}></kb-erasure-page>`, app);
    await settled();
    expect(asked).to.deep.equal(['GET /api/erasures/e1', 'GET /api/erasures/e1/receipt']);
    const back = page.querySelector('.erasure-tools a');
    expect([text(back), back?.getAttribute('href')]).to.deep.equal(['Все справки', '/erasures']);
  });
});
