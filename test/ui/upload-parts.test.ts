import { expect } from 'chai';
import { durationText } from '../../ui/messages/duration.ts';
import { errorDetailText } from '../../ui/messages/error-details.ts';
import { serverSentEvents } from '../../ui/api/event-stream.ts';
import type { ColumnName } from '../../src/domain/ticket-fields.ts';
import { reassignColumn } from '../../ui/pages/upload/preview-columns.ts';

const streamed = (...pieces: readonly string[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });

const eventsOf = (...pieces: readonly string[]) => Array.fromAsync(serverSentEvents(streamed(...pieces)));

describe('Server-sent events', () => {
  it('are put together from pieces, over comments, and without what the end cuts off', async () => {
    const events = await eventsOf(
      ': \n\nevent: progr',
      'ess\nid: 7\ndata: {"a":',
      '1}\n\n: \n\r\n',
      'data:x\ndata: y\r\n\r\ndata: lost\n',
    );
    expect(events).to.deep.equal([
      { name: 'progress', id: '7', data: '{"a":1}' },
      { name: 'message', id: '', data: 'x\ny' },
    ]);
  });
});

describe('What the service refuses a file for', () => {
  const said: readonly (readonly [string, string])[] = [
    ['row 12, column "Номер" must not be empty', 'Строка 12: столбец «Номер» пуст'],
    [
      'row 3 has 7 cells, the header 4; put text that holds the delimiter into quotes',
      'Строка 3: ячеек 7, а в заголовке 4; возьмите текст с разделителем в кавычки',
    ],
    [
      'row 1: columns "№" and "Номер" both mean ticket_id; keep one of them',
      'Строка 1: столбцы «№» и «Номер» значат одно и то же; оставьте один',
    ],
    [
      'row 9 has more than 1 MiB; is the quote in row 2, column 3 closed?',
      'Строка 9: больше 1 МиБ; закрыта ли кавычка в строке 2, столбце 3?',
    ],
    ['row 9 has more than 1 MiB', 'Строка 9: больше 1 МиБ'],
    [
      'tickets[0] has no field ticket_id, description or messages; found "id", "question"',
      'Обращение 1: нужны поля ticket_id (номер), description (проблема) и messages (переписка с решением), а в файле «id», «question». Переименуйте их или возьмите шаблон JSON',
    ],
    ['the ticket that begins in row 4 has more than 2 000 messages', 'Обращение со строки 4: больше 2 000 сообщений'],
    ['tickets[0] must be an object', 'Обращение 1: должно быть объектом JSON'],
    ['tickets[2].messages[1].text must be a string', 'Обращение 3, поле messages[1].text: должно быть строкой'],
    ['row 3, messages[1].text must be a string', 'Строка 3, поле messages[1].text: должно быть строкой'],
    ['file is not valid JSON: unexpected end at byte 40', 'Это не JSON: ошибка у байта 40'],
    [
      'file is not valid UTF-8 at byte 9; save it again as UTF-8',
      'Файл повреждён: это не UTF-8; сохраните его в UTF-8',
    ],
    ['An upload may have at most 100000 tickets', 'В одном файле может быть не больше 100000 обращений'],
    [
      'Event log is damaged after position 153 (events.db); restore a back-up',
      'Журнал событий повреждён: администратору нужно восстановить резервную копию',
    ],
    [
      'Event log ends at position 5 (events.db), but read models hold its events up to position 9: it has lost events',
      'В журнале событий не хватает записей: администратору нужна резервная копия',
    ],
    [
      'Read models are damaged (views-accounts); npm run verify -- --repair rebuilds them',
      'Данные для поиска повреждены: администратору нужно построить их заново',
    ],
    [
      'Read models cannot be read (views-accounts: disk I/O error)',
      'Данные сейчас не читаются с диска; повторите позже',
    ],
    ['row 4, column 2: the quote is never closed', 'Строка 4, столбец 2: кавычка не закрыта'],
    ['tickets is required', 'В файле нет списка tickets: нужен список обращений или объект с ним'],
    ['Embedding gateway did not answer within 30 s', 'Модель поиска не ответила за 30 с'],
    ['Embedding gateway answered 307, a redirect', 'Модель поиска ответила ошибкой 307'],
    ['Embedding gateway refused the text with 400', 'Модель поиска не приняла текст, ошибка 400'],
    ['Embedding gateway could not be reached (ECONNREFUSED)', 'Модель поиска недоступна'],
    [
      '100 of 2 000 tickets stored; Embedding gateway sent an unusable reply: no data; sending the same upload again stores the rest',
      'Сохранено 100 из 2 000: ответ модели поиска не читается. Загрузите тот же файл ещё раз, и сохранится остальное',
    ],
    [
      'Service is stopping; 1 200 tickets stored',
      'Сервис перезапускается: сохранено 1 200; загрузите тот же файл ещё раз, и сохранится остальное',
    ],
    ['Disk is full', 'На сервере кончилось место; загрузите файл снова, когда его освободят'],
    ['EventStoreDB did not answer', 'EventStoreDB не отвечает'],
    [
      '1 200 of 2 000 tickets stored; Disk is full: the event log cannot be written; sending the same upload again stores the rest',
      'Сохранено 1 200 из 2 000: на сервере кончилось место. Загрузите тот же файл ещё раз, и сохранится остальное',
    ],
    [
      'Stored, not yet searchable (Elasticsearch is read-only: its disk is full); sending again is safe',
      'Всё сохранено, но ещё не находится поиском: на диске Elasticsearch кончилось место. Загрузить ещё раз можно без опаски',
    ],
    [
      'Stored, not yet searchable; sending again is safe',
      'Всё сохранено, но ещё не находится поиском. Загрузить ещё раз можно без опаски',
    ],
    ['Something new', 'Something new'],
    [
      'row 1 has more than 1 000 columns; remove those that are not needed',
      'Строка 1: больше 1 000 столбцов; удалите лишние',
    ],
    [
      'Quota exceeded: 10 000 tickets of 10 000 are stored',
      'Место закончилось: сохранено 10 000 из 10 000 обращений; удалите ненужную коллекцию и загрузите файл ещё раз',
    ],
    ['row 5: something new', 'Строка 5: something new'],
  ];
  for (const [english, russian] of said) {
    it(`is said in Russian: ${english}`, () => expect(errorDetailText(english)).to.equal(russian));
  }

  it('is the service’s own text in English', () => {
    document.documentElement.lang = 'en';
    try {
      for (const [english] of said) expect(errorDetailText(english)).to.equal(english);
    } finally {
      document.documentElement.lang = 'ru';
    }
  });
});

