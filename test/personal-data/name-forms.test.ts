import test from 'ava';
import { cleanQuery } from '../../src/personal-data/clean.ts';

const masked: Record<string, readonly (readonly [string, string])[]> = {
  "a father's name with its particle": [
    ['полис Алиева Рашада Вугар оглы', 'полис [ИМЯ]'],
    ['Я Бакыт уулу Нурлан', 'Я [ИМЯ]'],
  ],
  'families after "from" and "for"': [
    ['письмо от Зайцевых', 'письмо от [ИМЯ]'],
    ['ключи для Петровых', 'ключи для [ИМЯ]'],
  ],
  'an unknown name set off after "I"': [['пишу я, Беатриса, из Чили', 'пишу я, [ИМЯ], из Чили']],
  'jobs the dictionary does not have': [
    ['Тьютор Вера Олеговна занята', 'Тьютор [ИМЯ] занята'],
    ['Сомнолог Глеб Ильич', 'Сомнолог [ИМЯ]'],
  ],
  "a woman's surname without cases on her left": [['счёт на Коваль Инну', 'счёт на [ИМЯ]']],
  'Chinese names': [['пропуск на Чжан Лэя', 'пропуск на [ИМЯ]']],
  'lower-case names to whom something is given': [
    ['скинь диме пароль', 'скинь [ИМЯ] пароль'],
    ['а диме передайте ключи', 'а [ИМЯ] передайте ключи'],
  ],
  'lower-case first name and surname in one case': [['идите к паше иванову', 'идите к [ИМЯ]']],
  'lower-case surnames before first name and patronymic': [['фио орлова инна юрьевна', 'фио [ИМЯ]']],
  'a lower-case woman to whom something is made out': [['пропуск на ковалеву', 'пропуск на [ИМЯ]']],
  'names that are set against each other': [
    ['платил не Рябоконь, а Рябошапка', 'платил не [ИМЯ], а [ИМЯ]'],
    ['выдали не Зайцеву, а Мельнику', 'выдали не [ИМЯ], а [ИМЯ]'],
    ['была Лазутина, стала Штерн', 'была [ИМЯ], стала [ИМЯ]'],
    ['вместо Ветрова напечатали Ветренного', 'вместо [ИМЯ] напечатали [ИМЯ]'],
    ['переписать с Дроздецкой на Мельник', 'переписать с [ИМЯ] на [ИМЯ]'],
    ['на имя Штольца с опечаткой «Штольтца»', 'на имя [ИМЯ] с опечаткой «[ИМЯ]»'],
    ['не «Филиппову Илье», а «Филипповой Илоне»', 'не «[ИМЯ]», а «[ИМЯ]»'],
  ],
  'a surname and a first name on a ticket': [['место 4А, ОРЛОВА/ЯНА', 'место 4А, [ИМЯ]']],
  'a passenger in Latin capitals': [['Пассажир DE SOUZA MARCO, место 4А', 'Пассажир [ИМЯ], место 4А']],
  'a first name with a title of respect': [
    ['Техник Шухрат-ака приезжал', 'Техник [ИМЯ] приезжал'],
    ['Бахтияр ака сказал', '[ИМЯ] ака сказал'],
  ],
  'a woman without cases between surname and patronymic': [['от Юсуповой Дилором Каримовны', 'от [ИМЯ]']],
  'behind a noun for a person with its number': [
    ['жилец кв. 61 Яхонтов', 'жилец кв. 61 [ИМЯ]'],
    ['Водитель маршрута 12 Гафуров', 'Водитель маршрута 12 [ИМЯ]'],
  ],
  'between "me" and "is called"': [['меня Нурзат зовут', 'меня [ИМЯ] зовут']],
  'an adjective that has nothing to qualify': [
    ['у Пшеничного пропали папки', 'у [ИМЯ] пропали папки'],
    ['звонила некая Дубовицкая', 'звонила некая [ИМЯ]'],
  ],
  'surnames that look like verbs and adjectives': [
    ['имя Алексей Громыхало', 'имя [ИМЯ]'],
    ['Агата Вольская, отдел кадров', '[ИМЯ], отдел кадров'],
    ['Пшеничный Олег едет', '[ИМЯ] едет'],
    ['Жидких Антонина, Омск', '[ИМЯ], Омск'],
  ],
  'who did what a name did before': [['Ушакова приняла, Железняк проверил', '[ИМЯ] приняла, [ИМЯ] проверил']],
  'an unknown surname with its number or its deed': [
    ['Тётушкин, табельный 3318', '[ИМЯ], табельный 3318'],
    ['Кузнечихин опять без пропуска', '[ИМЯ] опять без пропуска'],
    ['менеджер ушёл, Лопухов не отвечает', 'менеджер ушёл, [ИМЯ] не отвечает'],
    ['федосеева кв 88 вызывала мастера', '[ИМЯ] кв 88 вызывала мастера'],
  ],
  'a first name with its ё': [['у тёмы такой же баг', 'у [ИМЯ] такой же баг']],
  'a surname before a name that is another word too': [
    ['Блинова Марта, моб', '[ИМЯ], моб'],
    ['Осипчук Лилия', '[ИМЯ]'],
    ['ребёнок Ковтун Алиса, 4 года', 'ребёнок [ИМЯ], 4 года'],
    ['умершему, Горобцу Филиппу Савельевичу', 'умершему, [ИМЯ]'],
    ['выдана Цой Виолетте Енсуновне', 'выдана [ИМЯ]'],
  ],
  'names of every day joined or called by a greeting': [
    ['Соня и Рома уже в чате', '[ИМЯ] и [ИМЯ] уже в чате'],
    ['Костя привет, скинь пароль', '[ИМЯ] привет, скинь пароль'],
  ],
  'lower-case surnames by a question, initials or a label': [
    ['кто такой рубцов и почему', 'кто такой [ИМЯ] и почему'],
    ['клиентка зубкова н п ждёт', 'клиентка [ИМЯ] ждёт'],
    ['от кого: шамсутдинова резеда', 'от кого: [ИМЯ]'],
  ],
  'surnames with one initial and no full stop': [
    ['Муллагалиева Р, бухгалтерия', '[ИМЯ], бухгалтерия'],
    ['Стоп: Юнусов Ш, Тищенко Р — всё', 'Стоп: [ИМЯ], [ИМЯ] — всё'],
  ],
  'an adjective before first name and patronymic': [['От: Бережной Степан Ильич', 'От: [ИМЯ]']],
  'a woman without cases behind her surname': [['у Байрамовой Севинч', 'у [ИМЯ]']],
  'a shortened first name before a patronymic': [['Людмил Петровна, посмотрите', '[ИМЯ], посмотрите']],
  'lower-case names told by their verb': [
    ['я насте писала', 'я [ИМЯ] писала'],
    ['передумала. лилия замалеева, казань', 'передумала. [ИМЯ], казань'],
    ['валера с техотдела', '[ИМЯ] с техотдела'],
  ],
  'a surname alone before an address': [['Согласовано. Мельниченко. a@b.ru', 'Согласовано. [ИМЯ]. [EMAIL]']],
  'a name that is a mountain range and a surname': [['назначьте на Юру Клименко', 'назначьте на [ИМЯ]']],
  'a surname of several behind which a name stands': [['Гость — Мещеряков Лука, почта', 'Гость — [ИМЯ], почта']],
  'г. for a gentleman': [['звонил г. Штольц, говорит', 'звонил г. [ИМЯ], говорит']],
  'an initial before a surname like a place': [['Жду ответа. Р. Крестовский', 'Жду ответа. [ИМЯ]']],
  'nouns for a person that end like surnames': [['Господин Вагнер, ваш рейс', 'Господин [ИМЯ], ваш рейс']],
  'lower-case name before a flat': [['ковалёва света, кв 56', '[ИМЯ], кв 56']],
  'whose mail it is': [['Почта Селезнёва переполнена', 'Почта [ИМЯ] переполнена']],
  'a double surname of which one half is unknown': [['письмо: Ярмольник-Сотников', 'письмо: [ИМЯ]']],
  'a name with a shortened middle': [['Егор Дм. Вахрушев просит', '[ИМЯ] просит']],
  'a lower-case particle between role and name': [['Слушатель фон Берг Теодор', 'Слушатель [ИМЯ]']],
  'a job cut short': [['гл. бух. Сорокоумова', 'гл. бух. [ИМЯ]']],
  'lower-case double and short forms': [
    ['Здравствуйте анна-софия я вам писала', 'Здравствуйте [ИМЯ] я вам писала'],
    ['ваш тимурчик нахамил', 'ваш [ИМЯ] нахамил'],
    ['контакты вики из отдела', 'контакты [ИМЯ] из отдела'],
  ],
  'an adjective that is a surname in its case': [['документы Громовой готовы', 'документы [ИМЯ] готовы']],
  'a name on a badge': [['парень с бейджем «Нурлан»', 'парень с бейджем «[ИМЯ]»']],
  'initials after a preposition in capitals': [['С Кузнечиком Б. Б. не говорю', 'С [ИМЯ] не говорю']],
};

