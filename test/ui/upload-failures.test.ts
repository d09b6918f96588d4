import { expect } from 'chai';
import { press, violations } from './support.ts';
import {
  catchPosts,
  none,
  post,
  sending,
  sendingBytes,
  someUpload,
  textOf,
  until,
  withReplaced,
} from './upload/service.ts';

let restore: () => void;
beforeEach(() => (restore = catchPosts()));
afterEach(() => restore());

describe('Sending that fails', () => {
  it('says why the service refuses the file, in the drop zone', async () => {
    const { element, upload } = await sending();
    await upload.answer(400, { detail: 'tickets[3].ticket_id must be an integer or a string' });
    await until(() => element.querySelector('kb-drop-zone') !== null);
    expect(textOf(element.querySelector('[role=alert]'))).to.contain(
      'Обращение 4, поле ticket_id: должно быть целым числом или строкой',
    );
  });

  it('requests the file again if it was changed meanwhile', async () => {
    const { element, upload } = await sendingBytes();
    const file = upload.form.get('file') as File;
    expect(file.name).to.equal('обращения.csv');
    const changed = () => {
      throw new DOMException('changed', 'NotReadableError');
    };
    await withReplaced(Blob.prototype, 'slice', changed, async () => {
      await upload.break();
      await until(() => element.querySelector('kb-drop-zone') !== null);
    });
    expect(textOf(element.querySelector('[role=alert]'))).to.contain('его изменили, переместили');
  });

  it('shows what was stored before the service failed, is accessible, and goes on with the same id', async () => {
    const failed = someUpload({
      ...{ state: 'failed', detail: 'LLM API error [503]', outcomes: { ...none, stored: 40 } },
    });
    const { element, upload } = await sending({ '/uploads/': () => failed });
    await upload.answer(500, { detail: 'LLM API error [503]' });
    await until(() => element.querySelector('kb-outcome') !== null);
    expect(textOf(element.querySelector('.notice'))).to.contain('Загрузка не закончена LLM API error [503]');
    expect(await violations(element)).to.deep.equal([]);
    await press(element, 'Продолжить загрузку');
    expect((await post(3)).headers['Upload-Id']).to.equal(failed.id);
  });

  it('says once what was stored and how the rest is, if the reason says so already', async () => {
    const detail =
      '40 of 2 131 tickets stored; Embedding gateway refused the text with 400; sending the same upload again stores the rest';
    const failed = someUpload({ ...{ state: 'failed', detail, outcomes: { ...none, stored: 40 } } });
    const { element, upload } = await sending({ '/uploads/': () => failed });
    await upload.answer(500, { detail });
    await until(() => element.querySelector('kb-outcome') !== null);
    expect(textOf(element.querySelector('.notice'))).to.equal(
      'Загрузка не закончена Сохранено 40 из 2 131: модель поиска не приняла текст, ошибка 400. Загрузите тот же файл ещё раз, и сохранится остальное. Продолжить загрузку',
    );
  });

  it('is shown as failed if the service does not know it, and is accessible', async () => {
    const { element, upload } = await sending({ '/uploads/': undefined as never });
    await upload.answer(500, { detail: 'Internal error' });
    await until(() => element.querySelector('kb-failure') !== null);
    expect(textOf(element.querySelector('[role=alert]'))).to.contain('Загрузка не закончена');
    expect(await violations(element)).to.deep.equal([]);
    await press(element, 'Повторить');
    expect((await post(3)).headers['Upload-Id']).to.equal(upload.headers['Upload-Id']);
  });
});
