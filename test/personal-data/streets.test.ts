import test from 'ava';
import { cleanQuery } from '../../src/personal-data/clean.ts';

const kept: Record<string, readonly string[]> = {
  'a street by what stands in it': [
    'отделение на Кочетова, 4',
    'банкомат на Ярагского сломан',
    'касса на Марата закрыта',
    'пункт выдачи на Плеханова',
  ],
  'a street by a rank': ['магазин на Маршала Конева', 'дом 3 по Академика Павлова', 'по адресу Героев Самотлора, 2'],
  'a street of a full name': [
    'офис на Богдана Хмельницкого',
    'салон на Софьи Перовской закрыт',
    'курьер ждёт на Розы Люксембург',
    'у нас Карла Либкнехта дом 8',
    'адрес: Казань, Мусы Джалиля, 19',
    'улица Мира есть, а Клары Цеткин — нет',
    'дом 15 по Бориса Галушкина',
    'порт на доме Василисы Кожиной, 8',
    'Марьина Роща, пункт выдачи',
    'на улице Зои и Александра Космодемьянских, 2',
    'ул. Вильгельма де Геннина',
  ],
  'a street after по, which takes no genitive': ['ходит по Герцена', 'трамвай по Плеханова'],
  'a street or a station in the accusative': ['переехали на Тургеневскую'],
  'another street with the same preposition': ['Офис на Мира закрыт, второй на Ланского открыт'],
  'a street of an adjective with its number': ['Адрес: Пермь, Садовская 12'],
  'a town of two words on a route': ['Киров — Нижний Новгород, электричка'],
  'a street by what closes there': ['Мария-Ра на Попова закрылась'],
  'a street instead of another': ['ведёт на Лермонтова вместо Лермонтовского'],
  'two streets together': [
    'люк на Чехова/Некрасова',
    'от Ушакова до Нахимова',
    'с Марата на Восстания',
    'Район Кирова – Фрунзе',
  ],
  'a corner of streets': [
    'на углу Чехова и Розы Люксембург',
    'ворота со стороны Щербакова',
    'на пересечении Ланской и Крупской',
  ],
  'a street with its house at the end of a sentence': ['Третий этаж, Щорса 9.'],
  'a town after its noun': ['живу в городе Королёв'],
};

for (const [rule, texts] of Object.entries(kept))
  test(`streets: ${rule} stays`, (t) => {
    for (const text of texts) t.is(cleanQuery(text), text);
  });

const masked: Record<string, readonly (readonly [string, string])[]> = {
  'to whom something is made out': [
    ['бронь на Жукова', 'бронь на [ИМЯ]'],
    ['переключите на Вишневскую', 'переключите на [ИМЯ]'],
    ['оформить на Льва Зимина', 'оформить на [ИМЯ]'],
    ['тикет на Кирсанову', 'тикет на [ИМЯ]'],
    ['звонок на Ольховскую', 'звонок на [ИМЯ]'],
    ['вход под Арутюновой', 'вход под [ИМЯ]'],
    ['Жукова и Королева в отпуске', '[ИМЯ] и [ИМЯ] в отпуске'],
    ['переписать с Жукова на Королева', 'переписать с [ИМЯ] на [ИМЯ]'],
    ['обижена на Жукова', 'обижена на [ИМЯ]'],
    ['со стороны Ветрова возражений нет', 'со стороны [ИМЯ] возражений нет'],
  ],
};

for (const [rule, cases] of Object.entries(masked))
  test(`streets: ${rule} is a person`, (t) => {
    for (const [text, expected] of cases) t.is(cleanQuery(text), expected, text);
  });
