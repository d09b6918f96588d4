import { expect } from 'chai';
import { chooseLanguage } from '../../ui/messages/language.ts';
import { press, settled, violations } from './support.ts';
import { textOf, uploadPage } from './upload/service.ts';

const radio = (element: Element, value: string): HTMLInputElement => {
  const found = element.querySelector<HTMLInputElement>(`.upload-source input[value=${value}]`);
  if (!found) throw new Error(`There is no source ${value}`);
  return found;
};
const names = (element: Element) => [...element.querySelectorAll('.upload-source b')].map(textOf);
const dropText = (element: Element) => textOf(element.querySelector('kb-drop-zone'));
const first = ['Файл', 'Zendesk', 'Омнидеск', 'Юздеск', 'Jira Service Management'];

const chosen = async (value: string) => {
  const { element } = await uploadPage();
  await press(element, 'Другие системы, каждую ночь, из программы');
  radio(element, value).click();
  await settled();
  return element;
};

describe('The choice of where tickets come from', () => {
  it('begins with a file and four desks, each with its hint, and is accessible', async () => {
    const { element } = await uploadPage();
    expect(names(element)).to.deep.equal(first);
    expect(radio(element, 'file').checked).to.equal(true);
    expect(textOf(element.querySelector('legend h2'))).to.equal('Откуда обращения?');
    expect(dropText(element)).to.contain('Перетащите файл с обращениями');
    expect(element.querySelector('.upload-source-way')).to.equal(null);
    const { ariaDescribedByElements: hints, ariaLabelledByElements: labels } = radio(element, 'zendesk');
    expect(labels?.map(textOf)).to.deep.equal(['Zendesk']);
    expect(hints?.map(textOf)[0]).to.contain('Админ-центр, «Отчёты», «Экспорт», вид JSON.');
    expect(await violations(element)).to.deep.equal([]);
  });

  it('changes the words of the drop zone, and says which requests give the tickets and where messages belong', async () => {
    const element = await chosen('zendesk');
    expect(dropText(element)).to.contain('Перетащите выгрузку Zendesk или выберите на компьютере');
    expect(dropText(element)).to.contain('JSON или NDJSON до 50 МБ.');
    const way = textOf(element.querySelector('.upload-source-way'));
    expect(way).to.contain('Обращения по API: GET /api/v2/incremental/tickets/cursor.json');
    expect(way).to.contain('в нём под именем comments: GET /api/v2/tickets/{id}/comments.json');
    expect(element.querySelector('.upload-source-way a')?.getAttribute('href')).to.equal('/docs/import.md');
    expect(await violations(element)).to.deep.equal([]);
  });

  it('shows the other sources when asked, and keeps a chosen one in sight when the list is shortened', async () => {
    const element = await chosen('osticket');
    const others = ['Freshdesk', 'Intercom', 'HelpDeskEddy', 'Zammad', 'Chatwoot', 'osTicket'];
    expect(names(element)).to.deep.equal([...first, ...others, 'Каждую ночь', 'Из своей программы']);
    expect(dropText(element)).to.contain('Перетащите таблицу из базы osTicket');
    const toggle = element.querySelector('.upload-source-more button');
    expect(toggle?.getAttribute('aria-expanded')).to.equal('true');
    await press(element, 'Свернуть список');
    expect(toggle?.getAttribute('aria-expanded')).to.equal('false');
    expect(names(element)).to.deep.equal([...first, 'osTicket']);
    expect(radio(element, 'osticket').checked).to.equal(true);
  });

  it('has a command in the place of the drop zone where there is no file, and is accessible', async () => {
    const ways = [
      ['sync', /^npm run sync -- zendesk --collection [\w-]{36} --since 2026-01-01 --url http/],
      ['api', /^curl 'http\S+\/api\/v1\/tickets\?collection_id=[\w-]{36}' -H "Authorization: Bearer \$API_KEY"/],
    ] as const;
    for (const [source, command] of ways) {
      const element = await chosen(source);
      expect(element.querySelector('kb-drop-zone')).to.equal(null);
      expect(textOf(element.querySelector('.upload-source-way code'))).to.match(command);
      expect(element.querySelector('.upload-source-way a')?.getAttribute('href')).to.equal('/settings');
      expect(await violations(element)).to.deep.equal([]);
    }
  });

  it('is in English beside it', async () => {
    const element = await chosen('omnidesk');
    chooseLanguage('en');
    await settled();
    expect(textOf(element.querySelector('legend h2'))).to.equal('Where do the tickets come from?');
    expect(dropText(element)).to.contain('Drop an export of Omnidesk');
    expect(names(element)).to.include.members(['File', 'Every night', 'From your own program']);
    chooseLanguage('ru');
    await settled();
  });
});
