import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { streamOf } from '../../src/domain/streams.ts';
import { call } from '../../test/support/api.ts';
import { requireOk } from '../../test/support/stored-tickets.ts';

/** Questions that none of the demo tickets answers, most about one thing first. */
export const unanswered: readonly (readonly string[])[] = [
  [
    'Как перенести номер на eSIM, если старый телефон разбит',
    'Перенести номер на eSIM: старый телефон утонул',
    'Нужно перенести номер на eSIM со старого телефона',
    'Можно ли перенести номер на eSIM без старого телефона',
  ],
  [
    'Можно ли сдать старую кофемашину в обмен на новую',
    'Обмен старой кофемашины на новую: как сдать',
    'Сдать старую кофемашину в обмен на новую со скидкой',
  ],
  ['Как записаться на курсы бариста', 'Когда пройдут курсы бариста', 'Сколько стоят курсы бариста'],
];

const answered = [
  'Деньги за один заказ сняли два раза',
  'Не приходит код подтверждения в СМС',
  'Вечером страницы еле грузятся, днём интернет быстрый',
  'Забыл пароль, письмо для сброса не приходит',
  'Программа не видит флешку с электронной подписью',
  'Промокод не применяется, пишет неверный',
  'Принтер печатает с полосами, картридж новый',
  'После смены роутера принтер не виден в сети',
  'Сгорели бонусы, куда пропали баллы',
  'Привезли товар не того цвета',
  'В роуминге за границей нет сети',
  'Письма из CRM попадают в спам',
  'Коллеги не слышат меня на видеозвонке',
  'Как сменить пароль от вайфая',
  'Списывают деньги за подписку, которую я не подключал',
  'Хранилище заполнено, хотя файлы удалены',
  'Постамат не принимает код, ячейка не найдена',
] as const;

/** How many are asked on each of four weeks' days; the last is today. */
const perDay = [...[1, 2, 1, 3, 2, 0, 1], ...[2, 3, 2, 2, 4, 1, 0], ...[3, 2, 4, 3, 3, 1, 1], ...[4, 3, 5, 4, 4, 1, 3]];

/** One question in so many has no answer; of those that have one, one in so many was not judged, and one did not help. */
const [unansweredShare, notJudgedShare, notHelpedShare] = [5, 4, 7];

type Asked = { readonly query: string; readonly daysAgo: number; readonly helped: boolean | undefined };

const verdictOf = (index: number): boolean | undefined =>
  index % notJudgedShare === 1 ? undefined : index % notHelpedShare !== 3;

/** What is asked before the pictures are taken, oldest first. */
export const asked: readonly Asked[] = perDay
  .flatMap((count, day) => Array.from({ length: count }, () => perDay.length - 1 - day))
  .toReversed()
  .map((daysAgo, index): Asked => {
    const number = Math.floor(index / unansweredShare);
    const query = index % unansweredShare === 1 ? unanswered.flat()[number] : undefined;
    if (query !== undefined) return { query, daysAgo, helped: undefined };
    return { query: answered[index % answered.length] ?? answered[0], daysAgo, helped: verdictOf(index) };
  })
  .toReversed();

type Asking = { readonly url: string; readonly token: string; readonly collection: string };

/** Asks them all, and judges answers; returns the ids of the answers, in order. */
export const askAndJudge = async ({ url, token, collection }: Asking): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (const { query, helped } of asked) {
    const body = { collection_id: collection, query };
    const found = await call(url, 'POST /api/search', { credential: token, body });
    requireOk(found);
    const id = found.headers.get('Answer-Id') ?? '';
    ids.push(id);
    if (helped === undefined) continue;
    const judged = await call(url, `PUT /api/answers/${id}/verdict`, { credential: token, body: { helped } });
    if (judged.status !== 204) throw new Error(`The verdict was answered ${judged.status}`);
  }
  return ids;
};

const dayMs = 86_400_000;
/** Between two questions of a day. */
const pauseMs = 17 * 60_000;

/** Puts questions on their days in the log of a service that has stopped: asked within seconds they are all of one day, of which the figures draw no line. */
export const moveToTheirDays = (folder: string, answerIds: readonly string[]): void => {
  const log = new DatabaseSync(join(folder, 'events.db'));
  const move = log.prepare(`UPDATE events SET metadata = json_set(metadata, '$.at', ?) WHERE stream = ?`);
  for (const [index, { daysAgo }] of asked.entries()) {
    const later = asked.slice(index).filter((other) => other.daysAgo === daysAgo).length;
    const at = new Date(Date.now() - daysAgo * dayMs - later * pauseMs);
    move.run(at.toISOString(), streamOf.question(answerIds[index] ?? ''));
  }
  log.close();
  // The next start builds them from the log.
  for (const name of globSync('views-questions-*', { cwd: folder })) rmSync(join(folder, name));
};