for (const [rule, cases] of Object.entries(masked))
  test(`names: ${rule}`, (t) => {
    for (const [text, expected] of cases) t.is(cleanQuery(text), expected, text);
  });

const kept: Record<string, readonly string[]> = {
  'institutions of two nouns': ['Музей-квартира Достоевского', 'музей-усадьба Некрасова закрыт'],
  'goods by the state they came in': ['Роза пришла сломанная', 'Лилия приехала мятая'],
  'objects of a clause': ['Роза, которую вы прислали, завяла', 'Роман, который я заказывала'],
  'a noun that opens the sentence with a verb': ['Машина не приехала'],
  slang: ['оплатил донат вчера', 'почистил куки', 'принесите акку'],
  'objects of several': ['Доброе утро! Роман прислали не тот'],
  'a noun with its clause': ['Надежда, что ответят, тает'],
  'what a text says is a thing': ['Лилия — это тариф?', 'Вика — это же виртуальный помощник'],
  'what an assistant is told': ['Алиса, включи музыку'],
  'titles of works': [
    'концерт «Вечер памяти Виктора Цоя»',
    'книга «Стив Джобс. Биография»',
    'набор «Гарри Поттер и тайная комната»',
  ],
  'figures and brands of full names': ['билеты на «Анну Каренину»', 'Гарри Поттер (книга)', 'Джек Дэниэлс разбили'],
  'companies called by a surname': ['«Новикова Групп»', 'Лысенко и партнёры, бюро'],
  pets: ['Кошка Дуся перегрызла кабель'],
  'what begins a quotation': ['ошибка «Поле не может быть пустым»', 'пишет «Поле объекта не найдено»'],
  'abbreviated adjectives and posts': ['ген. директором назначен', 'назначить и.о. директора'],
  'everyday words that are rare names': [
    'Укажите, пожалуйста, марку авто',
    'от имени жильцов дома',
    'Логи отправил на почту',
  ],
  'lines of a subject': ['кому: поддержка\nтема: отчёт'],
  'products after a digit': ['Поддержка 1С-Рарус ответила'],
  'medicines and things called by an inventor': [
    'капли Зеленина',
    'автомат Калашникова',
    'Памятник Минину и Пожарскому',
  ],
  'a form that is a thing where something is given': ['дай мире шанс'],
};

for (const [rule, texts] of Object.entries(kept))
  test(`names: ${rule} stay`, (t) => {
    for (const text of texts) t.is(cleanQuery(text), text);
  });
