import test from 'ava';
import { cleanConversation, cleanQuery } from '../../../src/personal-data/clean.ts';

const masked: Record<string, readonly (readonly [string, string])[]> = {
  'the value of a field that holds a person, whatever word it is': [
    ['{"client": "Ромашка", "sum": 5}', '{"client": "[ИМЯ]", "sum": 5}'],
    ['lastName=Сом; firstName=Глеб', 'lastName=[ИМЯ]; firstName=[ИМЯ]'],
    ['{"name":"Тихон Ветров"}', '{"name":"[ИМЯ]"}'],
    ["INSERT INTO people VALUES (7, 'Ветрова Зоя')", "INSERT INTO people VALUES (7, '[ИМЯ]')"],
    ['fio: Лось Ада', 'fio: [ИМЯ]'],
  ],
  'a name before a telephone or an address': [
    ['Лилия, 8 921 400-10-20', '[ИМЯ], [ТЕЛЕФОН]'],
    ['From: "Роза Ветрова" <roza@firma.ru>', 'From: "[ИМЯ]" <[EMAIL]>'],
    ['8 921 400-10-20 (Роза)', '[ТЕЛЕФОН] ([ИМЯ])'],
  ],
  'the label of a person or of a deed': [
    ['Контакт: Роза', 'Контакт: [ИМЯ]'],
    ['Проверил: Карасёв. Сдала: Лапина', 'Проверил: [ИМЯ]. Сдала: [ИМЯ]'],
    ['начальник цеха Кравец: готово', 'начальник цеха [ИМЯ]: готово'],
    ['Менеджер Ли не отвечает', 'Менеджер [ИМЯ] не отвечает'],
  ],
  'a word told by where it works': [['позовите лену из бухгалтерии', 'позовите [ИМЯ] из бухгалтерии']],
  'a short vocative at the end of a phrase': [['ладно, Серёж', 'ладно, [ИМЯ]']],
  'one who introduces himself or is introduced, in lower case too': [
    ['с вами вера, слушаю', 'с вами [ИМЯ], слушаю'],
    ['зовут меня роза', 'зовут меня [ИМЯ]'],
  ],
  'the label of the next field is no surname': [
    ['ФИО: Ветров Глеб Тел: 8 921 400-10-20', 'ФИО: [ИМЯ] Тел: [ТЕЛЕФОН]'],
    ['Клиент Глеб Статус новый', 'Клиент [ИМЯ] Статус новый'],
  ],
  'labels that go on before their colon': [
    ['Клиент №7: Роза', 'Клиент №7: [ИМЯ]'],
    ['Поставила задачу: Лапина', 'Поставила задачу: [ИМЯ]'],
  ],
  'a surname alone on the last line': [['Жду.\nПирогов', 'Жду.\n[ИМЯ]']],
  'vocatives built from any short name': [
    ['Андрюш, глянь', '[ИМЯ], глянь'],
    ['Марусь, где акт?', '[ИМЯ], где акт?'],
  ],
  'a salutation in quotation marks': [['в письме «Уважаемый Глеб»', 'в письме «Уважаемый [ИМЯ]»']],
  'names of Central Asia and the Caucasus by how they are composed': [
    ['переписывался с Темирбеком', 'переписывался с [ИМЯ]'],
    ['ждём Абдусалима до шести', 'ждём [ИМЯ] до шести'],
    ['Гульбахрам молодец', '[ИМЯ] молодец'],
  ],
  'a profession before a full name is no surname': [
    ['Воспитатель Зоя Ильинична занята', 'Воспитатель [ИМЯ] занята'],
    ['Замерщик Глеб Ильич в пути', 'Замерщик [ИМЯ] в пути'],
  ],
  'the owner of a thing': [['Телефон Марины утонул', 'Телефон [ИМЯ] утонул']],
  'a greeting after the name without a comma': [['костя привет', '[ИМЯ] привет']],
  'a name alone on the last line': [['Жду ответа.\nВероника', 'Жду ответа.\n[ИМЯ]']],
  'the subject of a verb': [['Ира не видит счёт', '[ИМЯ] не видит счёт']],
  'lines of a list beside a name': [
    ['- Зинаида\n- Роза\n- Глеб', '- [ИМЯ]\n- [ИМЯ]\n- [ИМЯ]'],
    ['1) Ветров\n2) Кузнецов', '1) [ИМЯ]\n2) [ИМЯ]'],
  ],
  'surnames joined to a name by a comma or "and"': [
    ['Карасёв, Быков и Кузнецов в отпуске', '[ИМЯ], [ИМЯ] и [ИМЯ] в отпуске'],
  ],
  'a namesake of a town in a case that the town does not have': [
    ['Жуковскому не вернули деньги', '[ИМЯ] не вернули деньги'],
    ['заменили Ветрову на Шилову', 'заменили [ИМЯ] на [ИМЯ]'],
  ],
  'speakers of a log': [['Орехова: готово', '[ИМЯ]: готово']],
  'surnames after the word itself': [
    ['фамилия бондарь', 'фамилия [ИМЯ]'],
    ['Фамилия: Соловей', 'Фамилия: [ИМЯ]'],
    ['это Иван Долгих', 'это [ИМЯ]'],
  ],
  'the speaker of a quotation': [['«Всё готово», — говорит Гернсбек', '«Всё готово», — говорит [ИМЯ]']],
  'foreign names with a particle, Korean names': [
    ['победил Люк Ван Рейсен', 'победил [ИМЯ]'],
    ['приехал Пак Чон Хи', 'приехал [ИМЯ]'],
    ['министр Н. Кан', 'министр [ИМЯ]'],
  ],
  'two persons in different cases': [['муж Марии Глеб', 'муж [ИМЯ] [ИМЯ]']],
};

