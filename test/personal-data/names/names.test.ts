import test from 'ava';
import { runAtOnce } from '../../../src/concurrency/steps.ts';
import { NameFinder } from '../../../src/personal-data/names/find-names.ts';
import { cleanQuery } from '../../../src/personal-data/clean.ts';

const masked: Record<string, readonly (readonly [string, string])[]> = {
  'initials on either side of a surname': [
    ['Акт подписал Ю. В. Горбунков', 'Акт подписал [ИМЯ]'],
    ['Горбункову Ю.В. отказали', '[ИМЯ] отказали'],
    ['Платёж от Ларисы Т.', 'Платёж от [ИМЯ]'],
    ['ю. в. горбунков', '[ИМЯ]'],
  ],
  'a patronymic in any letter case, spoken ones too': [
    ['ответила тамара львовна', 'ответила [ИМЯ]'],
    ['Спросите Ивана Саныча', 'Спросите [ИМЯ]'],
    ['Марь Петровна в отпуске', '[ИМЯ] в отпуске'],
    ['ЛЬВОВ ПЁТР ИЛЬИЧ', '[ИМЯ]'],
  ],
  'a first name with its surname in every case': [
    ['Передали Тамаре Ветровой', 'Передали [ИМЯ]'],
    ['с Ветровым Глебом договорились', 'с [ИМЯ] договорились'],
    ['это глеб ветров', 'это [ИМЯ]'],
    ['Марин Ле Блан', '[ИМЯ]'],
    ['Алиев Гусейн Тофик оглы', '[ИМЯ]'],
  ],
  'a clear first name anywhere, in lower case too': [
    ['Посылку забрала Зинаида', 'Посылку забрала [ИМЯ]'],
    ['вчера писала оксана', 'вчера писала [ИМЯ]'],
    ['Гульшат и Равшан ждут', '[ИМЯ] и [ИМЯ] ждут'],
  ],
  'short and familiar forms': [
    ['Танюша, спасибо!', '[ИМЯ], спасибо!'],
    ['Димасик опять удалил базу', '[ИМЯ] опять удалил базу'],
    ['Тань, глянь почту', '[ИМЯ], глянь почту'],
  ],
  'an everyday word is a name where a person is spoken of': [
    ['Вера, добрый день', '[ИМЯ], добрый день'],
    ['Меня зовут Роза', 'Меня зовут [ИМЯ]'],
    ['С уважением, Надежда', 'С уважением, [ИМЯ]'],
    ['Лев позвонил и извинился', '[ИМЯ] позвонил и извинился'],
    ['Роман: добрый день', '[ИМЯ]: добрый день'],
  ],
  'a word after a noun for a person': [
    ['Курьер Абдужабборов опоздал', 'Курьер [ИМЯ] опоздал'],
    ['Менеджер Ветер не отвечает', 'Менеджер [ИМЯ] не отвечает'],
    ['жалоба на оператора горбункову', 'жалоба на оператора [ИМЯ]'],
  ],
  'an announced name, whatever word it is': [
    ['Моя фамилия Камень', 'Моя фамилия [ИМЯ]'],
    ['ФИО: Лось Ада', 'ФИО: [ИМЯ]'],
  ],
  'a surname beside what only a person does': [
    ['Хромов пообещал скидку', '[ИМЯ] пообещал скидку'],
    ['жду ответа от Карапетяна', 'жду ответа от [ИМЯ]'],
  ],
  'a signature on its own line': [['С уважением,\nВетрова Алла', 'С уважением,\n[ИМЯ]']],
  'double names with a hyphen': [['Анна-Луиза Мамина-Сибирская', '[ИМЯ]']],
  'the same name in Latin letters in brackets': [['Писал Джон Смитсон (John Smithson)', 'Писал [ИМЯ] ([ИМЯ])']],
};

for (const [rule, cases] of Object.entries(masked))
  test(`names: ${rule}`, (t) => {
    for (const [text, expected] of cases) t.is(cleanQuery(text), expected, text);
  });

const kept: Record<string, readonly string[]> = {
  'streets, stations and squares': [
    'ул. Гоголя, д. 3',
    'проспект Маршала Говорова, 5',
    'Университет имени Герцена',
    'Гоголя 15',
    'Лиговский проспект',
    'метро Фрунзенская',
  ],
  'towns and regions': ['Мы из Чехова', 'Склад в Королёве', 'г. Пушкин', 'во Владимире', 'Ивановская область'],
  'brands, goods and assistants': [
    'Алиса не слышит меня',
    'Салат Цезарь невкусный',
    'Ресторан «Татьяна» закрыт',
    'Лада Приора',
    'Система Платон зависла',
    'Модель Ольга-3 сломана',
    'Форд не заводится',
  ],
  'everyday words that are names elsewhere': [
    'Вера в сервис пропала',
    'Света нет второй день',
    'слава богу',
    'роман хороший',
    'Надежда ещё есть',
    'Мороз на улице',
    'Белых футболок нет',
  ],
  'capitals of products and sentences': [
    'Личный Кабинет не открывается',
    'Кнопка Отправить серая',
    'ИНН и КПП верны',
    'Здравствуйте, Заказ не пришёл',
    'Клиент Банка',
    'Имя пользователя занято',
  ],
};

for (const [rule, texts] of Object.entries(kept))
  test(`names: ${rule} stay`, (t) => {
    for (const text of texts) t.is(cleanQuery(text), text);
  });

test('names: what one finder has learnt of a word means nothing to another', (t) => {
  const texts = ['Позовите Лену из бухгалтерии', 'ул. Маршала Жукова', 'С уважением, Мороз', 'Роза из коробки'];
  const marksOf = (finder: NameFinder, order: readonly string[]): Map<string, readonly boolean[]> =>
    new Map(order.map((text) => [text, runAtOnce(finder.read(text)).marked]));
  const [first, second] = [marksOf(new NameFinder(), texts), marksOf(new NameFinder(), texts.toReversed())];
  for (const text of texts) t.deepEqual(first.get(text), second.get(text), text);
  t.true(first.get('Позовите Лену из бухгалтерии')?.[1]);
  t.false(first.get('ул. Маршала Жукова')?.[3]);
});
