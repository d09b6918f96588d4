import { cue } from './cue.ts';

/** Surnames beside a first name or patronymic, and the full names that they make. */
export const fullNames = {
  /** The surname agrees with the first name before it; a woman's in a consonant has no cases. */
  agreesBefore: [
    cue('name:C.!masc [name:C.!masc]', { yes: ['про ‹Анну Петрову›'] }),
    cue('name:C.!femn [name:C.!femn]', { yes: ['про ‹Олега Петрова›'] }),
    cue('!hasForms [any]', { yes: ['с ‹Шухратом Петровым›'] }),
    cue('[!hasForms]', { yes: ['с ‹Анной Гернсбек›'] }),
    cue('woman [<inConsonant> & nameNominative]', { yes: ['для ‹Виктории Цой›'] }),
  ],
  agreesAfter: [
    cue('[name:C.!masc] name:C.!masc', { yes: ['про ‹Петрову Анну›'] }),
    cue('[name:C.!femn] name:C.!femn', { yes: ['про ‹Петрова Олега›'] }),
    cue('[any] !hasForms', { yes: ['с ‹Петровым Шухратом›'] }),
    cue('[!hasForms]', { yes: ['с ‹Гернсбек Анной›'] }),
    cue('[<inConsonant> & nameNominative] woman', { yes: ['для ‹Цой Виктории›'] }),
  ],
  /** The word has a case in common with the one before it, as a name or in any sense; what has none agrees with all. */
  nameCaseOfBefore: [
    cue('name:C [name:C]', { yes: ['про ‹Анну Петрову›'] }),
    cue('!hasForms [any]', { yes: ['с ‹Шухратом Петровым›'] }),
    cue('[!hasForms]', { yes: ['с ‹Анной Гернсбек›'] }),
  ],
  caseOfBefore: [
    cue('any:C [any:C]', { yes: ['пишет ‹Анна Холодная›'] }),
    cue('!hasCases [any]', { yes: ['пишет ‹Анна Холодная›'] }),
    cue('[!hasCases]', { yes: ['пишет ‹Анна Холодная›'] }),
  ],
  caseOfAfter: [
    cue('[any:C] any:C', { yes: ['для ‹Тополя Глеба›'] }),
    cue('[any] !hasCases', { yes: ['для ‹Тополя Глеба›'] }),
    cue('[!hasCases]', { yes: ['для ‹Тополя Глеба›'] }),
  ],
  /** Right of a first name or patronymic its surname, by its sense or shape, or an everyday word with a reason for it. */
  surnameBehind: [
    cue('[<bearable> & <declined> & (#agreesBefore | !common) | capitalised & shortSurname]', {
      yes: ['‹Роман Петров›', 'пишет ‹Анна Ли›'],
    }),
    cue('[<bearable> & !<declined> & (<builtAsSurname> | Capital & <undeclined> | !UPPER & !known & !profession)]', {
      yes: ['‹Глеб Шамсутдинов›', '‹Анна Белых›', '‹Глеб Гернсбек›'],
    }),
    cue('first [<bearable> & !<declined> & <verbOnly>]', { yes: ['‹Алексей Громыхало›'] }),
    cue('[<everydayBeside> & bearer & !<thingBeside>]', { yes: ['про ‹Глеба Воробья›'] }),
    cue('woman [<everydayBeside> & noun & <inConsonant> & !<thingBeside>]', { yes: ['с ‹Викторией Палий›'] }),
    cue('(<oblique> & (name:masc.gent|name:masc.accs)) [<everydayBeside> & noun & !<thingBeside> & <inConsonantA>]', {
      yes: ['для ‹Тоомаса Каска›'],
    }),
    cue('(<oblique> & name:masc.datv) [<everydayBeside> & noun & !<thingBeside> & <inConsonantU>]', {
      yes: ['передать ‹Тоомасу Каску›'],
    }),
    cue('[<everydayBeside> & (noun|adjective|place) & #caseOfBefore]', { yes: ['пишет ‹Анна Холодная›'] }),
    cue('[<everydayBeside> & place & any:gent & !any:nomn & /[бвгджзклмнпрстфхцчшщ]$/]', { yes: ['‹Глеб Бендер›'] }),
    cue('[<lowerBeside> & !/^готов/ & (surnameShape | surname & !noun & #agreesBefore)]', { yes: ['‹анна петрова›'] }),
    cue('(onlyFirst | everyday) [<lowerBeside> & !known & !brand & <unknownSurnameEnd>]', {
      yes: ['‹ольга мульга›', 'для ‹янины габриш›'],
    }),
    cue('<subject> [<lowerBeside> & !/^готов/ & (pluralSurname | surname & #agreesBefore) & !commonNominative]', {
      yes: ['‹сергей ветров›'],
    }),
  ],
  /** Left of it; what opens the sentence needs more, but before a first name and patronymic. */
  surnameAhead: [
    cue('[<kindAsSurname>] (Capital & first) patronymic', {
      yes: ['Наш классный руководитель, ‹Добрый Андрей Ильич›, не видит журнал'],
      no: ['Здравствуйте, ‹Андрей Ильич›'],
    }),
    cue('[UPPER & nounSurname & commonNominative] (UPPER & first & everyday & name:nomn)', {
      yes: ['В поле указано ‹ЗАЯЦ ОЛЬГА›', 'на карте напечатано ‹РЫБА ИННА›'],
      no: ['ЗАЯЦ И ‹ОЛЬГА›'],
    }),
    cue('[<ahead> & <declined> & (#agreesAfter | !common) | capitalised & shortSurname & !(opens & ни)]', {
      yes: ['‹Петров Роман›', 'пишет ‹Ли Анна›'],
    }),
    cue('[<ahead> & !<declined> & (<builtAsSurname> | <inside> & <unclearSurname> | first & !known & !UPPER)]', {
      yes: ['‹Шамсутдинов Глеб›', 'пишет ‹Гернсбек Глеб›'],
    }),
    cue('[<ahead> & !<declined> & <unclearSurname>] any patronymic', { yes: ['‹Гернсбек Глеб Ильич›'] }),
    cue('[<ahead> & !<declined> & Capital & <undeclined> & !roleNoun] <namedOnly>', { yes: ['‹Белых Анна›'] }),
    cue('[<adjectiveAhead> & opens & /[ыио]й$/] (<namedOnly> & name:masc.nomn)', { yes: ['‹Пшеничный Яков›'] }),
    cue('[<adjectiveAhead> & opens & !/[ыио]й$/] (<namedOnly> & name:femn.nomn)', { yes: ['‹Пшеничная Анна›'] }),
    cue('[<adjectiveAhead> & /[ыио]й$/] (Capital & name:masc.nomn) patronymic', { yes: ['‹Пшеничный Яков Ильич›'] }),
    cue('[<adjectiveAhead> & !/[ыио]й$/] (Capital & name:femn.nomn) patronymic', {
      yes: ['‹Пшеничная Анна Ильинична›'],
    }),
    cue('[<everydayAhead> & <inside> & noun & commonNominative & !any:accs & <inConsonant>] (<oblique> & woman)', {
      yes: ['на ‹Рыбак Зою›'],
    }),
    cue(
      '[<everydayAhead> & <inside> & !<jobs> & (noun|adjective) & !place & !(personNoun & adjective) & #caseOfAfter]',
      {
        yes: ['для ‹Тополя Глеба›'],
      },
    ),
    cue(
      '[<everydayAhead> & !<jobs> & (place | (noun|adjective) & !(personNoun & adjective)) & #caseOfAfter] any patronymic',
      {
        yes: ['‹Тополь Анна Ильинична›'],
        no: ['Терапевт ‹Эльвира Наильевна›', 'Операционист ‹Марина Сергеевна›'],
      },
    ),
    cue('(roleNoun|profession) [mayBeName & Capital & noun & hasCases & #caseOfBefore]', {
      yes: ['оператору ‹Дубу Глебу›'],
    }),
    cue('[<lowerBeside> & (surnameShape | surname & !noun & #agreesAfter)]', { yes: ['‹петрова анна›'] }),
    cue('[<lowerBeside> & (pluralSurname | surname & #agreesAfter) & !commonNominative] <subject>', {
      yes: ['‹ветров сергей›'],
    }),
    cue('[<lowerBeside> & surnameLike & place] any patronymic', { yes: ['‹чехов антон палыч›'] }),
  ],
  /** From a marked first name or patronymic a full name goes on: further first names, a father's, the surname behind. */
  furtherName: [
    cue('<given> [capitalised & first & !never | patronymic | fatherParticle]', { yes: ['‹Анна Мария›'] }),
    cue('<given> [capitalised] fatherParticle', { yes: ['‹Гусейн Али оглы›'] }),
    cue("marked <initial> '.' [fatherParticle]", { yes: ['договор ‹Агаева В. Ш. кызы›'] }),
  ],
  namedBehind: [
    cue('<given> [#surnameBehind]', { yes: ['‹Роман Петров›', '‹Анна Ильинична Мороз›'] }),
    cue('(marked & patronymic) [lower & surname & /[иы]х$/] !noun', {
      yes: ['потерял симку ‹егор валерьевич сухих›, 2009 г.р.'],
      no: ['у ‹анны ильиничны› долгих проблем нет'],
    }),
  ],
  /** A foreign surname may have a second word, unknown as well. */
  secondSurname: [
    cue('<given> (marked & !surnameLike & !surnameShape & !common) [any]', { yes: ['‹Анна Вульфсон Гернсбек›'] }),
  ],
  particle: [cue('‹[marked] <nameEnd>›', { yes: ['‹Марин Ле Пен›', '‹Усама бин Ладен›'] })],
  /** The surname before, where none was behind. */
  namedAhead: [
    cue('‹<ownParticle>? [#surnameAhead]› <given> <tail>{0,3} !(marked & word)', {
      yes: ['‹Петров Роман›', '‹фон Берг Анна›'],
    }),
    cue('[#surnameAhead] (marked & capitalised & !first) (marked & patronymic) !(marked & word)', {
      yes: ['‹Мороз Аскер Хасанович›'],
    }),
  ],
  /** An ambiguous first name is one beside a surname: Роман Петров. */
  besideSurname: [
    cue('[any] (<clear> & (surnameShape | patronymic | <verbOnly> | Capital & !known))', { yes: ['‹Роман Гернсбек›'] }),
    cue('[any] (<clear> & <clearSurname> & #agreesBefore)', { yes: ['‹Роман Петров›'] }),
    cue('[name:masc.nomn] (<clear> & pluralSurname)', { yes: ['‹Роман Горбунков›'] }),
    cue('(<clear> & <standing> & (surnameShape | patronymic | <verbOnly> | Capital & !known)) [any]', {
      yes: ['пишет ‹Гернсбек Роман›'],
    }),
    cue('(<clear> & <standing> & <clearSurname> & #agreesAfter) [any]', { yes: ['‹Петров Роман›'] }),
    cue('(<clear> & <standing> & pluralSurname) [name:masc.nomn]', { yes: ['пишет ‹Горбунков Роман›'] }),
    cue(
      '(<clear> & Capital & mayBeName & nounSurname & !opens & any:C) [Capital & everydayForm & wordlike & name:C & !<goods> & !goodsName]',
      { yes: ['там ‹Калина Роман› без фото'] },
    ),
  ],
  /** A patronymic or a sure surname makes a person of a word that is a brand alone: Петрова Алиса. */
  besideCertainSurname: [
    cue('[Capital] (<certain> & (patronymic | <certainSurname> & #agreesBefore))', {
      yes: ['меня зовут ‹Алиса Петрова›'],
    }),
    cue('(<certain> & (patronymic | <certainSurname> & #agreesAfter)) [Capital]', { yes: ['‹Петрова Алиса›'] }),
  ],
  /** A word of every message too, but behind a surname in the same case. */
  behindCertainSurname: [cue('(Capital & <surnameOnly> & #agreesAfter) [Capital]', { yes: ['‹Блинова Марта›'] })],
  /** A surname in lower case that is nothing else, in the same case right after or before. */
  besideLowerSurname: [
    cue('(lower & <onlySurname> & #agreesAfter) [any]', { yes: ['‹рябинину злату›'] }),
    cue('!(lower & <onlySurname>) [any] (<onlySurname> & #agreesBefore)', { yes: ['передай ‹васе петрову›'] }),
  ],
  /** От Байрамовой Севинч: the first name has no cases. Юсуповой Дилором Каримовны: surname and patronymic agree. */
  undeclinedFirst: [
    cue('/(?:[ое]в|ин)ой$/ [!everydayForm & !name:masc.gent]', { yes: ['от ‹Байрамовой Севинч›'] }),
    cue('(hasForms & name:C) [any] (patronymic & name:C)', { yes: ['для ‹Юсуповой Дилором Каримовны›'] }),
  ],
  /** A first name in another case than the name before it begins another name; not after a woman's surname without cases. */
  beginsAnother: [
    cue('(<named> & !(surname & name:masc.nomn) & !(first & woman)) [<startsName>] !fatherParticle', {
      yes: ['передал ‹Петровой› ‹Иван›'],
    }),
    cue('(<named> & surname & name:masc.nomn & !(first & woman)) [<startsName> & !woman] !fatherParticle', {
      yes: ['‹Петров› ‹Ивану› передал'],
    }),
    cue('(<named> & first & woman) [<startsName> & (everyday | woman)] !fatherParticle', {
      yes: ['‹Анна› ‹Ивану› передала'],
    }),
  ],
  /** A shortened patronymic or first name and its full stop: Егор Дм. Вахрушев. */
  shortened: [
    cue("marked ‹[marked] '.'› (marked & surnameLike)", { yes: ['‹Егор Дм. Вахрушев›'] }),
    cue("(marked & (surname | surnameLike) & !first) ‹[<cutFirst>] '.'›", { yes: ['клиент ‹Вахрушев Эд.› недоволен'] }),
  ],
  /** The particle belongs to the surname. */
  particleBefore: [cue('[any] (marked & word)', { yes: ['была ‹Вульф›, стала ‹фон Берг›'] })],
  /** A father's name, or a first name and his that are cut. */
  fathersName: [
    cue('‹[capitalised] fatherParticle›', { yes: ['‹Жоомарт уулу›'] }),
    cue("‹[Capital & (surname | surnameLike)] <cutFirst> '.' ((<cutFirst>|<initial>) '.')?›", {
      yes: ['наследник ‹Скворцов Ег. Л.›', '‹Ситникова Евг. Мих.› Вопрос по льготе', 'Заявка: ‹Орлов Дм.›'],
    }),
    cue("‹[Capital & nounSurname & mayBeName] <cutFirst> '.' (<cutFirst>|<initial>) '.'›", {
      yes: ['Встретит ‹Чумак Евг. Викт.›, тел. на пропуске', 'Заявитель ‹Кот Дм. Олег.›'],
      no: ['Том Вас. Ив. не нашёл'],
    }),
    cue('‹[Capital & (surname | surnameLike)] <abridgedFirst>›', { yes: ['‹Соколов Ал-др› просит'] }),
  ],
  withParticle: [
    cue('‹[/^(?:Ван|Фон)$/] (дер|ден|де) (capitalised & !never)›', {
      yes: ['Господин ‹Ван Дер Берг› подтверждает', 'новая фамилия ‹Ван дер Линден›'],
    }),
    cue('‹[mayBeName & Capital & (first | !known) & !#noPerson] nameParticle unknownName›', {
      yes: ['на сцене ‹Хуго Ван Бронкхорст›'],
    }),
  ],
} as const;