for (const [rule, cases] of Object.entries(masked))
  test(`names: ${rule}`, (t) => {
    for (const [text, expected] of cases) t.is(cleanQuery(text), expected, text);
  });

const kept: Record<string, readonly string[]> = {
  'values and labels of things': [
    '{"product": "Роза", "city": "Владимир"}',
    'Город: Киров',
    'Улица: Гоголя',
    'Товар: Лилия',
    'Название: Надежда',
  ],
  'hyphenated words that go on in lower case': ['Руководитель ИТ-службы', 'Менеджер Веб-студии'],
  'compounds for things': ['Кофеварка Деликато', 'Видеокарта Радеон'],
  'adjectives before their noun': ['Врачи Хромолинской больницы', 'Во время Трёхдневной войны'],
  'towns after "в", stations after "на"': [
    'доставка в Серпухов и в Чехов',
    'встретимся на Достоевской',
    'м. Достоевская',
  ],
  'participles and slang': ['вам дана инструкция', 'ава не грузится', 'лид закрыт', 'статья в Вики'],
  'taxis, saloons and schools': ['такси Максим не едет', 'шашлычная Тимур', 'автошкола Виктория'],
  'genitives that are no subject': ['света не было', 'после марта ничего не приходит'],
  'assistants and clubs': ['виртуальный помощник Олег молчит', 'Спартак выиграл'],
  'known figures': ['День Святого Валентина', 'Дед Мороз не приехал'],
  'goods by their name': ['плед Адель', 'тумба Инга', 'корм Бруно'],
  'words after a greeting that is over': ['Спасибо\nсвета нет третий день', 'третий день\nАлиса не слышит меня'],
  'words with the endings of eastern names': ['кешбек не пришёл', 'экстрадировали заказ', 'Стритбол в парке'],
  animals: ['мышь Логитек не работает'],
  'formulas and languages': ['формула Герона', 'язык Паскаль'],
};

for (const [rule, texts] of Object.entries(kept))
  test(`names: ${rule} stay`, (t) => {
    for (const text of texts) t.is(cleanQuery(text), text);
  });

test("names: the agent's and the client's names are masked in their other forms in every message", (t) => {
  t.deepEqual(
    cleanConversation(
      [
        'Не открывается счёт',
        'Здравствуйте! Меня зовут Роза, проверяю.',
        'Розе спасибо, а Мухину привет',
        'Роза ответила',
      ],
      'Мухин Пётр',
    ),
    [
      'Не открывается счёт',
      'Здравствуйте! Меня зовут [ИМЯ], проверяю.',
      '[ИМЯ] спасибо, а [ИМЯ] привет',
      '[ИМЯ] ответила',
    ],
  );
});
