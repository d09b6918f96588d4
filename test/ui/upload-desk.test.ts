import { expect } from 'chai';
import type { DeskFindings } from '../../ui/pages/upload/upload-records.ts';
import { settled, violations } from './support.ts';
import { catchPosts, post, previewed, somePreview, textOf, until } from './upload/service.ts';

let restore: () => void;
beforeEach(() => (restore = catchPosts()));
afterEach(() => restore());

const remarks = { private: 1234, automated: 0, ai: 2, 'unknown-author': 1, cut: 0, 'no-ticket': 0 };
const desk: DeskFindings = {
  ...{ name: 'zendesk', chosen: false, remarks },
  tickets: [{ ticket_id: '4711', index: 3, row: null, remark: 'unknown-author' }],
};
const nothingLeft = { private: 0, automated: 0, ai: 0, 'unknown-author': 0, cut: 0, 'no-ticket': 0 };
const table: DeskFindings = { name: 'jira', chosen: false, remarks: nothingLeft, tickets: [] };
const json = { format: 'json', columns: [], header_row: null } as const;

const select = (element: Element): HTMLSelectElement => {
  const found = element.querySelector<HTMLSelectElement>('.preview-place-choice select');
  if (!found) throw new Error('There is no choice of the reading');
  return found;
};

describe('The export of a desk', () => {
  it('is named, with what was left out of it and the tickets that want a look', async () => {
    const { element } = await previewed(somePreview({ ...json, desk }));
    const text = textOf(element.querySelector('.preview-desk'));
    expect(text).to.contain('Похоже на выгрузку Zendesk, читаем как её.');
    expect(text).to.match(
      /Не взяли: внутренние заметки 1.234, ответы языковых моделей 2, сообщения, автора которых не узнать 1\./,
    );
    expect(text).to.contain('Стоит посмотреть: №4711');
    expect(await violations(element)).to.deep.equal([]);
  });

  it('is named where it is a table, without another reading', async () => {
    const { element } = await previewed(somePreview({ desk: table }));
    expect(textOf(element.querySelector('.preview-desk'))).to.equal(
      'Похоже на выгрузку Jira Service Management, читаем как её.',
    );
    expect(element.textContent).not.to.contain('Читать как');
  });

  it('says where it is a table without replies what it needs', async () => {
    const columns = somePreview().columns.filter(({ column }) => column !== 'solution');
    const { element } = await previewed(somePreview({ desk: table, columns }));
    expect(textOf(element.querySelector('.preview-desk'))).to.contain('нужна выгрузка с перепиской');
    expect(await violations(element)).to.deep.equal([]);
  });

  it('can be read as another one, or as tickets of the service, and is sent so', async () => {
    const { element } = await previewed(somePreview({ ...json, desk }));
    expect(select(element).value).to.equal('zendesk');
    expect(select(element).options).to.have.length(10);
    select(element).value = 'own';
    select(element).dispatchEvent(new Event('change', { bubbles: true }));
    await settled();
    const again = await post(2);
    expect([...again.form.entries()]).to.deep.equal([['read_as', 'own']]);
    await again.answer(200, somePreview({ ...json, desk: null }));
    await until(() => select(element).value === 'own');
    expect(element.querySelector('.preview-desk')).to.equal(null);
  });
});
