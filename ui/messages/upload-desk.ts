import type { DeskRemark, DeskSkip } from '../../src/domain/desks.ts';
import type { Messages } from './language.ts';

const ru = {
  outcomes: {
    unresolved: ['Не решено', 'обращение в выгрузке ещё открыто'],
    merged: ['Объединено', 'решение в другом обращении'],
    spam: ['Спам', 'так отмечено в выгрузке'],
    deleted: ['Удалено', 'так отмечено в выгрузке'],
    'no-request': ['Не запрос клиента', 'внутреннее обращение или рассылка'],
    'no-conversation': ['Нет переписки', 'в выгрузке нет сообщений этого обращения'],
    'screenshot-only': ['Решение на картинке', 'поддержка ответила снимком экрана'],
    'too-large': ['Слишком большое', 'переписка больше 256 КиБ'],
  } satisfies Record<DeskSkip, readonly [string, string]>,
  repair: {
    unresolved: 'Выгрузите его снова, когда оно будет решено.',
    merged: 'Загружайте то обращение, с которым его объединили.',
    spam: 'Если это не спам, снимите отметку в своей системе.',
    deleted: 'Восстановите его в своей системе, если оно нужно.',
    'no-request': 'Ничего: решают только запросы клиентов.',
    'no-conversation': 'Выгрузите обращения вместе с сообщениями.',
    'screenshot-only': 'Опишите решение словами в своей системе или добавьте обращение вручную.',
    'too-large': 'Добавьте его вручную: проблему и решение.',
  } satisfies Record<DeskSkip, string>,
  recognised: (name: string) => `Похоже на выгрузку ${name}, читаем как её.`,
  chosen: (name: string) => `Читаем как выгрузку ${name}.`,
  lacksReplies:
    'Ответов поддержки в этой таблице нет. Если решение записано в одном из столбцов, выберите его ниже; если нет, нужна выгрузка с перепиской.',
  leftOut: 'Не взяли:',
  readAs: 'Читать как',
  ifExport: 'Если это выгрузка из другой системы, выберите из какой.',
  own: 'обращения Прецедента',
  remarks: {
    private: 'внутренние заметки',
    automated: 'тексты правил и ботов',
    ai: 'ответы языковых моделей',
    'unknown-author': 'сообщения, автора которых не узнать',
    cut: 'переписка может быть не вся, обращений',
    'no-ticket': 'записи, которые не обращения',
  } as Readonly<Record<DeskRemark, string>>,
  look: 'Стоит посмотреть:',
};

const en: typeof ru = {
  outcomes: {
    unresolved: ['Not resolved', 'still open in the export'],
    merged: ['Merged', 'the solution is in another ticket'],
    spam: ['Spam', 'marked so in the export'],
    deleted: ['Deleted', 'marked so in the export'],
    'no-request': ['No request of a client', 'an internal ticket or a mailing'],
    'no-conversation': ['No conversation', 'the export has none of its messages'],
    'screenshot-only': ['Solution in a picture', 'support answered with a screenshot'],
    'too-large': ['Too large', 'the conversation has more than 256 KiB'],
  },
  repair: {
    unresolved: 'Export it again once it is resolved.',
    merged: 'Upload the ticket that it was merged into.',
    spam: 'If it is not, take the mark off in your desk.',
    deleted: 'Restore it in your desk if it is needed.',
    'no-request': 'Nothing: only requests of clients have solutions.',
    'no-conversation': 'Export the tickets with their messages.',
    'screenshot-only': 'Describe the solution in words in your desk, or add the ticket by hand.',
    'too-large': 'Add it by hand: problem and solution.',
  },
  recognised: (name) => `Looks like an export of ${name}, read as one.`,
  chosen: (name) => `Read as an export of ${name}.`,
  lacksReplies:
    'This table has no replies of support. If one of its columns holds the solution, choose it below; otherwise an export with the conversations is needed.',
  leftOut: 'Left out:',
  readAs: 'Read as',
  ifExport: 'If it is an export of another system, choose which.',
  own: 'tickets of Precedent',
  remarks: {
    private: 'internal notes',
    automated: 'texts of rules and bots',
    ai: 'replies of language models',
    'unknown-author': 'messages whose author cannot be told',
    cut: 'conversations that may not be whole',
    'no-ticket': 'records that are no tickets',
  },
  look: 'Worth a look:',
};

export const deskMessages: Messages<typeof ru> = { ru, en };
