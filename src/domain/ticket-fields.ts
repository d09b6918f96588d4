/** A field that is checked, cleaned, stored and shown separately, in addition to the id and the conversation. */
type Detail = {
  /** The value that is stored if it was left out. Only the fields of the first release have one: stored tickets lack those that were added later. */
  readonly missing?: string;
  /** Its constraints and documentation as JSON Schema; `maxLength` in code points. */
  readonly schema: { readonly maxLength: number; readonly description?: string; readonly examples?: readonly string[] };
  /** The values that it may have, with their labels, by which files may name them too; any text if there are none. */
  readonly values?: Readonly<Record<string, Label>>;
  /** What a text has to be, if it is no free text: it is stored in one way, however it was written. */
  readonly kind?: DetailKind;
};

/** A time of the past in UTC, or an address on the web. */
export type DetailKind = 'time' | 'address';

/** For users, in lower case. */
type Label = Readonly<Record<'ru' | 'en', string>>;

export type Gender = 'feminine' | 'masculine' | 'neuter';

type Column = {
  /** The property of a field of the ticket; none for other columns. */
  readonly property?: string;
  readonly detail?: Detail;
  readonly label: Label;
  /**
   * Set for the texts that people see, in lists, previews, histories and exports, and correct: the grammar of the Russian label, for sentences. An update
   * with an empty one of the others keeps it too, since no export has it.
   */
  readonly shown?: { readonly gender: Gender; readonly genitive: string };
  /** Whether several columns of a table may be assigned to it: their texts follow one another, a line each. */
  readonly mayBeParts?: true;
  /**
   * The headings it is recognised by in a file, the most exact first: of several in one file the first is read. Case, blanks, underscores, dashes, dots,
   * colons and ё/е are ignored.
   */
  readonly headings: readonly string[];
};

/**
 * The fields of a ticket by their names in JSON, and the columns of a table. What the service reads, checks, stores, previews and documents is derived
 * from this table, as are the columns of the web interface, which imports it too: it imports nothing.
 */