describe('Columns', () => {
  const column = (title: string, name: ColumnName | null) => ({ title, column: name, assigned: false });

  it('keep what was assigned before, and free only what held the same', () => {
    const columns = [column('Номер', 'ticket_id'), column('Тема', 'category'), column('Раздел', null)];
    const first = reassignColumn(columns, {}, ['Раздел', 'category']);
    expect(first).to.deep.equal({ Тема: null, Раздел: 'category' });
    expect(reassignColumn(columns, first, ['Номер', null])).to.deep.equal({ ...first, Номер: null });
  });

  it('may share a text as its parts', () => {
    const columns = [column('Описание', 'description'), column('Тема', null), column('Ответ', 'solution')];
    const first = reassignColumn(columns, {}, ['Тема', 'description']);
    expect(first).to.deep.equal({ Описание: 'description', Тема: 'description' });
    expect(reassignColumn(columns, first, ['Тема', 'solution'])).to.deep.equal({
      ...{ Описание: 'description', Тема: 'solution', Ответ: 'solution' },
    });
  });
});

describe('The remaining time', () => {
  it('has two units at most', () => {
    const units = ['ч', 'мин', 'с'] as const;
    const texts = [0, 59, 80, 120, 3600, 7_384].map((seconds) =>
      durationText(seconds, units).replaceAll('\u00a0', ' '),
    );
    expect(texts).to.deep.equal(['1 с', '59 с', '1 мин 20 с', '2 мин', '1 ч', '2 ч 3 мин']);
  });
});
