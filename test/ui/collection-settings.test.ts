import { expect } from 'chai';
import { html } from 'lit';
import { ApiError } from '../../ui/api/api-error.ts';
import type { CollectionSettings } from '../../ui/api/records.ts';
import '../../ui/components/kb-collection-settings.ts';
import '../../ui/components/kb-collection-switch.ts';
import '../../ui/pages/dashboard/kb-dashboard-page.ts';
import { appWith, fill, press, settled, shown, someCollection, violations } from './support.ts';
import { someTicket, text } from './tickets-service.ts';

const collection = someCollection({ id: 'one' });
const desk = 'https://desk.example/tickets/{ticket_id}';

const opened = async ({
  ticketUrl = null as string | null,
  notNames = [] as readonly string[],
  failure = undefined as ApiError | undefined,
} = {}) => {
  const sent: CollectionSettings[] = [];
  const app = appWith({
    send: () => Promise.resolve(new Response(JSON.stringify({ tickets: [someTicket('А/1')], next: null }))),
    ticketUrl: () => Promise.resolve(ticketUrl),
    notNames: () => Promise.resolve(notNames),
    configureCollection: (_id, settings) => {
      sent.push(settings);
      return failure && sent.length === 1 ? Promise.reject(failure) : Promise.resolve(collection);
    },
  });
  app.collections.set([collection]);
  const element = await shown(html`<kb-collection-settings></kb-collection-settings>`, app);
  app.configuring.set(collection);
  await settled();
  return { app, element, sent };
};
const url = '#collection-url';

describe('The settings of a collection', () => {
  it('show name and link, an example with the first ticket while the link is typed, and what is wrong with it', async () => {
    const { element } = await opened();
    expect(document.activeElement?.id).to.equal('collection-name');
    expect(text(element)).to.contain('Вставьте {ticket_id} там, где в адресе номер. Только https.');
    expect(await violations(element)).to.deep.equal([]);
    for (const wrong of ['http://desk.example/{ticket_id}', 'https://desk.example/1', 'desk {ticket_id}']) {
      fill(element, url, wrong);
      await settled();
      expect(text(element.querySelector('.field-error')), wrong).to.equal(
        'Нужен адрес https с {ticket_id} на месте номера',
      );
    }
    expect(await violations(element)).to.deep.equal([]);
    fill(element, url, desk);
    await settled();
    expect(text(element)).to.contain(`Для №А/1: https://desk.example/tickets/${encodeURIComponent('А/1')}`);
  });

  it('are sent as far as they were changed; the name and the links of tickets follow at once', async () => {
    const { app, element, sent } = await opened();
    fill(element, '#collection-name', ' Связь ');
    fill(element, url, desk);
    await press(element, 'Сохранить');
    expect(sent).to.deep.equal([{ name: 'Связь', ticket_url: desk }]);
    expect(app.collections.value()?.[0]?.name).to.equal('Связь');
    expect(app.ticketUrl('one').value()).to.equal(desk);
    expect(element.querySelector('kb-dialog')).to.equal(null);
    expect(app.said).to.deep.equal(['Настройки коллекции сохранены']);
  });

  it('have the words that are no names, each once a line, and say which of them is none', async () => {
    const words = '#collection-words';
    const { element, sent } = await opened({ notNames: ['Алиса', 'IPsec'] });
    expect(element.querySelector<HTMLTextAreaElement>(words)?.value).to.equal('Алиса\nIPsec');
    expect(text(element)).to.contain('Слова, которые не имена').and.contain('даже если так зовут человека');
    fill(element, words, 'Алиса, ivan@firma.ru');
    await press(element, 'Сохранить');
    expect(text(element.querySelector('.field-error'))).to.contain('«ivan@firma.ru»: нужны слова');
    expect(document.activeElement?.id).to.equal('collection-words');
    expect(await violations(element)).to.deep.equal([]);
    fill(element, words, ' Алиса\n\nВега-Смета, 1С ');
    await press(element, 'Сохранить');
    expect(sent).to.deep.equal([{ not_names: ['Алиса', 'Вега-Смета', '1С'] }]);
  });

  it('take the link away, and send nothing if nothing was changed', async () => {
    const same = await opened({ ticketUrl: desk });
    await press(same.element, 'Сохранить');
    expect(same.sent).to.deep.equal([]);
    const { app, element, sent } = await opened({ ticketUrl: desk });
    fill(element, url, '');
    await press(element, 'Сохранить');
    expect(sent).to.deep.equal([{ ticket_url: null }]);
    expect(app.ticketUrl('one').value()).to.equal(null);
  });

  it('stay open with what is missing, and with the reason of a refusal', async () => {
    const { element, sent } = await opened({ failure: new ApiError(500, 'Internal error') });
    fill(element, '#collection-name', ' ');
    await press(element, 'Сохранить');
    expect(text(element.querySelector('.field-error'))).to.equal('Введите название');
    expect(sent).to.deep.equal([]);
    fill(element, '#collection-name', 'Связь');
    await press(element, 'Сохранить');
    expect(text(element.querySelector('[role=alert]'))).to.contain('Внутренняя ошибка');
    await press(element, 'Сохранить');
    expect(element.querySelector('kb-dialog')).to.equal(null);
  });

  it('open from the switcher of a single collection, and from the row of the dashboard', async () => {
    const app = appWith();
    app.collections.set([collection]);
    app.router.location.set({ path: '/collections/one/tickets', fragment: '' });
    const menu = await shown(html`<kb-collection-switch .collectionId=${'one'}></kb-collection-switch>`, app);
    const detail = { item: { value: 'settings' } };
    menu.querySelector('wa-dropdown')?.dispatchEvent(new CustomEvent('wa-select', { detail }));
    expect(app.configuring.get()).to.equal(collection);
    const other = appWith({ collections: () => Promise.resolve([collection]) });
    other.collections.set([collection]);
    const page = await shown(html`<kb-dashboard-page></kb-dashboard-page>`, other);
    await press(page, 'Настроить «Техподдержка»');
    expect(other.configuring.get()?.id).to.equal('one');
  });
});