export const columns = {
  ticket_id: {
    property: 'ticketId',
    label: { ru: 'номер', en: 'number' },
    headings: [
      ...[
        'ticket_id',
        'номер обращения',
        'номер тикета',
        'номер заявки',
        'номер запроса',
        'ticket number',
        'ticket no',
        'номер зно',
        'номер инцидента',
        'номер задачи',
        'incident number',
        'request number',
      ],
      ...['№ обращения', '№ тикета', '№ заявки', 'id обращения', 'id тикета', 'id заявки', 'case id', 'request id'],
      ...['код обращения', 'код тикета', 'ticket', 'тикет', 'номер', 'number', 'id', 'ид', 'no'],
      ...['№ запроса', '№ инцидента', '№ зно', 'зно', 'id запроса', 'код заявки', 'код запроса', 'номер документа'],
      ...['регистрационный номер', 'рег. номер', 'рег. №'],
      // In reports often the number of the row.
      ...['№', '#'],
      // Of whatever it may be.
      'код',
    ],
  },
  category: {
    property: 'category',
    detail: { missing: '', schema: { maxLength: 500, examples: ['Оплата'] } },
    label: { ru: 'категория', en: 'category' },
    shown: { gender: 'feminine', genitive: 'категории' },
    headings: [
      ...['category', 'категория', 'ticket category', 'категория обращения', 'рубрика', 'раздел', 'тип обращения'],
      ...['категория заявки', 'категория запроса', 'тип заявки', 'тип запроса', 'вид обращения', 'тематика', 'услуга'],
      ...['topic', 'тема', 'тема обращения', 'subject', 'тема заявки', 'тема запроса'],
    ],
  },
  description: {
    property: 'description',
    mayBeParts: true,
    label: { ru: 'описание', en: 'description' },
    headings: [
      ...['description', 'описание', 'ticket description', 'описание обращения', 'описание заявки'],
      ...['описание проблемы', 'текст обращения', 'details', 'описание запроса', 'описание инцидента'],
      ...['подробное описание', 'полное описание', 'детальное описание'],
    ],
  },
  client: {
    property: 'client',
    detail: {
      missing: '',
      schema: {
        maxLength: 500,
        description: 'Masked in the conversation if it is a person’s name; never returned',
      },
    },
    label: { ru: 'клиент', en: 'client' },
    headings: [
      ...['client name', 'имя клиента', 'фио клиента', 'client', 'клиент', 'customer name', 'customer'],
      ...['имя заказчика', 'заказчик', 'user name', 'фио', 'имя', 'заявитель', 'фио заявителя', 'инициатор'],
      ...['фио пользователя', 'контактное лицо'],
    ],
  },
  messages: {
    property: 'messages',
    label: { ru: 'переписка', en: 'conversation' },
    headings: [
      ...['messages', 'сообщения', 'conversation', 'переписка', 'thread', 'диалог'],
      ...['история сообщений', 'история переписки'],
    ],
  },
  problem: {
    mayBeParts: true,
    label: { ru: 'проблема', en: 'problem' },
    shown: { gender: 'feminine', genitive: 'проблемы' },
    headings: [
      ...['problem', 'проблема', 'problem description', 'суть проблемы', 'проблема клиента', 'issue'],
      ...['question', 'вопрос', 'customer question', 'вопрос клиента', 'вопрос пользователя', 'суть обращения'],
      ...['суть вопроса', 'суть заявки', 'что случилось', 'что произошло', 'request text', 'текст вопроса'],
      ...['текст заявки', 'содержание обращения', 'содержание заявки', 'содержание', 'запрос клиента', 'жалоба'],
      ...['с чем обратились', 'с чем обратился', 'с чем обратился клиент', 'причина обращения'],
      ...['содержание запроса', 'суть запроса', 'текст запроса', 'неисправность', 'описание неисправности'],
    ],
  },
  solution: {
    mayBeParts: true,
    label: { ru: 'решение', en: 'solution' },
    shown: { gender: 'neuter', genitive: 'решения' },
    headings: [
      ...['solution', 'решение', 'resolution', 'решение проблемы', 'решение обращения', 'решение заявки'],
      ...['описание решения', 'как решили', 'fix', 'workaround', 'resolution notes', 'close notes'],
      ...['answer', 'ответ', 'support reply', 'ответ поддержки', 'ответ техподдержки', 'ответ службы поддержки'],
      ...['agent reply', 'ответ оператора', 'ответ специалиста', 'ответ сотрудника', 'ответ менеджера'],
      ...[
        'ответ клиенту',
        'ответ заявителю',
        'ответ пользователю',
        'ответ заказчику',
        'reply',
        'что сделали',
        'что сделано',
        'принятые меры',
        'выполненные работы',
      ],
      ...['комментарий специалиста', 'решение инцидента', 'решение запроса', 'текст решения', 'текст ответа'],
      ...['способ решения', 'что было сделано', 'выполненные действия', 'проведенные работы', 'результат выполнения'],
      ...['комментарий исполнителя', 'комментарий к решению', 'комментарий при закрытии'],
    ],
  },
  resolved_at: {
    property: 'resolvedAt',
    detail: {
      kind: 'time',
      schema: {
        maxLength: 100,
        description:
          'When it was resolved: ISO 8601, or a date as desks and spreadsheets write it (24.05.2023 12:30). A time without a zone is taken as UTC; what can be read as two dates is refused, as is the future',
        examples: ['2023-05-24T12:30:00Z'],
      },
    },
    label: { ru: 'дата решения', en: 'date of resolution' },
    shown: { gender: 'feminine', genitive: 'даты решения' },
    headings: [
      ...['resolved_at', 'дата решения', 'время решения', 'дата и время решения', 'дата решения обращения', 'решено в'],
      ...['solved_at', 'resolved time', 'resolved date', 'resolution date', 'resolution time', 'date resolved'],
      ...['date solved', 'resolved on', 'дата выполнения', 'время выполнения', 'дата исполнения'],
      ...['дата завершения', 'время завершения', 'фактическая дата решения'],
      // A ticket is closed when nobody has come back to its solution.
      ...['closed_at', 'дата закрытия', 'время закрытия', 'дата и время закрытия', 'закрыто в', 'closed time'],
      ...['closed date', 'close date', 'closing date', 'date closed', 'closed on'],
    ],
  },
  url: {
    property: 'url',
    detail: {
      kind: 'address',
      schema: {
        maxLength: 500,
        description:
          'Its address in the desk it came from: http or https, without a user. A parameter with personal data is removed; with personal data elsewhere in it none is stored',
        examples: ['https://desk.example.com/tickets/4812'],
      },
    },
    label: { ru: 'ссылка', en: 'link' },
    shown: { gender: 'feminine', genitive: 'ссылки' },
    headings: [
      ...['url', 'ticket url', 'ссылка', 'ссылка на обращение', 'ссылка на тикет', 'ссылка на заявку', 'ticket link'],
      ...['link', 'адрес обращения', 'issue url', 'case url', 'permalink', 'web url'],
    ],
  },
  role: {
    label: { ru: 'автор реплики', en: 'author of a message' },
    headings: [
      ...['message role', 'роль автора', 'role', 'роль', 'автор сообщения', 'author', 'автор', 'sender', 'отправитель'],
      ...['from', 'от кого'],
    ],
  },
  text: {
    label: { ru: 'текст реплики', en: 'text of a message' },
    headings: ['message text', 'текст сообщения', 'text', 'текст', 'message', 'сообщение', 'реплика', 'body'],
  },
} as const satisfies Readonly<Record<string, Column>>;

