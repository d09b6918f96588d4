import test from 'ava';
import { cleanQuery } from '../../src/personal-data/clean.ts';

const masked: Record<string, readonly (readonly [string, string])[]> = {
  'persons beside a place': [
    ['на склад Владимир не приходил', 'на склад [ИМЯ] не приходил'],
    ['офис Владимира закрыт', 'офис [ИМЯ] закрыт'],
    ['акт подписал П. И. Чайкин', 'акт подписал [ИМЯ]'],
  ],
  'a full name after a thing': [
    ['платье Зоя Ветрова не забрала', 'платье [ИМЯ] не забрала'],
    ['директор бренда Нина Шилова', 'директор бренда [ИМЯ]'],
    ['сказал по телефону Глеб Ветров', 'сказал по телефону [ИМЯ]'],
  ],
};

for (const [rule, cases] of Object.entries(masked))
  test(`names: ${rule}`, (t) => {
    for (const [text, expected] of cases) t.is(cleanQuery(text), expected, text);
  });

const kept: Record<string, readonly string[]> = {
  'places with a rank and initials': [
    'институт им. Д.И. Менделеева',
    'завод им. И. А. Лихачёва',
    'ул. Маршала Р. Я. Малиновского, 3',
    'на площади А. Д. Сахарова',
  ],
  'places after an abbreviation in any case': [
    'по пр-ту Вернадского',
    'на б-ре Генерала Карбышева',
    'в мкр-не Гагарина',
  ],
  'branches called by their town': [
    'терминал Владимир',
    'филиал Пушкин закрыт',
    'Отделение СДЭК Чехов',
    'г.о. Королёв',
  ],
  'routes between towns': ['рейс Владимир — Самара', 'билет Киров - Пермь'],
  'goods called by their designer': [
    'духи Нина Риччи',
    'от бренда Карла Лагерфельд',
    'сумка Майкл Корс',
    'духи Жан Поль Готье',
  ],
};

for (const [rule, texts] of Object.entries(kept))
  test(`names: ${rule} stay`, (t) => {
    for (const text of texts) t.is(cleanQuery(text), text);
  });
