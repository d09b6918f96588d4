import { expect } from 'chai';
import { html } from 'lit';
import '../../ui/pages/dashboard/kb-dashboard-page.ts';
import { appWith, press, settled, shown, someCollection, until, violations } from './support.ts';

describe('The first visit', () => {
  const first = async () => {
    const app = appWith({ createCollection: (name) => Promise.resolve(someCollection({ id: 'new', name })) });
    app.collections.set([]);
    const element = await shown(html`<kb-dashboard-page></kb-dashboard-page>`, app);
    await until(() => element.querySelector('kb-upload-start') !== null);
    return { app, element };
  };
  const choose = async (element: Element, source: string) => {
    element.querySelector<HTMLInputElement>(`input[value=${source}]`)?.click();
    await settled();
  };
  const drop = (element: Element, file: File) =>
    element.querySelector('kb-drop-zone')?.dispatchEvent(new CustomEvent('file', { detail: file }));

  it('starts an empty account with a name and where its tickets come from, and hands the choice on with the file', async () => {
    const { app, element } = await first();
    expect(element.querySelector('h1')?.textContent).to.equal('Начните с одной коллекции');
    expect(element.querySelector('legend h2')?.textContent).to.equal('Откуда обращения?');
    expect(await violations(element)).to.deep.equal([]);
    await choose(element, 'zendesk');
    expect(element.querySelector('kb-drop-zone')?.textContent).to.contain('Перетащите выгрузку Zendesk');
    const file = new File(['[]'], 'tickets.json');
    drop(element, file);
    await settled();
    expect(app.pendingUpload.get()).to.deep.equal({ source: 'zendesk', file });
    expect(app.visited).to.deep.equal(['/collections/new/upload']);
  });

  it('offers example tickets for the first collection, as a file like any other', async () => {
    const { app, element } = await first();
    const fetch = window.fetch.bind(window);
    const asked: unknown[] = [];
    window.fetch = (address) => {
      asked.push(address);
      return Promise.resolve(new Response('[{"ticket_id":1}]'));
    };
    try {
      await choose(element, 'zendesk');
      await press(element, 'Попробовать на примерах');
      await settled();
    } finally {
      window.fetch = fetch;
    }
    expect(asked).to.deep.equal(['/templates/examples.json']);
    const { source, file } = app.pendingUpload.get() ?? {};
    expect([source, file?.name, await file?.text()]).to.deep.equal(['file', 'примеры.json', '[{"ticket_id":1}]']);
    expect(app.visited).to.deep.equal(['/collections/new/upload']);
  });

  it('creates the first collection for a way without a file, which shows its command there', async () => {
    const { app, element } = await first();
    await press(element, 'Другие системы, каждую ночь, из программы');
    await choose(element, 'sync');
    expect(element.querySelector('.upload-source-way code')).to.equal(null);
    await press(element, 'Создать коллекцию и показать команду');
    await settled();
    expect(app.pendingUpload.get()?.source).to.equal('sync');
    expect(app.visited).to.deep.equal(['/collections/new/upload']);
  });
});
