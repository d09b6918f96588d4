/** What a column can hold: a field of a ticket or message, or all messages of one side of the conversation. */
export type Column =
  'ticket_id' | 'category' | 'description' | 'client' | 'messages' | 'problem' | 'solution' | 'role' | 'text';

/** A column of a header, the field it is read as (null: ignored), and whether that was assigned by the caller. */
export type HeaderColumn = { readonly title: string; readonly column: Column | null; readonly assigned: boolean };

/** The header names of each column, in English and Russian. Case, blanks, underscores, dashes, dots, colons and ё/е are ignored. */
export const columnNames: Readonly<Record<Column, readonly string[]>> = {
  ticket_id: [
    'ticket_id',
    'id',
    'ticket',
    'ticket number',
    'ticket no',
    'number',
    'no',
    '#',
    'case id',
    'request id',
    '№',
    'номер',
    'номер тикета',
    'номер обращения',
    'номер заявки',
    'номер запроса',
    'тикет',
    '№ тикета',
    '№ обращения',
    '№ заявки',
    'id тикета',
    'id обращения',
    'id заявки',
    'ид',
    'код обращения',
    'код тикета',
  ],
  category: [
    'category',
    'topic',
    'subject',
    'ticket category',
    'категория',
    'тема',
    'рубрика',
    'раздел',
    'категория обращения',
    'тема обращения',
    'тип обращения',
  ],
  description: [
    'description',
    'details',
    'ticket description',
    'описание',
    'описание проблемы',
    'описание обращения',
    'описание заявки',
    'текст обращения',
  ],
  client: [
    'client',
    'client name',
    'customer',
    'customer name',
    'user name',
    'клиент',
    'имя клиента',
    'фио клиента',
    'фио',
    'заказчик',
    'имя заказчика',
    'имя',
  ],
  messages: [
    'messages',
    'conversation',
    'thread',
    'сообщения',
    'переписка',
    'диалог',
    'история сообщений',
    'история переписки',
  ],
  problem: ['problem', 'question', 'issue', 'проблема', 'вопрос', 'вопрос клиента', 'суть проблемы', 'суть обращения'],
  solution: [
    'solution',
    'answer',
    'resolution',
    'reply',
    'решение',
    'ответ',
    'ответ поддержки',
    'ответ оператора',
    'ответ специалиста',
    'решение проблемы',
  ],
  role: [
    'role',
    'author',
    'sender',
    'from',
    'message role',
    'роль',
    'автор',
    'отправитель',
    'от кого',
    'автор сообщения',
    'роль автора',
  ],
  text: ['text', 'message', 'message text', 'body', 'текст', 'сообщение', 'текст сообщения', 'реплика'],
};

/** The column that a header cell names, or undefined. */
export const columnOf = (title: string): Column | undefined => columnByName.get(normalised(title));

const normalised = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[\s_\-.:\ufeff\u200b]+/gu, '');

const columnByName = new Map(
  (Object.entries(columnNames) as [Column, readonly string[]][]).flatMap(([column, names]) =>
    names.map((name): [string, Column] => [normalised(name), column]),
  ),
);
