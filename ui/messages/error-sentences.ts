/** A pattern of an English detail text of the service, and its Russian translation with the pattern's groups. */
export type Sentence = readonly [RegExp, string];

/** Reasons, without a position. */
export const reasons: readonly Sentence[] = [
  [/^is required$/, 'не хватает'],
  [
    /^has no field ticket_id, description or messages; found (.*)$/,
    'нужны поля ticket_id (номер), description (проблема) и messages (переписка с решением), а в файле $1. Переименуйте их или возьмите шаблон JSON',
  ],
  [/^must be an integer or a string$/, 'должно быть целым числом или строкой'],
  [/^must be a string$/, 'должно быть строкой'],
  [/^must be an array$/, 'должно быть списком'],
  [/^must be an object$/, 'должно быть объектом JSON'],
  [/^must be one of (.*)$/, 'должно быть одним из: $1'],
  [/^must be a date, such as .*$/, 'это не дата; напишите её как 24.05.2023 или 2023-05-24 12:30'],
  [
    /^may be one of two days, since day or month may come first; write it as (.*)$/,
    'непонятно, где день, а где месяц; напишите дату как $1',
  ],
  [
    /^has day and month in another order than dates above it; write it as (.*)$/,
    'день и месяц стоят не в том порядке, что выше в этом столбце; напишите дату как $1',
  ],
  [/^must not be before 1970$/, 'дата раньше 1970 года'],
  [/^must not be in the future$/, 'дата в будущем'],
  [
    /^must be an address that begins with https:\/\/ or http:\/\/, without a user$/,
    'это не адрес: он начинается с https:// или http://, без имени пользователя',
  ],
  [/^must not be empty$/, 'не должно быть пустым'],
  [/^must not contain control characters$/, 'содержит управляющие знаки'],
  [/^must have at most ([\d ]+) characters$/, 'длиннее $1 знаков'],
  [/^is too large for a number; send it as a string$/, 'слишком большое число, запишите его строкой'],
  [/^is too large: description and messages may have 256 KiB together$/, 'текст больше 256 КиБ, оставьте суть'],
  [/^has more than ([\d ]+) messages$/, 'больше $1 сообщений'],
  [/^has more than ([\d ]+) columns$/, 'больше $1 столбцов'],
  [/^has more than ([\d ]+) columns; remove those that are not needed$/, 'больше $1 столбцов; удалите лишние'],
  [
    /^has more than 1 MiB(?:; is the quote in row (\d+), column (\d+) closed\?)$/,
    'больше 1 МиБ; закрыта ли кавычка в строке $1, столбце $2?',
  ],
  [/^has more than (\d+) MiB$/, 'больше $1 МиБ'],
  [/^holds more than ([\d ]+) values$/, 'больше $1 значений'],
  [/^holds a number of more than 1 000 digits$/, 'число длиннее 1 000 знаков'],
  [/^is nested deeper than (\d+) levels$/, 'вложенность больше $1 уровней'],
  [
    /^has (\d+) cells, the header (\d+); put text that holds the delimiter into quotes$/,
    'ячеек $1, а в заголовке $2; возьмите текст с разделителем в кавычки',
  ],
  [
    /^text after a closing quote; double the quotes that belong to the text$/,
    'лишняя кавычка; кавычки внутри текста удвойте',
  ],
  [/^the quote is never closed$/, 'кавычка не закрыта'],
  [/^no column ticket_id \("Номер"\); found (.*)$/, 'нет столбца с номером обращения; есть $1'],
  [
    /^no column (role|text); one row a message needs both role and text$/,
    'нет столбца $1; нужны и автор, и текст реплики',
  ],
  [
    /^columns "(.*)" and "(.*)" both mean (\w+); keep one of them$/,
    'столбцы «$1» и «$2» значат одно и то же; оставьте один',
  ],
  [
    /^columns (.*) do not go together; a table has .*$/,
    'столбцы $1 не сочетаются; нужна либо переписка, либо проблема и решение, либо автор и текст реплики',
  ],
  [/^is not valid JSON: .* at byte (\d+)$/, 'не JSON: ошибка у байта $1'],
];

/** Errors of a row that are no reason after a colon. */
export const inRow: readonly Sentence[] = [
  [/^row (\d+), column "([^"]*)":? must not be empty$/, 'Строка $1: столбец «$2» пуст'],
  [/^row (\d+), (\S+) must not be empty$/, 'Строка $1: поле $2 пустое'],
];

