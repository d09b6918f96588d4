/** The texts of the pull in Russian. */
export const russian = {
  usage: `Использование: npm run sync -- zendesk|omnidesk|helpdeskeddy --collection ID [--since ДАТА] [--desk АДРЕС] [--url АДРЕС]

Забирает из системы поддержки решённые обращения, которые изменились с прошлого раза, и сохраняет их в коллекцию. Место, до которого дошла
команда, хранит коллекция: после обрыва та же команда продолжает с него, и повтор ничего не портит.
  --collection  id коллекции
  --since       с какого изменения начать в первый раз, например 2026-01-01; без него с самого начала
  --restart     начать снова с --since, забыв, до чего дошли
  --desk        адрес системы, например https://acme.zendesk.com; без него ZENDESK_URL, OMNIDESK_URL или HELPDESKEDDY_URL
  --url         адрес сервиса; без него PRECEDENT_URL, иначе http://127.0.0.1:8000
  --attempts    сколько раз подряд пробовать без ответа, по умолчанию 10
  --lang        ru или en, без него по LANG

Доступ — только из окружения или файла .env: PRECEDENT_API_KEY (ключ с правом «upload» на эту коллекцию) и
  zendesk       ZENDESK_EMAIL, ZENDESK_API_TOKEN
  omnidesk      OMNIDESK_EMAIL, OMNIDESK_API_KEY
  helpdeskeddy  HELPDESKEDDY_EMAIL, HELPDESKEDDY_API_KEY
или те же имена с _FILE на конце: путь к файлу с ключом.

Код завершения: 0 — забрано всё; 1 — не вышло (сказано что); 2 — команда не понята; 130 — прервано.`,
  misuse: {
    desk: 'Назовите систему: zendesk, omnidesk или helpdeskeddy',
    since: '--since: дата, например 2026-01-01 или 2026-01-01T10:00:00Z',
    address: (variable: string) =>
      `Нужен адрес системы в --desk или ${variable}: https://…, без пути; http:// только для localhost`,
    secret: (variable: string) => `Не задано: ${variable} (или ${variable}_FILE), в окружении или в файле .env`,
  },
  begin: (desk: string, host: string, from: string) => `${desk}, ${host}: обращения, изменённые с ${from}`,
  goOn: (desk: string, host: string) => `${desk}, ${host}: продолжаю с прошлого раза`,
  page: (number: string) => `Страница ${number}`,
  fetching: 'читаю переписку',
  read: 'прочитано',
  unreadable: (count: string, ids: string) => `  не читаются и не отправлены: ${count} (${ids})`,
  ahead: (count: string) =>
    `  изменены в будущем, по словам системы: ${count}; читаются каждый раз заново, остальные из-за них не пропускаются`,
  nothing: 'С прошлого раза ничего не изменилось.',
  pausing: (seconds: string) => `Система поддержки принимает ограниченное число запросов; пауза ${seconds}`,
  deskBusy: (status: number) => `Система поддержки просит подождать (${status})`,
  deskSilent: 'Система поддержки молчит',
  deskUnreachable: (code: string) => `Нет связи с системой поддержки (${code})`,
  wrongCredentials: (status: number) =>
    `Система поддержки не пустила (${status}): проверьте адрес, почту и ключ, и что доступ по API включён`,
  redirected: (status: number) =>
    `Система поддержки отсылает на другой адрес (${status}); ключ туда не отправлен. Проверьте адрес в --desk`,
  deskRefused: (status: number) =>
    `Система поддержки отказала (${status}); если место, до которого дошли, у неё устарело: --restart`,
  unknownHost: (address: string) => `Нет такого адреса: ${address}`,
  untrusted: (address: string, code: string) => `Сертификату ${address} нельзя доверять (${code})`,
  unexpected: (what: string) =>
    `Ответ системы поддержки не такой, как в её описании: ${what}. Проверьте адрес в --desk`,
  again: 'Сохранённое остаётся. Запустите ту же команду ещё раз: она продолжит с этого места.',
};