type Columns = typeof columns;
type With<Part> = { [Name in keyof Columns]: Columns[Name] extends Part ? Name : never }[keyof Columns];

export type ColumnName = keyof Columns;
/** The fields of a ticket by their names in JSON. */
export type FieldName = With<{ property: string }>;
export type DetailName = With<{ detail: Detail }>;

export type PropertyOf<Name extends FieldName> = Columns[Name]['property'];

/** The texts of a ticket that people see and correct, by their names in JSON. */
export type TextName = With<{ shown: object }>;
export type ShownName = DetailName & TextName;

type Keys = 'property' | 'name';
type KeyOf<Name extends FieldName, By extends Keys> = By extends 'name' ? Name : PropertyOf<Name>;
type Filled = With<{ detail: { missing: string } }>;

/** Details of a ticket: in the code by `property`, in JSON by `name`. One without a default may be left out. */
type DetailsOf<Name extends DetailName, By extends Keys> = {
  readonly [Each in Name & Filled as KeyOf<Each, By>]: string;
} & {
  readonly [Each in Exclude<Name, Filled> as KeyOf<Each, By>]?: string | undefined;
};
export type TicketDetails<By extends Keys = 'property'> = DetailsOf<DetailName, By>;
/** Those that were sent: undefined, not '', is one that was left out. */
export type SentDetails = { readonly [Property in keyof TicketDetails]?: string | undefined };
/** Those that people see. */
export type ShownDetails<By extends Keys = 'property'> = DetailsOf<ShownName, By>;

export const columnNames = Object.keys(columns) as readonly ColumnName[];

const isField = (name: ColumnName): name is FieldName => 'property' in columns[name];
export const fieldNames = columnNames.filter(isField);

/** Whether several columns of a table may hold parts of it. */
export const mayBeParts = (name: ColumnName): boolean => 'mayBeParts' in columns[name];

export const textNames = columnNames.filter((name): name is TextName => 'shown' in columns[name]);

export type NamedDetail<Name extends DetailName = DetailName> = Detail & {
  readonly name: Name;
  readonly property: PropertyOf<Name>;
  readonly label: Label;
  readonly isShown: boolean;
};

/** The details with their names, in the order of the table. */
export const details = Object.entries<Column>(columns).flatMap(([name, { property, detail, label, shown }]) =>
  detail ? [{ name, property, ...detail, label, isShown: shown !== undefined } as NamedDetail] : [],
);

export const shownDetails = details.filter((detail): detail is NamedDetail<ShownName> => detail.isShown);
