import { type DeskName, deskNames } from '../../src/domain/desks.ts';
import type { Source } from '../pages/upload/sources.ts';
import { type Messages, translated } from './language.ts';

type Words = readonly [name: string, hint: string];

const ru = {
  question: 'Откуда обращения?',
  others: 'Другие системы, каждую ночь, из программы',
  fewer: 'Свернуть список',
  sources: {
    file: [
      'Файл',
      'JSON, NDJSON, CSV или XLSX, можно сжатый gzip. Столбцы таблицы узнаем сами, выгрузку любой из этих систем тоже.',
    ],
    zendesk: [
      deskNames.zendesk,
      'Админ-центр, «Отчёты», «Экспорт», вид JSON. Публичные ответы агента станут решением.',
    ],
    omnidesk: ['Омнидеск', 'Ответы API, JSON: обращения и их сообщения. Заметки сотрудников не берём.'],
    usedesk: ['Юздеск', 'Ответы API, JSON: тикеты с комментариями. Внутренние комментарии не берём.'],
    jira: [deskNames.jira, 'Ответ поиска по API, JSON со всеми полями. Внутренние комментарии не берём.'],
    freshdesk: [deskNames.freshdesk, 'Ответы API, JSON: тикеты с перепиской. В выгрузке их списка переписки нет.'],
    intercom: [deskNames.intercom, 'Ответы API, JSON: беседы и тикеты по одному. В выгрузке данных переписки нет.'],
    helpdeskeddy: [deskNames.helpdeskeddy, 'Ответы API, JSON: заявки и их ответы. Внутренние комментарии не берём.'],
    zammad: [deskNames.zammad, 'Ответы API, JSON: заявки и их сообщения. Внутренние заметки не берём.'],
    chatwoot: [deskNames.chatwoot, 'Ответы API, JSON: беседы и их сообщения. Личные заметки не берём.'],
    osticket: ['osTicket', 'В его выгрузке CSV переписки нет. Возьмите таблицу запросом к базе.'],
    sync: ['Каждую ночь', 'Zendesk, Омнидеск и HelpDeskEddy: команда сама забирает то, что решено.'],
    api: ['Из своей программы', 'Она отправляет обращения по API, как только они решены.'],
  } satisfies Record<Source, Words> as Readonly<Record<Source, Words>>,
  dropExport: (name: string) => `Перетащите выгрузку ${name}`,
  dropTable: 'Перетащите таблицу из базы osTicket',
  exportFormats: 'JSON или NDJSON до 50 МБ. Несколько частей загружайте по очереди: повторы пропустим.',
  tableFormats: 'CSV до 50 МБ. Несколько частей загружайте по очереди: повторы пропустим.',
  tickets: 'Обращения по API:',
  messages: (name: string) => `Переписка каждого, в нём под именем ${name}:`,
  guide: 'Подробно для каждой системы: import.md, по-английски',
  syncText:
    'Запускайте эту команду каждую ночь на своей машине: она продолжает с того места, где остановилась. Ключи лежат в её окружении.',
  apiText:
    'В файле объект {"tickets": […]} до 50 МБ. То, что уже есть, пропускается: отправлять ещё раз можно без опаски.',
  createAndShow: 'Создать коллекцию и показать команду',
  ...{ noFile: 'Нет файла под рукой?', tryExamples: 'Попробовать на примерах' },
  examplesFile: 'примеры.json',
  keys: 'Создать ключ с правом «загрузка»',
  reference: 'Описание API',
};

const en: typeof ru = {
  question: 'Where do the tickets come from?',
  others: 'Other systems, every night, from a program',
  fewer: 'Shorten the list',
  sources: {
    file: [
      'File',
      'JSON, NDJSON, CSV or XLSX, also as gzip. Columns of tables are recognised, and so are exports of all these systems.',
    ],
    zendesk: [
      deskNames.zendesk,
      'Admin Center, Reports, Export, format JSON. Public replies of agents become the solution.',
    ],
    omnidesk: [deskNames.omnidesk, 'API replies, JSON: cases and their messages. Staff notes are left out.'],
    usedesk: [deskNames.usedesk, 'API replies, JSON: tickets with comments. Internal comments are left out.'],
    jira: [deskNames.jira, 'Reply of a search by API, JSON with all fields. Internal comments are left out.'],
    freshdesk: [
      deskNames.freshdesk,
      'API replies, JSON: tickets with conversations, which the export of their list has not.',
    ],
    intercom: [
      deskNames.intercom,
      'API replies, JSON: conversations and tickets one by one. The data export has no messages.',
    ],
    helpdeskeddy: [
      deskNames.helpdeskeddy,
      'API replies, JSON: tickets and their posts. Internal comments are left out.',
    ],
    zammad: [deskNames.zammad, 'API replies, JSON: tickets and their articles. Internal notes are left out.'],
    chatwoot: [deskNames.chatwoot, 'API replies, JSON: conversations and their messages. Private notes are left out.'],
    osticket: ['osTicket', 'Its CSV export has no conversation. Take a table from the database by a query.'],
    sync: ['Every night', 'Zendesk, Omnidesk and HelpDeskEddy: a command pulls what was solved.'],
    api: ['From your own program', 'It sends tickets by the API as soon as they are solved.'],
  },
  dropExport: (name) => `Drop an export of ${name}`,
  dropTable: 'Drop a table from the database of osTicket',
  exportFormats: 'JSON or NDJSON up to 50 MB. Upload several parts one by one: duplicates are skipped.',
  tableFormats: 'CSV up to 50 MB. Upload several parts one by one: duplicates are skipped.',
  tickets: 'Tickets by API:',
  messages: (name) => `The conversation of each, in it under the name ${name}:`,
  guide: 'Every system in detail: import.md',
  syncText:
    'Run this command every night on a machine of yours: it goes on where it has stopped. The keys are in its environment.',
  apiText: 'The file has an object {"tickets": […]} up to 50 MB. What is stored is skipped: sending again is safe.',
  createAndShow: 'Create the collection and show the command',
  ...{ noFile: 'No file at hand?', tryExamples: 'Try it with example tickets, in Russian' },
  examplesFile: 'examples.json',
  keys: 'Create a key with the scope “upload”',
  reference: 'API reference',
};

export const sourceMessages: Messages<typeof ru> = { ru, en };

/** What a desk is called in the interface. */
export const deskTitle = (name: DeskName): string =>
  name === 'hubspot' ? deskNames.hubspot : translated(sourceMessages).sources[name][0];
