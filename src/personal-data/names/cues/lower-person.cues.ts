import { cue } from './cue.ts';

/** First names in lower case that are everyday words too, where the grammar of the sentence shows a person; and surnames behind them. */
export const lowerPerson = {
  /** Someone whom something is given to, done or said for. */
  givenInLower: [
    cue('!(preposition | adjective | number) [name:datv & !<thingInLower> & #beforeOrigin]', {
      yes: ['поставьте пожалуйста ‹свете› из приемной мышку', 'купите ‹славе› с третьего склада перчатки'],
      no: ['на свете из офиса нет лучше', 'по теме из рассылки вопрос'],
    }),
    cue(
      '(lower & (noun & !adjective & !preposition | verb & !/^(?:был|есть|стал)/ | пж|плиз|плз|пожалуйста|уже|срочно)) [name:datv & common:loct & !common:!loct & !<thingInLower>]',
      {
        yes: ['отдайте ключи ‹свете› на вахте'],
        no: ['на белом свете', 'в лунном свете экрана'],
      },
    ),
    cue(
      '(<giving> | <providing>) (уже|же|пж|плиз|пожалуйста|там|срочно|сегодня|завтра|хоть|тоже|еще|сейчас|потом|лучше|плз)? [name:datv & !name:nomn & !<thingInLower> & !<formOfGoods>]',
      {
        yes: ['ответьте уже ‹марку›', 'выдайте ‹славе› пропуск', 'нужно ‹любе› поменять пароль'],
        no: ['добавь розе воды', 'нужно марту закрыть'],
      },
    ),
    cue(
      '<handing> (lower & noun & any:accs & !preposition & !/^(?:оценк|начал|жизн|вол[яю]|шанс|дан[ьи]|предпочтени|значени)/) [name:datv & !name:nomn & !<thingInLower> & !<formOfGoods>]',
      {
        yes: ['я отдала справку ‹вере› в регистратуре', 'скинь файл ‹славе›'],
        no: ['отдать дань вере', 'передали землю миру'],
      },
    ),
    cue(
      '!(preposition | adjective) [name:datv & !name:nomn & !<thingInLower> & !<formOfGoods>] <adverbs>{0,3} <doneToOne>',
      {
        yes: ['почему ‹вере› отказали', 'вчера ‹славе› опять не заплатили'],
        no: ['по теме отказали', 'к марту вернули деньги'],
      },
    ),
  ],
  /** What only persons have, are taught or suffer from. */
  hasPersonally: [
    cue(
      'у [name:gent & <formOfGoods>] <adverbs>{0,2} /^(?:экзамен|урок|рождени|юбилей|смена|отпуск|паспорт|больничн|кашел|насморк|прививк|зарплат)/',
      {
        yes: ['у ‹розы› завтра отпуск'],
        no: ['у розы давление полива слабое'],
      },
    ),
    cue('у [name:gent & !<thingInLower> & !<formOfGoods>] <adverbs>{0,2} <personalMatter>', {
      yes: ['у ‹марка› температура', 'у ‹льва› завтра экзамен'],
      no: ['у льва на картинке грива', 'у розы опали листья'],
    }),
    cue(
      '<personalMatter> (осталось|была|был|будет|закончился|закончилась|нет|сегодня|завтра)? у [name:gent & !<thingInLower>]',
      {
        yes: ['какая группа у ‹льва›?', 'сколько занятий осталось у ‹марка›?'],
        no: ['колючки у розы сломаны'],
      },
    ),
    cue(
      '/^запи(?:са|ши)/ [name:accs & !<thingInLower>] (к (roleNoun | profession) | на (укладку|стрижку|маникюр|педикюр|окрашивание|прием|осмотр|узи|урок|занятие|консультацию|пробное|прививку|массаж|секцию|кружок))',
      {
        yes: ['запишите ‹марка› к логопеду', 'запишите ‹розу› на укладку'],
        no: ['запишите розу на мой счёт'],
      },
    ),
    cue(
      '/^(?:перенес|переписа|перепиш|запиш|записа|отмени)/ [name:accs & !<thingInLower> & !<dayThing>] на (понедельник|вторник|среду|четверг|пятницу|субботу|воскресенье|завтра|сегодня|утро|вечер|number)',
      {
        yes: ['перенесите ‹льва› на среду'],
        no: ['перенесите тему на среду'],
      },
    ),
    cue(
      '/^(?:удал|добав|исключ|убер|убра|выгн|верн|включ|зачисл|переве)/ [name:accs & !<thingInLower> & !<dayThing>] (из|в|во) (чата|чат|группы|группу|списка|список|рассылки|рассылку|беседы|беседу|базы|класса|класс|команды|команду|графика|график|штат|штата)',
      {
        yes: ['удалите ‹веру› из чата'],
        no: ['добавьте розу в список'],
      },
    ),
    cue('/^попрос/ [name:accs & !<thingInLower>] <infinitive>', { yes: ['попросила ‹розу› посмотреть'] }),
  ],
  /** The subject of what persons do. */
  actsInLower: [
    cue(
      '[(name:masc.nomn | name:ms-f.nomn) & common:NOUN.femn.nomn] <adverbs>{0,2} (lower & verb & !pluralVerb & /л(?:ся)?$/)',
      {
        yes: ['‹слава› чинил вчера кофемашину'],
        no: ['слава росла'],
      },
    ),
    cue('[name:nomn & !<formOfGoods> & !<dayThing>] <adverbs>{0,2} <handedVerb> (lower & <handled> & any:accs)', {
      yes: ['‹вера› приняла документы'],
      no: ['роза потеряла лепестки'],
    }),
    cue(
      '[name:nomn & !<dayThing>] <adverbs>{0,2} (lower & !pluralVerb & /^(?:приезжал|приходил|заходил|забегал|уехал|ушел|уволил|опоздал|опаздыва|заболел|болеет|отпросил)/)',
      {
        yes: ['‹роман› приезжал и уехал', '‹надежда› вчера уволилась'],
        no: ['роза вчера завяла', 'роман приехал без обложки'],
      },
    ),
    cue(
      '[name:nomn & !<dayThing>] <adverbs>{1,2} (работает|принимает|дежурит|ведет|отдыхает|стрижет|красит|учится|занимается)',
      {
        yes: ['а ‹слава› сегодня работает?'],
        no: ['тема сегодня работает'],
      },
    ),
    cue(
      "(edge | break | '.!?') <interjection>? [name:nomn & !(<dayThing> & !роза)] (подскажите|подскажи|скажите|скажи|посмотри|посмотрите|помоги|помогите|глянь|гляньте|ответь|ответьте|напиши|напишите|перезвони|перезвоните|объясни|объясните|уточни|уточните|поясни|поясните|извините|извини|простите)",
      {
        yes: ['‹света› подскажите где мой заказ'],
        no: ['тема подскажите какая'],
      },
    ),
    cue(
      '[name:nomn & !<dayThing> & !<formOfGoods>] <adverbs>{0,2} (<officeDeed> | lower & !pluralVerb & /^(?:выписал|назначил|поставил|перепута|обслужи|нагруби|нахами)/)',
      {
        yes: ['‹лев› подписал акт', 'забыл сказать, ‹вера› уже оплатила', '‹надежда› выписала не то лекарство'],
        no: ['роза поставила рекорд по росту'],
      },
    ),
    cue(
      '[name:nomn & !<dayThing>] не? (пришел|пришла|придет|явился|явилась|выйдет|вышел|вышла|опоздала|опоздал) <toWork>',
      {
        yes: ['‹лев› не пришел на экзамен'],
        no: ['роман вышел на английском'],
      },
    ),
    cue(
      '[name:nomn & !<dayThing> & !<formOfGoods>] <adverbs>{0,2} (вышла замуж | /^(?:родила|кашля|чиха|куша|капризнич|плач|хныч|рыдает|температур|забеременела|развелась|женился)/ & verb & !pluralVerb | ходит (в|во|на|к))',
      {
        yes: ['‹вера› вышла замуж', '‹злата› кашляет, в сад не придем', '‹майя› ходит на танцы'],
        no: ['слава ходит о мастере'],
      },
    ),
    cue(
      '[name:nomn & !<dayThing>] (lower & !verb & !preposition & !never & !roleNoun & !productNoun & !<brokenThing> & noun & #beforeGroup)',
      {
        yes: ['‹рома чайка› кв 8, домофон молчит'],
        no: ['тема урока, 3 курс'],
      },
    ),
    cue(
      '(спасибо|благодарю) [name:nomn & !<dayThing>] (все|я|за|вы|очень|большое|огромное|что|теперь|заработало|помогло|получилось)',
      {
        yes: ['спасибо ‹вера› все получилось'],
      },
    ),
    cue("ни [name:nomn] ','? ни word <silent>", {
      yes: ['ни ‹лев› ни ‹надежда› трубку не берут'],
      no: ['ни роза ни лилия не доехали'],
    }),
    cue("ни word ','? ни [name:nomn] <silent>", { yes: ['ни ‹вера›, ни ‹слава› на звонки не отвечают'] }),
    cue("(пишет|звонит|беспокоит|обращается) [name:nomn & !<dayThing>] ','", {
      yes: ['пишет ‹надежда›, ваш абонент'],
    }),
    cue(
      "(меня|нас|мне|нам|его|ее|вас) (lower & verb & /^(?:обслуж|консульт|принима|принял|стриг|лечи|красил|записал|встре[тч]|оформ|уговарив|учил|вел)/ & /ла?$/) [name:nomn & !<dayThing>] (',.!' | edge | и)",
      {
        yes: ['меня обслуживала ‹лилия›, хамила'],
      },
    ),
    cue(
      "(смену|кассу|дела|заявку|документы|деньги|заказ) (приняла|сдала|принял|сдал|оформила|оформил|передала|передал|закрыла|закрыл) [name:nomn & !<dayThing>] (',.;!' | edge | и)",
      {
        yes: ['смену сдала ‹майя›, все сошлось'],
      },
    ),
  ],
  personInLower: [
    cue('[lower & <lowerFirst> & (#givenInLower | #hasPersonally | #actsInLower)]', { yes: ['‹слава› чинил принтер'] }),
  ],
  /** A group, a form or a flat closes what a pupil or tenant is called. */
  beforeGroup: [
    cue(
      "[any] ((/^[а-я]{1,5}$/ & !preposition) ('-' & glued) (number & glued) | ','? (гр|группа|группы) '.'? (number | word) | ','? (number & !glued) (курс|класс|группа)|','? (кв|квартира|каб|дом|палата|комната|комн) '.'? number | ',' number (лет|года|год) | ','? (number & !glued) ('-' & glued)? (glued & /^[а-г]$/) | ','? (тел|телефон)? contact)",
      {
        yes: ['ведомость посмотрите. ‹данил хорошев› эк-12', '‹олег сыроежка› кв 15 нет воды'],
      },
    ),
  ],
  /** Any word behind a first name that agrees with it. */
  surnameInLower: [
    cue(
      '(marked & lower & first) [lower & !never & !preposition & !roleNoun & !productNoun & !<brokenThing> & !(verb & !noun) & #caseOfBefore & #beforeGroup]',
      {
        yes: ['зачет не стоит. ‹тимур гололоб› бжд-11', '‹даша пригожая› ист-22', '‹саша криворук›, 3 курс'],
        no: ['‹даша› потом эк-12 придет', '‹олег› сегодня кв 15 смотрел'],
      },
    ),
    cue(
      '(marked & lower & first & name:C) [lower & common:ADJF.surnameAdjectives & any:C & !any:nomn] !(noun & !predicate | adjective | number)',
      {
        yes: ['заказ на ‹игоря дубового› где', 'доставка для ‹марины тихой› не приехала'],
        no: ['у ‹марины› белой краски нет'],
      },
    ),
    cue(
      '(marked & lower & first & name:masc.nomn) [lower & common:ADJF.surnameAdjectives.masc.nomn] (<personalVerb> | <officeDeed>)',
      {
        yes: ['‹артем лютый› просит доступ'],
      },
    ),
    cue(
      '(marked & lower & first & name:femn.nomn) [lower & common:ADJF.surnameAdjectives.femn.nomn] (<personalVerb> | <officeDeed>)',
      {
        yes: ['‹лена красная› перезвонила'],
      },
    ),
  ],
} as const;
