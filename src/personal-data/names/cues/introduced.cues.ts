import { cue } from './cue.ts';

/** Names that need no dictionary, because someone is introduced, greeted or does something; what is named goes on with unknown words. */
export const introducedNames = {
  announced: [
    cue(
      "(кв|квартира|квартиры|оф|офис|домофон) '.'? number ',;' [mayBeName & Capital & (surname|surnameShape|unknownName) & (surnameLike | !place) & (name:nomn | !known)] (';.)'|break|edge|',' !number)",
      {
        yes: ['Гоголя, 22, кв. 9, ‹Лапина›; Островского, 4'],
        no: ['Мира 3, кв. 9, Островского, 4, кв. 2'],
      },
    ),
    cue('‹[<announceable> & #named & !#quotedTitle & !#nameOfDevice] <run>›', {
      yes: ['меня зовут ‹Дильшод›', 'ФИО: ‹Лось Ада›'],
    }),
    cue(
      '(зовут|зовусь|величать) [Capital & !#nameOfDevice & !never & !roleNoun & !productNoun & !/^(?:меня|тебя|его|ее|нас|вас|их)$/]',
      {
        yes: ['меня зовут ‹Дарима›, пишу из Читы'],
      },
    ),
  ],
  surnamed: [
    cue("!(placeNoun & /../ | '.') [<inCapitals>] (!(',' | number) | ',' !number)", {
      yes: ['ВНИМАНИЮ ‹МАКАРОВОЙ›'],
      no: ['ПРОЕЗД ПО УЛ. МАКАРОВА'],
    }),
    cue('(у|от|с|со|к|ко|для|про|на) [UPPER & surname & surnameLike & !place & !@streetNames & !#noPerson] !number', {
      yes: ['БРОНЬ НА ‹ЗВЕРЕВА›, 2 ГОСТЯ'],
    }),
    cue("!placeNoun '.' [<inCapitals>] (!(',' | number) | ',' !number)", { yes: ['СРОЧНО. ‹МАКАРОВУ› НЕ ПУСКАТЬ'] }),
    cue('‹[<surnameable> & #afterSurnameWord] <run>›', {
      yes: ['сменить фамилию на ‹Сорока›', 'под фамилией ‹Дуб›'],
    }),
  ],
  /** банк получателя Уралсиб */
  firmOfProduct: [cue('productNoun (word & !any:nomn & hasCases) [unknownName]', { yes: ['банк получателя Уралсиб'] })],
  /** After a noun for a person: a word that is no everyday one, or an everyday one in a case that agrees. */
  appointed: [
    cue(
      '(<onesPaper>|<ofOne>) [unknownName & (surname|surnameShape) & !#noPerson & /(?:[бвгджзклмнпрстфхцчшщ]ян|ман|берг|штейн|[тчщ]ук)$/] !Capital',
      {
        yes: ['Претензия ‹Саргсян› удовлетворена', 'отпуск ‹Рейзман› согласован'],
        no: ['Отпуск Тайвань отменён'],
      },
    ),
    cue(
      '‹[<appointable> & (unknownName|shortSurname|<shortDeclined>|-их|-ых|surname & !common|surnameShape|pluralSurname)] <longRun>›',
      {
        yes: ['менеджер ‹Дильшод›', 'Клиент: ‹Шамсутдинова›'],
      },
    ),
    cue('‹[<appointable> & unknownName & !known] <everydaySurname>›', { yes: ['предприниматель ‹Бессель Кок›'] }),
    cue('!word ‹[<appointable> & (surname | (surnameLike|personNoun|bearer) & commonNominative)] <longRun>›', {
      yes: ['Клиент: ‹Мельник›'],
    }),
    cue('(word & any:C) ‹[<appointable> & surname & name:C] <longRun>›', { yes: ['оператор ‹Кузнецов› не помог'] }),
    cue('((roleNoun|profession) & any:C) ‹[<appointable> & bearer & any:C] <longRun>›', {
      yes: ['оператору ‹Вороне› передали'],
    }),
    cue(
      '(roleNoun & UPPER & any:nomn & singular) [UPPER & mayBeName & nounSurname & singular & commonNominative & !any:accs] !(UPPER & noun & !preposition & !verb & !never)',
      {
        yes: ['МЕНЕДЖЕР ‹ЗИМА› НЕ БЕРЁТ ТРУБКУ'],
        no: ['МАСТЕР РЫБУ НЕ ВИДЕЛ'],
      },
    ),
    cue(
      '(roleNoun & UPPER & any:nomn & singular) [UPPER & mayBeName & nounSurname & singular & commonNominative] (не | мне | нам | меня | уже | опять | снова){0,2} (contactVerb & !pluralVerb | verb:intr.sing.humanVerbs)',
      {
        yes: ['ПОЧЕМУ ВАШ МАСТЕР ‹ГРОМ› ЗВОНИТ МНЕ УТРОМ'],
        no: ['МАСТЕР ЗАМОК СЛОМАЛ', 'МАСТЕР ПЕРЕЦ НЕ ПРИНЁС'],
      },
    ),
    cue(
      '(roleNoun & UPPER & !any:nomn & any:C) [UPPER & mayBeName & bearer & common:NOUN.anim & any:C & singular & !animalNoun]',
      {
        yes: ['НАКАЖИТЕ ВОДИТЕЛЯ ‹ВОЛКА›'],
      },
    ),
    cue('(roleNoun & !any:nomn) ‹[<appointable> & nounSurname & commonNominative] <longRun>›', {
      yes: ['запишите к врачу ‹Лебедь› на вторник'],
      no: ['передайте водителю Накладная'],
    }),
    cue(
      '(roleNoun & any:nomn) [<appointable> & noun & commonNominative & !productNoun & !(personNoun & !bearer)] !capitalised',
      {
        yes: ['менеджер ‹Мороз› сказал'],
      },
    ),
    cue('‹[<appointable> & personNoun & commonNominative & #afterRoleOfPart] <longRun>›', {
      yes: ['начальник смены ‹Коваль› ушёл'],
    }),
    cue(
      '‹[<appointable> & adjective & commonNominative & (!opens|#afterRoleOfPart)] <run>› (lower & humanVerb & !pluralVerb)',
      {
        yes: ['Старший смены ‹Нагорная› сняла заявки', 'оператор ‹Лесной› обещал'],
        no: ['мастер Новый сервис нашёл'],
      },
    ),
    cue(
      "<personAbbreviation> '.' ‹[<appointable> & !officeNoun & !<state> & (noun & singular & !productNoun & !institutionNoun | adjective & !(-ое|-ые|-ие))] <run>›",
      {
        yes: ['гр. ‹Тополь› просит не спиливать', 'пары доц. ‹Красной› отменены'],
        no: ['гр. Прием закрыт', 'экон. Отдел не отвечает', 'нач. Нового года'],
      },
    ),
    cue(
      "(roleNoun|profession|<shortJob> '.') <rank> ‹[<appointable> & noun & commonNominative & singular & !<state>] <run>›",
      {
        yes: ['приняла спец. 1 кат. ‹Рыбка›', 'слесарь 5 разряда ‹Тумба› не явился'],
        no: ['техник 5 разряда Смена окончена'],
      },
    ),
    cue(
      "(roleNoun & any:C) ‹[<appointable> & adjective & any:C & !opens & !<state> & !(-ое|-ые|-ие|-их|-ых)] <run>› (',.;)' | edge | break)",
      {
        yes: ['истец ‹Пшеничный›, ответчик САО «Гранит»', 'передайте врачу ‹Тихой›, что я на месте'],
        no: ['Клиент Новый, скидки нет', 'оператор Старший'],
      },
    ),
    cue(
      "(<official> & any:nomn | humanVerb & (-л|-ла)) ':' [<appointable> & adjective & commonNominative & !<state> & /(?:[ыио]й|[ая]я)$/] (',.;)' | edge | break)",
      {
        yes: ['Пристав: ‹Тихая›', 'Сдал: ‹Бурый›. Происшествий нет'],
        no: ['Клиент: Постоянный', 'Клиент: Новая карта'],
      },
    ),
    cue(
      '/^(?:представител|помощни|заместител|адвокат|защитник|родственни|сотрудни|водител|вдов|сын|дочь|муж|жен|брат|сестр|мать|отец)/ (lower & (personNoun | noun & animalNoun) & any:gent) [<appointable> & noun & commonNominative & singular & !productNoun & !officeNoun]',
      { yes: ['представитель страховщика ‹Кочерга›'] },
    ),
    cue(
      "[<appointable> & adjective & commonNominative & !<state> & /(?:[ыио]й|[ая]я)$/ & #afterRoleLabel] (',.;)' | edge | break)",
      {
        yes: ['Кассир: ‹Пшеничный›', 'Автор правки: ‹Пшеничная›\nМодуль: пени'],
        no: [
          'Исполнитель: Внешний',
          'Клиент: Новая карта',
          'Пользователь: Системный',
          'Исполнитель Подрядчик',
          'Прошу менеджера Отпуск отозвать',
        ],
      },
    ),
    cue('roleNoun ‹[<appointable> & nameParticle] unknownName›', { yes: ['директор ‹Ван Дамме›'] }),
  ],
  /** The label is a noun for a person who has a name rather than a kind. */
  afterRoleLabel: [
    cue("(roleNoun & any:nomn & !<sorted>) ':' [any]", { yes: ['Кассир: ‹Пшеничный›'] }),
    cue("(edge|break|'.!?;|,') (roleNoun & any:nomn & !<sorted>) <labelWord>{1,3} ':' [any]", {
      yes: ['Автор правки: ‹Пшеничный›'],
    }),
  ],
  afterFarewell: [cue('(уважением|ув) any{0,2} [any]', { yes: ['С уважением, ‹Коваль›'] })],
  greetedByName: [
    cue('‹[<greetable> & #afterGreeting] <run>› <phraseEnd>', {
      yes: ['С уважением, ‹Равшан›', 'Здравствуйте, ‹Сафаржон›!'],
    }),
    cue("я ','? ‹[<greetable>] <run>› <phraseEnd>", { yes: ['я ‹Дильшод›, ваш клиент'] }),
    cue("‹[<greetable>] <run>› ',' (здравствуй-|здраствуй-|привет-|добрый|доброе|доброго|спасибо-|благодарю-)", {
      yes: ['‹Дильшод›, добрый день'],
    }),
    cue('[<greetable> & #beforeGreeting]', { yes: ['‹Дильшод› привет'] }),
  ],
  afterNoun: [cue('noun [any]', { yes: ['кофе ‹Лев› привёз'] })],
  /** A person's action next to a surname or an unknown word. */
  /** A craft or a beast that did what only a person does. */
  bearerDoer: [
    cue('(pastPersonVerb & !pluralVerb & lower & /л(?:с[яь])?$/) [commonNominative & !opens] !(lower & noun)', {
      yes: ['накладную подписал ‹Коваль›, он же принял груз'],
    }),
  ],
  doer: [
    cue("<workThing> <workDeed> ‹[<doing> & <unclear>] <run>› (',.;!?' | edge | break | и|или|вчера|сегодня|утром)", {
      yes: ['смену закрыл ‹Лофнер›, выручка не бьётся', 'Книгу вернула ‹Гернсбек› или соседка?'],
      no: ['смену закрыл Битрикс, выручка не бьётся'],
    }),
    cue('[<doing> & surname & <surnameNoun> & #beforeHumanVerb] !pluralVerb', { yes: ['‹Обухов› выступал'] }),
    cue('‹[<doing> & surname & <surnameNoun>] <furtherNames>› (<adverbs> & !pluralVerb){0,3} (<deed> & !pluralVerb)', {
      yes: ['‹Обухов Дильшод› выступал'],
    }),
    cue('humanVerb ‹[<doing> & surname & surnameLike & <surnameNoun>] <run>›', { yes: ['ответил ‹Обухов›'] }),
    cue('personVerb ‹[<doing> & surname & <surnameNoun>] <run>›', { yes: ['позовите ‹Обухову›'] }),
    cue('‹[<doing> & surname & #afterDeed] <run>›', { yes: ['сказал ‹Громов›'] }),
    cue('‹[<doing> & surname] <run>› (pastPersonVerb & !pluralVerb)', { yes: ['‹Громов› сказал'] }),
    cue('‹[<doing> & (surname | pluralSurname | unknownName & surnameLike) & #beforeOrigin] <run>›', {
      yes: ['‹Тополев› с третьего этажа спорит'],
    }),
    cue('contactVerb ‹[<doing> & surname] <run>›', { yes: ['вчера звонил ‹Громов›'] }),
    cue('‹[<doing> & <unclear> & #afterDeed] <run>› (!number & !verb | verb & !<neuter> !<doer>)', {
      yes: ['сказал ‹Лофнер› вчера', 'Тикет завёл ‹Гернсбек›'],
    }),
    cue('‹[<doing> & <unclear>] <run>› (pastPersonVerb & !pluralVerb & !<neuter>) !<doer>', {
      yes: ['‹Лофнер› сказал'],
      no: ['Тикет завёл ‹Аверкиев›'],
    }),
    cue('[<doing> & <unclear>] не (pastPersonVerb & !pluralVerb & !<neuter>) !<doer>', { yes: ['‹Штольц› не явился'] }),
    cue(
      '[<doing> & <unclear>] (просит|обещает|жалуется|спрашивает|уточняет|интересуется|хочет|отказывается|болеет|опаздывает|дежурит)',
      {
        yes: ['‹Гудзь› просит перенести'],
      },
    ),
    cue('‹[<doing> & <unclear> & !opens] <run>› (motionVerb & !pluralVerb & /ла?(?:с[ья])?$/) !<doer>', {
      yes: ['Вчера ‹Кузьмук› приехал'],
    }),
    cue(
      '[<doing> & surname & <surnameNoun> & name:nomn] (с|со|из|от) (lower & noun & any:gent) (humanVerb & !pluralVerb)',
      {
        yes: ['‹Обухов› из цеха просит каску'],
        no: ['Машину с завода забрал брат'],
      },
    ),
  ],
} as const;
