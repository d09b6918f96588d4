import type { Sentence } from './error-sentences.ts';

/** What a store or a disk of the service has failed of. */
export const failures: readonly Sentence[] = [
  [/^Disk is full(: the event log cannot be written)?$/, 'на сервере кончилось место'],
  [/^Disk is read-only(: the event log cannot be written)?$/, 'диск сервера открыт только для чтения'],
  [/^Disk cannot be read or written(: the event log cannot be written)?$/, 'диск сервера не читается'],
  [/^Event log cannot be written$/, 'журнал событий не записывается'],
  [/^(EventStoreDB|MongoDB|Elasticsearch) did not answer(?: in time)?$/, '$1 не отвечает'],
  [/^Elasticsearch is read-only: its disk is full$/, 'на диске Elasticsearch кончилось место'],
  [/^An index of Elasticsearch is closed; .+$/, 'индекс Elasticsearch закрыт'],
  [/^An index of Elasticsearch or all are blocked; .+$/, 'индекс Elasticsearch заблокирован'],
  [/^An index of Elasticsearch (?:must have|keeps no) .+$/, 'индекс Elasticsearch настроен неверно'],
  [/^Elasticsearch refuses to create an index .+$/, 'у пользователя Elasticsearch нет права создать индекс'],
  [/^Elasticsearch has no copy of an index at hand$/, 'узел Elasticsearch с данными недоступен'],
  [/^(?:The writer|Disk) did not answer$/, 'диск сервера не отвечает'],
  [/^Embedding gateway did not answer within (\d+) s$/, 'модель поиска не ответила за $1 с'],
  [/^Embedding gateway answered (\d+).*$/, 'модель поиска ответила ошибкой $1'],
  [/^Embedding gateway refused the text with (\d+)$/, 'модель поиска не приняла текст, ошибка $1'],
  [/^Embedding gateway could not be reached.*$/, 'модель поиска недоступна'],
  [/^Embedding gateway sent .*$/, 'ответ модели поиска не читается'],
  [/^Embedding gateway .*$/, 'модель поиска недоступна'],
  [/^No embedding model has been chosen$/, 'модель поиска не выбрана'],
  [
    /^The embedding model .* was chosen meanwhile; send the upload again$/,
    'модель поиска только что сменили, загрузите файл ещё раз',
  ],
  [/^The ticket is refused by the model .*$/, 'модель поиска не приняла обращение'],
  [/^([\d ]+) tickets are refused by the model .*$/, 'модель поиска не приняла обращений: $1'],
  [/^Somebody else changes the same tickets$/, 'эти обращения сейчас меняет кто-то ещё'],
  [/^Event log did not answer$/, 'журнал событий не отвечает'],
  [/^The embedding model gave no vector$/, 'модель поиска не обработала текст'],
  [/^MongoDB has no room: its disk or its quota is full$/, 'у MongoDB кончилось место'],
];
