/**
 * The columns of a table with their header names, in English and Russian. Case, blanks, underscores, dashes, dots, colons and ё/е are ignored. A column
 * that holds no part of the conversation is a field of the ticket.
 */
export const columnNames = {
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
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** What a column can hold: a field of a ticket or message, or all messages of one side of the conversation. */
export type Column = keyof typeof columnNames;

/** The columns of conversations in any shape of table. */
const conversationColumns = ['messages', 'problem', 'solution', 'role', 'text'] as const satisfies readonly Column[];

/** A column that holds a field of the ticket. */
export type FieldColumn = Exclude<Column, (typeof conversationColumns)[number]>;

export const fieldColumns = (Object.keys(columnNames) as Column[]).filter(
  (column): column is FieldColumn => !conversationColumns.some((other) => other === column),
);

/** A column of a header, the field it is read as (null: ignored), and whether that was assigned by the caller. */
export type HeaderColumn = { readonly title: string; readonly column: Column | null; readonly assigned: boolean };

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