/** Errors of a whole file or request. */
export const whole: readonly Sentence[] = [
  [/^The (?:request was refused|file cannot be read)$/, 'Файл не принят'],
  [/^No header row: the file is empty$/, 'В файле нет строки заголовков'],
  [/^No header row: row (\d+) names none of .*; found (.*)$/, 'Строка $1 не похожа на заголовок: в ней $2'],
  [/^The file is empty$/, 'Файл пустой'],
  [
    /^An export of osTicket has no conversation; .*$/,
    'В выгрузке osTicket нет переписки. Возьмите её из базы запросом: он под «Откуда обращения?», osTicket',
  ],
  [/^The gzip file is damaged.*$/, 'Сжатый файл повреждён или дошёл не целиком; сожмите его заново'],
  [/^tickets is required$/, 'В файле нет списка tickets: нужен список обращений или объект с ним'],
  [/^ticket_id must be one of the sources of the answer$/, 'Подойти могло только одно из найденных обращений'],
  [/^The verdict was changed (\d+) times already$/, 'Оценку уже меняли $1 раз, больше нельзя'],
  [/^tickets must be an array$/, 'В поле tickets должен быть список обращений'],
  [/^tickets must be given once$/, 'Поле tickets встречается в файле дважды; оставьте одно'],
  [/^The request was not sent to its end$/, 'Файл дошёл не целиком; отправьте его ещё раз'],
  [/^The file is in UTF-16.*$/, 'Файл в кодировке UTF-16, а JSON должен быть в UTF-8; сохраните его в UTF-8'],
  [/^Unknown file format: .*$/, 'Формат не узнан: нужен JSON, таблица CSV (.csv, .tsv, .txt) или книга XLSX'],
  [
    /^The workbook has a password.*$/,
    'Книга защищена паролем или в старом формате .xls; сохраните её как XLSX или CSV',
  ],
  [/^The workbook is damaged.*$/, 'Книга повреждена или это не XLSX; сохраните её заново как XLSX или CSV'],
  [/^Spreadsheet is too large; save it as CSV$/, 'Таблица слишком большая; сохраните её как CSV'],
  [
    /^Spreadsheet has more than ([\d ]+) cells that are merged over several rows; unmerge them$/,
    'В таблице больше $1 ячеек, объединённых по строкам; разъедините их',
  ],
  [
    /^file is not valid (\S+)(?: at byte (\d+))?; save it again as UTF-8$/,
    'Файл повреждён: это не $1; сохраните его в UTF-8',
  ],
  [/^(?:file|body) is not valid JSON: .* at byte (\d+)$/, 'Это не JSON: ошибка у байта $1'],
  [/^(?:file|body) is not valid JSON: .* at byte \d+ \(line (\d+)\)$/, 'Это не JSON: ошибка в строке $1'],
  [/^filter\.category may have at most (\d+) categories$/, 'В фильтре может быть не больше $1 категорий'],
  [/^An upload may have at most ([\d ]+) tickets$/, 'В одном файле может быть не больше $1 обращений'],
  [
    /^Upload-Id was used for another upload$/,
    'Это другой файл или другие столбцы; загрузите его как новый: повторы мы пропустим',
  ],
  [
    /^This upload was undone; send it with another Upload-Id$/,
    'Эту загрузку отменили: продолжить её нельзя, загрузите файл как новый',
  ],
  [
    /^The record of this upload has expired; send it with another Upload-Id$/,
    'Запись этой загрузки устарела: продолжить её нельзя, загрузите файл как новый',
  ],
  [/^Preview not found; send the file again$/, 'Файла на сервере уже нет; отправьте его ещё раз'],
  [
    /^The upload was stopped; sending it again stores the rest$/,
    'Загрузку остановили; отправьте файл снова, и сохранится остальное',
  ],
  [/^sheet: the workbook has no sheet "(.*)"; it has (.*)$/, 'В книге нет листа «$1»; есть $2'],
  [/^header_row: row (\d+) is blank$/, 'Строка $1 пуста: заголовков в ней нет'],
  [/^columns: the file has no column "(.*)"; found (.*)$/, 'В файле нет столбца «$1»; есть $2'],
  [
    /^email must not contain invisible or decomposed characters$/,
    'В почте есть невидимые знаки; наберите её заново, без вставки',
  ],
  [/^Disk is full$/, 'На сервере кончилось место; загрузите файл снова, когда его освободят'],
  [/^Request body is too large: at most 50 MB when it is inflated$/, 'В сжатом файле больше 50 МБ'],
  [/^Request body is too large.*$/, 'Файл больше 50 МБ'],
  [/^Quota exceeded: ([\d ]+) collections of ([\d ]+) exist; delete one$/, 'Коллекций уже $1 из $2; удалите ненужную'],
  [
    /^Quota exceeded: ([\d ]+) tickets of ([\d ]+) are stored$/,
    'Место закончилось: сохранено $1 из $2 обращений; удалите ненужную коллекцию и загрузите файл ещё раз',
  ],
  [
    /^Quota exceeded: ([\d ]+) bytes of ([\d ]+) are stored$/,
    'Место закончилось: сохранено $1 из $2 байт; удалите ненужную коллекцию и повторите',
  ],
  [
    /^The ticket is too large: problem and solution may have 256 KiB together$/,
    'Текст обращения больше 256 КиБ, оставьте суть',
  ],
  [/^Somebody else changes the same tickets; try again$/, 'Эти обращения сейчас меняет кто-то ещё; повторите'],
  [
    /^Another request has carried this upload on$/,
    'Эту загрузку уже продолжил другой запрос: её итог в истории загрузок',
  ],
  [
    /^Tickets of this account are being erased, and the body did not arrive within a minute; send it again$/,
    'Сейчас в аккаунте удаляют обращения навсегда, и файл не успел прийти за минуту. Отправьте его ещё раз',
  ],
  [/^This upload is still running$/, 'Эта загрузка ещё идёт'],
  [
    /^The upload is still ending: try again in a few seconds$/,
    'Загрузка ещё заканчивается; повторите через несколько секунд',
  ],
  [/^The upload was not undone: there is nothing to restore$/, 'Загрузку не отменяли: возвращать нечего'],
  [
    /^The undo is still running: try again when it is over$/,
    'Отмена загрузки ещё идёт; повторите, когда она закончится',
  ],
  [/^The upload is still running: stop it, then undo it$/, 'Загрузка ещё идёт: остановите её, потом отмените'],
  [
    /^The client has gone(?:; ([\d ]+) tickets stored)?$/,
    'Связь с браузером прервалась; загрузите тот же файл ещё раз',
  ],
  [/^The ticket was changed meanwhile.*$/, 'Обращение тем временем изменили; откройте его заново'],
  [
    /^The ticket has more than ([\d ]+) messages: an empty line begins another$/,
    'В обращении больше $1 сообщений: пустая строка начинает следующее',
  ],
  [
    /^The tickets and their events are too many for one erasure: send fewer ids at a time$/,
    'За раз столько обращений не удалить; выберите меньше',
  ],
  [/^ticket_ids must have 1 to ([\d ]+) ids$/, 'За раз можно выбрать не больше $1 обращений'],
  [/^Only one file can be uploaded at a time$/, 'За раз загружается один файл'],
  [/^Somebody else changed the same (?:thing|upload); try again$/, 'Это сейчас меняет кто-то ещё; повторите'],
  [/^The model was changed; search again$/, 'Модель поиска только что сменили; повторите'],
  [
    /^Tickets are embedded with .*$/,
    'Обращения сохранены для другой модели поиска: администратору нужно вернуть её или пересчитать обращения',
  ],
  [/^Service is stopping$/, 'Сервис перезапускается; повторите через несколько секунд'],
  [/^Service is stopping; (?:0 tickets|nothing was) stored$/, 'Сервис перезапускается: ничего не сохранено, повторите'],
  [
    /^Service is stopping; ([\d ]+) tickets stored$/,
    'Сервис перезапускается: сохранено $1; загрузите тот же файл ещё раз, и сохранится остальное',
  ],
  [/^The ticket is stored but not searchable$/, 'Правка сохранена, но ещё не находится поиском'],
  [
    /^([\d ]+) tickets? (?:is|are) stored but not searchable$/,
    'Сохранено, но поиском не находится: $1; администратору нужно построить данные для поиска заново',
  ],
  [/^Internal error$/, 'Внутренняя ошибка сервиса: повторите, а если не поможет, сообщите администратору'],
  [/^Event log is damaged.*$/, 'Журнал событий повреждён: администратору нужно восстановить резервную копию'],
  [/^Event log ends at position.*$/, 'В журнале событий не хватает записей: администратору нужна резервная копия'],
  [/^Read models are damaged.*$/, 'Данные для поиска повреждены: администратору нужно построить их заново'],
  [/^(?:Event log|Read models) cannot be read .*$/, 'Данные сейчас не читаются с диска; повторите позже'],
];
