import type { DeskRemark } from '../../src/domain/desks.ts';

/** The command's texts in Russian. */
export const russian = {
  usage: `Использование: npm run upload -- ФАЙЛ --collection ID [--url АДРЕС] [--preview] [--on-duplicate update]

Отправляет файл обращений любого размера (JSON, CSV, XLSX, выгрузки систем поддержки, также gzip) в коллекцию частями и показывает ход. После обрыва та же команда продолжает с места
остановки; ничего не сохраняется дважды.
  --collection  id коллекции
  --url         адрес сервиса; без него PRECEDENT_URL, иначе http://127.0.0.1:8000
  --key         ключ API. Лучше дать его в PRECEDENT_API_KEY (в окружении или в файле .env): командную строку видно в списке процессов
  --columns     как читать столбцы: '{"Номер":"ticket_id","Заметки":null}'
  --sheet       лист книги; без него первый, на котором узнан заголовок
  --header-row  строка заголовков, от 1 до 20; без неё её найдёт команда
  --read-as     как читать JSON: own (обращения сервиса) или выгрузка системы: zendesk, freshdesk, jira, intercom, omnidesk, usedesk,
                helpdeskeddy, zammad, chatwoot; без него команда узнаёт сама
  --preview     только показать, что в файле и что с ним стало бы; ничего не сохраняется
  --on-duplicate  update: исправить сохранённые обращения, чей текст изменился; skip (по умолчанию): это повторы
  --skipped     записать все пропущенные обращения со строками файла и советом, как их исправить
  --strict      завершиться с кодом 3, если правила что-то пропустили (повторы номеров не в счёт)
  --attempts    сколько раз подряд пробовать без ответа, по умолчанию 10
  --lang        ru или en, без него по LANG

Код завершения: 0 — файл обработан весь; 1 — не вышло (сказано что); 2 — команда не понята; 3 — см. --strict; 130 — прервано.`,
  exportUsage: `Использование: npm run export -- --collection ID --output ФАЙЛ.jsonl
               npm run export --silent -- --collection ID > ФАЙЛ.jsonl

Записывает обращения коллекции как JSON Lines: такой файл принимает npm run upload. С --output файл появляется, когда записан весь.
  --collection  id коллекции
  --output      файл; без него стандартный вывод
  --state       active (по умолчанию) или withdrawn
  --url         адрес сервиса; без него PRECEDENT_URL, иначе http://127.0.0.1:8000
  --key         ключ API. Лучше дать его в PRECEDENT_API_KEY (в окружении или в файле .env)
  --lang        ru или en, без него по LANG

Код завершения: 0 — записаны все обращения; 1 — не вышло, записано не всё; 2 — команда не понята; 130 — прервано.`,
  exportIncomplete: (reason: string) => `${reason}. Записано не всё: запустите ещё раз.`,
  exported: (count: string, path: string) => `Обращений: ${count}, записаны в ${path}`,
  help: 'Подробнее: npm run upload -- --help',
  misuse: {
    file: 'Назовите один файл',
    noFile: 'Такого файла нет, или его нельзя прочитать:',
    collection: 'Укажите коллекцию: --collection и её id (UUID)',
    key: 'Нет ключа API: задайте PRECEDENT_API_KEY (или --key); ключ виден в настройках и в GET /api/me',
    url: 'Адрес сервиса должен начинаться с http:// или https://:',
    columns: '--columns: нужен объект JSON, где у каждого заголовка имя столбца или null',
    headerRow: (max: number) => `--header-row: целое число от 1 до ${max}`,
    readAs: (names: string) => `--read-as: одно из ${names}`,
    number: 'Нужно целое число больше нуля:',
    onDuplicate: '--on-duplicate: skip или update',
    skipped: '--skipped: это тот же файл, что отправляется',
    lang: '--lang: ru или en',
    state: '--state: active или withdrawn',
    banner: 'npm пишет в стандартный вывод и свои строки: npm run export --silent … или --output ФАЙЛ',
  },
  count: (value: number) => value.toLocaleString('ru-RU'),
  duration: (seconds: number) => (seconds < 60 ? `${seconds} с` : `${Math.floor(seconds / 60)} мин ${seconds % 60} с`),
  checking: 'Проверка файла, обращений:',
  file: 'Файл:',
  tickets: 'Обращений:',
  parts: 'частей:',
  part: 'Часть',
  of: 'из',
  perSecond: '/с',
  left: 'осталось',
  phases: { sending: 'отправка', waiting: 'в очереди', running: 'обработка', known: 'была готова' },
  stored: 'сохранено',
  skipped: 'пропущено',
  encoding: 'кодировка',
  delimiter: 'разделитель',
  columns: 'Столбцы:',
  totalRows: (rows: string) => `Итог таблицы, а не обращения, пропущены строки: ${rows}`,
  tableOfDesk: (name: string) => `Таблица ${name}.`,
  desk: (name: string) => `Выгрузка ${name}. Не взято:`,
  nothing: 'ничего',
  deskRemarks: {
    private: 'внутренние заметки',
    automated: 'тексты правил и ботов',
    ai: 'ответы языковых моделей',
    'unknown-author': 'сообщения, автора которых не узнать',
    cut: 'обращения, переписка которых может быть не вся',
    'no-ticket': 'записи, которые не обращения',
  } as Readonly<Record<DeskRemark, string>>,
  ignored: 'не читается',
  displaced: (by: string, columns: string) => `не читается из-за столбца «${by}»; иначе --columns '${columns}'`,
  assigned: 'назначен',
  row: 'строка',
  ticketOfFile: 'обращение файла',
  problem: 'Проблема:',
  solution: 'Решение:',
  outcomes: {
    stored: 'Сохранено',
    updated: 'Обновлено',
    duplicate: 'номер уже есть',
    withdrawn: 'скрыто из поиска',
    erased: 'удалено навсегда',
    'no-solution': 'нет решения длиннее 100 знаков',
    'ends-with-question': 'вопрос в конце',
    'stock-phrase': 'дежурная фраза',
    'no-problem': 'нет проблемы',
    unresolved: 'не решено',
    merged: 'объединено с другим',
    spam: 'спам',
    deleted: 'удалено в системе',
    'no-request': 'не запрос клиента',
    'no-conversation': 'нет переписки',
    'screenshot-only': 'решение на картинке',
    'too-large': 'переписка больше 256 КиБ',
  },
  replaced: (corrected: string, flagged: string) =>
    `Заменили бы сделанное вручную: исправленных обращений ${corrected}, отметок «устарело» ${flagged}.`,
  skippedAll: 'Пропущено',
  remedies: {
    stored: '',
    updated: '',
    duplicate: 'уже в коллекции или выше в файле; другому обращению дайте другой номер',
    withdrawn: 'верните его, если оно нужно: загрузка не возвращает',
    erased: 'больше не загружается; другому обращению дайте другой номер',
    'no-solution': 'впишите ответ поддержки длиннее 100 знаков',
    'ends-with-question': 'добавьте ответ, который решил проблему',
    'stock-phrase': 'уберите её из конца или допишите решение',
    'no-problem': 'впишите, с чем обратился клиент',
    unresolved: 'выгрузите снова, когда будет решено',
    merged: '',
    spam: '',
    deleted: '',
    'no-request': '',
    'no-conversation': 'выгрузите обращения вместе с сообщениями',
    'screenshot-only': 'опишите решение словами',
    'too-large': 'добавьте вручную: проблему и решение',
  },
  more: (count: string) => `… и ещё ${count}`,
  unreadable: (count: string) => `Не читаются обращения: ${count}. Ничего не отправлено; исправьте их и повторите.`,
  unreadablePreview: (count: string) => `Не читаются (загрузка их не примет): ${count}`,
  skippedWritten: (path: string) => `Пропущенные обращения записаны в ${path}`,
  skippedHint: 'Какие именно: та же команда с --skipped ФАЙЛ.csv (ничего не сохранится дважды)',
  or: 'или',
  previewHead: 'Ничего не сохранено. После загрузки было бы:',
  previewTickets: 'Первые обращения, как они были бы сохранены:',
  previewSkipped: 'Первые пропущенные:',
  previewParts: 'Повторы номеров между частями просмотр не видит: при загрузке пропущенных может быть больше.',
  retry: (reason: string, seconds: string, attempt: string) => `${reason}; повтор через ${seconds} (${attempt})`,
  pausing: (seconds: string) => `Сервис принимает ограниченное число запросов в минуту; пауза ${seconds}`,
  stillRunning: (part: string) => `${part} уже обрабатывается; жду её конца`,
  refused: (status: number, detail: string) => `Сервис отказал (${status}): ${detail}`,
  tooLarge: (mebibytes: number) =>
    `Ответ больше ${mebibytes} МиБ, таких сервис Precedent не присылает; проверьте --url`,
  notPrecedent: 'Ответ не похож на ответ сервиса Precedent; проверьте --url',
  noConnection: (code: string) => `Нет связи с сервисом (${code})`,
  silent: 'Сервис молчит',
  gaveUp: (reason: string) => `${reason}. Больше не пробую.`,
  again: 'Сохранённое остаётся. Запустите ту же команду ещё раз: она продолжит с этого места.',
  interrupted: 'Прервано.',
  fileChanged: 'Файл изменился, пока отправлялся',
  done: (parts: string) => `Готово частей: ${parts}`,
};
