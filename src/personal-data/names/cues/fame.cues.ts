import { cue } from './cue.ts';

/** Famous persons, heroes and those whom contests are named after; their namesakes are persons like any others. */
export const fame = {
  /** Works, lessons, monuments and tasks that speak of somebody famous. */
  famousInWork: [
    cue('<studying> (наизусть|вслух|дома|всего|всю|не)? [<famousOnly> & <ofCase>]', {
      yes: ['органист играл Баха без антракта', 'к семинару прочитать Канта, главы 1–2', 'не прочитали Тургенева'],
      no: ['прочитал ‹Тургеневу› письмо'],
    }),
    cue('<studyingOnly> (наизусть|вслух|дома)? [<famous> & <ofCase>]', {
      yes: ['Задали выучить Крылова наизусть'],
      no: ['слушали ‹Крылова› на планёрке'],
    }),
    cue('<workNoun> [<figureWord> & <ofCase>]', {
      yes: ['этюды Черни сложноваты', 'аудиокнига Булгакова обрывается', 'собрание сочинений Крылова'],
      no: ['заявка ‹Булгакова› закрыта'],
    }),
    cue("(<workNoun> | <weakWork>) '«“' any{1,5} '»”' [<figureWord> & <ofCase>]", {
      yes: ['Премьера «Грозы» Островского сдвинулась'],
    }),
    cue("'»”' [<famousOnly> & <ofCase> & !nameNominative]", { yes: ['«Мёртвые души» Гоголя с браком'] }),
    cue('/^(?:про|от)?звуч/ [<famousOnly>]', { yes: ['в зале звучит Верди', 'прозвучат Бах и Гендель'] }),
    cue('/экскурси/ (по|в|во|на|к|ко) (lower & noun)? [<figureWord>]', { yes: ['экскурсия по дому Достоевского'] }),
    cue('<someone> [<famousOnly> & !(name:datv & !name:gent)] !(из|с|со)', {
      yes: ['спросили какого-то Менделя', 'опять этот Фрейд в программе'],
      no: ['какой-то ‹Мендель› из бухгалтерии'],
    }),
    cue("[opens & <famousOnly>] '.' (Capital & (семинар-|лекци-|урок-|заняти-|вебинар-|конспект-|практикум-))", {
      yes: ['Достоевский. Семинар перенесли'],
    }),
    cue('<tale> <topic> (lower & (adjective | noun))? [Capital & (first | surname | !known)] !из', {
      yes: ['сказки про Машу и медведя', 'нет песни про Катюшу', 'анекдот о поручике Ржевском'],
      no: ['фильм про ‹Машу› из нашего отдела'],
    }),
    cue('<tale> <topic> (Capital & (first | !known)) (и (lower & noun)?)? [Capital & (first | surname | !known)]', {
      yes: ['песни о Стеньке Разине', 'кассета со сказкой про Алёнушку и братца Иванушку'],
    }),
    cue(
      '(<monument>|мемориал-|обелиск-|стел-) (Capital & first и)? [Capital & first & name:datv] (и Capital | !capitalised)',
      {
        yes: ['стела Борису и Глебу'],
      },
    ),
    cue('(<monument>|мемориал-|обелиск-|стел-) [<figureWord>]', { yes: ['на мемориале Панфилову не горит свет'] }),
    cue('<printed> (с|со) [<famousOnly> | <hero> & first]', {
      yes: ['Кружка с Дарвином разбилась', 'постер с Шуриком пришёл мятый'],
    }),
    cue('(<weakLesson> | час) <ofLesson>? (на тему)? <topic> [<famousOnly> | <heroOnly>]', {
      yes: ['Классный час про Гагарина', 'тест по Достоевскому', 'час памяти о Маресьеве'],
      no: ['материалы по ‹Королёву› у юриста'],
    }),
    cue("<weakLesson> (any & !'.!?:;'){0,4} ':' [<famousOnly> | <heroOnly>]", {
      yes: ['Тест «Угадай художника»: Левитан или Саврасов?'],
    }),
    cue('вместо [<famousOnly> & <ofCase>] (положили|прислали|привезли|вложили|выдали|пришел|пришла|пришли)', {
      yes: ['вместо Достоевского положили другого автора'],
      no: ['вместо ‹Достоевского› дежурит другой'],
    }),
    cue('(ходили|сходили|пойдем|идем|пошли|опоздали|опоздал|опоздала|сходить) на [<famousOnly> & <ofCase>]', {
      yes: ['Ходили на Мольера всем классом'],
    }),
    cue('<lesson> (<ofLesson> | capitalised{1,2})? (на тему)? <topic> [<figureWord>]', {
      yes: ['викторина про Гагарина', 'Конкурс чтецов по Ахматовой', 'урок мужества про Карбышева', 'книга о Жукове'],
      no: ['вопрос про ‹Смирнова› из бухгалтерии'],
    }),
    cue("<lesson> (any & !'.!?:;'){0,4} ':' [<famousOnly> | <heroOnly>]", {
      yes: ['Семинар по философии: Аристотель'],
      no: ['Семинар: ‹Смирнов› и ‹Титова› не придут'],
    }),
    cue('<gettingBooks> [<famousOnly> & <ofCase>]', {
      yes: ['заказали Толкина, а привезли другое', 'дочитала Ремарка'],
      no: ['вызвали ‹Толкачёва›'],
    }),
    cue(
      "(<gettingBooks>|нужен|нужна) any{0,4} ',' а (привезли|прислали|положили|принесли|пришел|пришла) [<figureWord> | <author>]",
      {
        yes: ['нужен Мерзляк, а прислали Макарычева', 'заказали Толкина, а привезли Роулинг'],
      },
    ),
    cue('(<calling> & any:C) [<figureWord> & (any:C | !hasCases)]', {
      yes: ['маршал Жуков — тема урока', 'картину художника Шишкина'],
      no: ['менеджер ‹Жуков› уволился'],
    }),
    cue("[<famousOnly>] ','? '«' Capital any{0,4} '»'", { yes: ['Шуберт «Форель», ноты для скрипки'] }),
    cue("[<figureWord>] ',' (глава|главы|главу|том|тома|опус|соч|сочинение|соната|симфония|прелюдия|фуга)", {
      yes: ['прислали только Канта, главы 1–2'],
    }),
    cue('[<famousOnly>] (на зачете|на экзамене|на уроке|на семинаре|наизусть|в переводе|в подлинниках|в оригинале)', {
      yes: ['спросят Декарта на зачёте'],
    }),
    cue('noun:performed [<famousOnly> & name:gent & <ofCase>]', {
      yes: ['картина Айвазовского', 'две песни Цоя', 'билеты на вечер Рахманинова', 'гудок с песней Высоцкого'],
      no: ['вечер ‹Толкачёва› отменён'],
    }),
    cue("(<lesson> | <weakLesson> | <event>) ',' /^посвящ/ [<figureWord>]", {
      yes: ['вечер, посвящённый Цветаевой, пройдёт на малой сцене'],
    }),
    cue("(билет-|абонемент-) на [<famousOnly> & <ofCase>] (any & !'.!?'){0,7} <atTheatre>", {
      yes: ['Билеты на Чайковского в филармонию пришли', 'билеты на Рахманинова в субботу: пустят ли в зал'],
      no: ['билеты на ‹Чайковского› в Казань не пришли'],
    }),
  ],
  /** Beside others of their kind: one of three at least has few namesakes. */
  famousInRow: [
    cue('<famousOnly> <and> [<figureWord>] <and> <figureWord>', { yes: ['Бах, Гендель и Вивальди в программе'] }),
    cue('<figureWord> <and> [<figureWord>] <and> <famousOnly>', { yes: ['Чехов, Горький и Шекспир в репертуаре'] }),
    cue('[<figureWord>] <and> <famousOnly> <and> <figureWord>', { yes: ['Некрасов, Тютчев, Фет — лирика'] }),
    cue('[<figureWord>] <and> <figureWord> <and> <famousOnly>', { yes: ['Чехов, Горький и Шекспир в репертуаре'] }),
    cue('<figureWord> <and> <famousOnly> <and> [<figureWord>]', {
      yes: ['Тютчев, Фет, Некрасов — лирика, 10 класс'],
      no: ['‹Некрасов›, ‹Павлов›, ‹Морозов› на смене'],
    }),
    cue('<famousOnly> <and> <figureWord> <and> [<figureWord>]', { yes: ['Бах, Лист и Бородин в программе'] }),
    cue('(#famousInWork | #heroInWork) <and> [<figureWord>]', {
      yes: [
        'Конкурс чтецов по Ахматовой и Цветаевой',
        'исполняют Шопена и Рахманинова',
        'характеристика Обломова и Штольца',
      ],
      no: ['на лекции про Канта были ‹Смирнова› и ‹Титова›'],
    }),
    cue("(#famousInWork | #heroInWork) ',' <figureWord> <and> [<figureWord>]", {
      yes: ['урок по Тургеневу, Некрасову и Фету'],
    }),
    cue("<lesson> ':' [<figureWord>] (и|или) <famousOnly>", { yes: ['Семинар: Платон и Аристотель'] }),
    cue("<lesson> ':' <figureWord> (и|или) [<famousOnly>]", { yes: ['Семинар: Платон и Аристотель'] }),
    cue('[<figureWord>] и <figureWord> <studied>', { yes: ['Декарта и Спинозу спрашивают на зачёте'] }),
    cue('<figureWord> и [<figureWord>] <studied>', { yes: ['Декарта и Спинозу спрашивают на зачёте'] }),
    cue('[<famousOnly> & !nameNominative] <studied>', { yes: ['Декарта спрашивают на зачёте', 'Баха играл студент'] }),
  ],
  /** At work or in papers they are persons: what belongs to them there. */
  namesakeAtWork: [
    cue('<ownedAtWork> [<famous> & surname & name:gent]', {
      yes: ['заявка ‹Гагарина› закрыта', 'пропуск ‹Толстого› не срабатывает'],
      no: ['творчество Толстого'],
    }),
    cue('вместо [<famous> & surname & name:gent] <atWork>', { yes: ['вместо ‹Чайковского› дежурит другой'] }),
  ],
  /** Authors of schoolbooks. */
  schoolAuthor: [
    cue('<schoolbook> [<author>]', {
      yes: ['Учебник Виленкина за 5 класс', 'задачник Сканави без обложки'],
      no: ['учебник ‹Смирнова› из 5Б остался в столовой'],
    }),
    cue("<schoolbook> ('»”' | <ofLesson> | ',:(' | по (lower & noun)){1,3} [<author>]", {
      yes: [
        'учебник по алгебре Макарычева',
        'какой учебник: Мякишев или Перышкин?',
        '«Математика» Петерсон за 2 класс',
      ],
    }),
    cue("[<author>] ','? (за|на)? number '-–'? (number|й|го|м|ого|ый)? (класс|класса|кл)", {
      yes: ['нужен Мерзляк за 7 класс', 'Макарычев 8 класс в наличии?'],
      no: ['‹Смирнов› 8 класс, замечание'],
    }),
    cue('<schoolbook> any? <author> (или|и) [<author>]', { yes: ['учебник: Мякишев или Перышкин?'] }),
    cue('(рецепт-|кулинари-) [unknownName & <ofCase>]', {
      yes: ['Книга рецептов Похлёбкина пришла мятая'],
    }),
  ],
  /** What a contest, an award or a hall bears: на призы Ирины Родниной, памяти Льва Яшина. */
  honoured: [
    cue('на <trophy> (lower & noun)? [capitalised & (any:gent | !known & /(?:[аяыи]|ого|ой)$/)]', {
      yes: ['Соревнования на призы Ирины Родниной', 'турнир на кубок Третьяка', 'матч на призы Аршавина'],
      no: ['на приз от ‹Ирины› не хватило'],
    }),
    cue('на <trophy> (lower & noun)? (capitalised & first & any:gent) [capitalised]', {
      yes: ['Соревнования на призы Ирины Родниной'],
    }),
    cue('<event> (lower & !verb){0,3} памяти (lower & noun)? [capitalised]', {
      yes: ['Турнир памяти Льва Яшина', 'вечер памяти Высоцкого'],
    }),
    cue('<event> (lower & !verb){0,3} памяти (lower & noun)? (capitalised & first) [capitalised]', {
      yes: ['Турнир памяти Льва Яшина'],
      no: ['в памяти телефона ‹Ирины Смирновой› нет номера'],
    }),
    cue('(турнир-|мемориал-) [capitalised & first & any:gent] (capitalised & surname)', {
      yes: ['мемориал Ивана Поддубного'],
    }),
    cue('(турнир-|мемориал-) (capitalised & first & any:gent) [capitalised & surname]', {
      yes: ['мемориал Ивана Поддубного'],
    }),
  ],
  /** A monarch, a pope or a saint by number or byname: Екатерину Вторую, Павла I, Сергия Радонежского. */
  monarch: [
    cue('<reign> [Capital & dict:monarchs]', { yes: ['правление Елизаветы Петровны', 'коронация Николая'] }),
    cue('<reign> (Capital & dict:monarchs) [patronymic]', { yes: ['правление Елизаветы Петровны'] }),
    cue('[Capital & dict:monarchs & name:C] (<ordinal> & common:C)', {
      yes: ['доклад про Екатерину Вторую', 'при Петре Первом'],
      no: ['‹Екатерина› вторую неделю болеет'],
    }),
    cue('[Capital & dict:monarchs] <roman>', { yes: ['Портрет Николая II упал', 'Людовик XIV — следующая тема'] }),
    cue('[Capital & dict:monarchs] (Capital & dict:monarchs) <roman>', { yes: ['папа Иоанн Павел II на открытке'] }),
    cue('[Capital & dict:monarchs & name:C] (<byname> & any:C)', {
      yes: ['эпоха Ивана Грозного', 'икона Сергия Радонежского'],
    }),
    cue('(Capital & dict:monarchs & name:C) [<ordinal> & common:C]', { yes: ['доклад про Екатерину Вторую'] }),
    cue('(Capital & dict:monarchs & name:C) [<byname> & any:C]', { yes: ['эпоха Ивана Грозного'] }),
  ],
  ofFame: [
    cue('[#famousInWork | #famousInRow | #schoolAuthor | #heroInWork | #honoured | #monarch]', {
      yes: ['лекция про Канта'],
    }),
  ],
} as const;
