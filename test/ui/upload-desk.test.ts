import { expect } from 'chai';
import type { DeskFindings } from '../../ui/pages/upload/upload-records.ts';
import { press, settled, violations } from './support.ts';
import {
  catchPosts,
  choose,
  FakePost,
  none,
  post,
  previewed,
  somePreview,
  textOf,
  until,
  uploadPage,
} from './upload/service.ts';

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

const unfit = somePreview({
  ...{ ...json, total: 0, outcomes: none, tickets: [], skipped: [] },
  ...{
    unreadable: [{ index: 0, row: null, excerpt: null, detail: 'tickets[0].ticket_id is required' }],
    unreadable_count: 1,
  },
});
const exported = new File(['[]'], 'export.json', { type: 'application/json' });

/** Chooses Zendesk as the source, and a file. */
const chosenAs = async (file: File) => {
  const { element } = await uploadPage();
  element.querySelector<HTMLElement>('.upload-source input[value=zendesk]')?.click();
  await settled();
  await choose(element, file);
  return element;
};

const reads = async (element: Element, readAs: string) => {
  select(element).value = readAs;
  select(element).dispatchEvent(new Event('change', { bubbles: true }));
  await settled();
};

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
    await reads(element, 'own');
    const again = await post(2);
    expect([...again.form.entries()]).to.deep.equal([['read_as', 'own']]);
    await again.answer(200, somePreview({ ...json, desk: null }));
    await until(() => select(element).value === 'own');
    expect(element.querySelector('.preview-desk')).to.equal(null);
  });

  it('is read as the desk that was chosen as the source, if it is JSON, and sent so', async () => {
    const element = await chosenAs(exported);
    const preview = await post();
    expect(preview.form.get('read_as')).to.equal('zendesk');
    await preview.answer(200, somePreview({ ...json, desk: { ...desk, chosen: true } }));
    expect(textOf(element.querySelector('.preview-desk'))).to.contain('Читаем как выгрузку Zendesk.');
    await press(element, 'Отправить');
    expect((await post(2)).form.get('read_as')).to.equal('zendesk');
  });

  it('is left to be recognised if it is a table', async () => {
    await chosenAs(new File(['Номер;Описание'], 'export.csv'));
    expect((await post()).form.has('read_as')).to.equal(false);
  });

  it('can be read as that of a desk when it was refused, without its bytes being sent again', async () => {
    const { element } = await uploadPage();
    await choose(element, exported);
    await (await post()).answer(200, unfit);
    const notice = element.querySelector('.notice.is-danger');
    expect(textOf(notice)).to.contain('Если это выгрузка из другой системы, выберите из какой. Читать как');
    expect(await violations(element)).to.deep.equal([]);
    await reads(element, 'zendesk');
    const again = await post(2);
    expect([...again.form.entries()]).to.deep.equal([['read_as', 'zendesk']]);
    const left = { ...nothingLeft, 'no-ticket': 3 };
    await again.answer(200, { ...unfit, unreadable: [], unreadable_count: 0, desk: { ...desk, remarks: left } });
    expect(textOf(element.querySelector('[role=alert]'))).to.equal(
      'В файле нет обращений, какие выгружает эта система.',
    );
    expect(select(element).value).to.equal('zendesk');
    await reads(element, 'freshdesk');
    await (await post(3)).answer(200, somePreview({ ...json, desk: { ...desk, name: 'freshdesk', chosen: true } }));
    expect(textOf(element.querySelector('.preview-desk'))).to.contain('Читаем как выгрузку Freshdesk.');
  });

  it('is not offered another reading where it is no JSON or broken', async () => {
    for (const more of [
      { broken_off: { index: null, row: null, detail: 'file is not valid JSON' } },
      { format: 'csv' },
    ]) {
      const { element } = await uploadPage();
      await choose(element, exported);
      await (await post(FakePost.all.length)).answer(200, { ...unfit, ...more });
      expect(element.querySelector('.notice.is-danger') === null).to.equal(false);
      expect(element.querySelector('.notice select') === null).to.equal(true);
    }
  });
});
