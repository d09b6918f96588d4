import { cue } from './cue.ts';

/** Verbs, callings and relations that persons have. */
export const person = {
  /** A noun for a person and what it is in charge of. */
  afterRoleOfPart: [
    cue('roleNoun&any:nomn <charge>{0,2} <charge>&noun [any]', {
      yes: ['начальник смены ‹Коваль› ушёл', 'врач скорой помощи ‹Ткач›'],
    }),
    cue('roleNoun&any:nomn (lower & (institutionNoun | productNoun) & any:gent) [<builtEnd> & Capital]', {
      yes: ['Юрист банка ‹Самойлик› запросила акт', 'Инженер завода ‹Пилипчик› обещал'],
      no: ['Юрист банка Тинькофф отказал'],
    }),
  ],
  /** A noun for a person precedes, possibly with a colon, dash, bracket or quotation mark between. */
  afterPersonNoun: [
    cue('roleNoun <possessive> [any]', { yes: ['Сестра моя ‹Назокат›'] }),
    cue('personNoun&singular&!first [any]', { yes: ['менеджер ‹Роза› ответила'] }),
    cue("<possessive> (lower & roleNoun & any:C) ',' [Capital & name:C]", {
      yes: ['наша дочь, ‹Лада Король›, зачислена'],
    }),
    cue("<lead> <leadFrom> ':—–' [Capital & everyday & name:nomn & !brandName] ',' <leadDetail>", {
      yes: ['Заявка с сайта: ‹Роза›, телефон указан', 'Лид с авито: ‹Вера›, просит перезвонить'],
      no: ['Заявка с сайта: Роза, 15 штук'],
    }),
    cue('[#afterRoleOfPart]', { yes: ['начальник смены ‹Коваль›'] }),
    cue('roleNoun&!<numbering> <numbering>{0,4} number [any]', { yes: ['оператор 12 ‹Гафуров›'] }),
    cue('roleNoun any&!Capital&!UPPER&!<numbering> <numbering>{0,4} number [any]', {
      yes: ['водитель маршрута 12 ‹Гафуров›'],
    }),
    cue("humanVerb г '.' [any]", { yes: ['звонил г. ‹Штольц›'] }),
    cue("!UPPER&<shortJob> '.' [any]", {
      yes: ['гл. бух. ‹Ветрова›', 'нач. ‹Зуев›', 'Тех. ‹Уразов› — выезд'],
    }),
    cue("!UPPER&<shortJob> '.' lower{0,2} ':' [any]", {
      yes: ['Исп.: ‹Хворостов›, доб. 214', 'Зав. кафедрой: ‹Пак›'],
      no: ['Зав. складом: Казань'],
    }),
    cue("(зав|нач|рук|дир|пред|зам) '.' (lower & noun & (any:gent|any:ablt)){1,2} [any]", {
      yes: ['нач. отдела ‹Седых›', 'зав. складом ‹Хворостов›'],
      no: ['зав. складом Казань'],
    }),
    cue(
      '/^(?:дежурн|лечащ|управляющ|проверяющ|принимающ)/ & adjective & /[ыи]й$|[ая]я$/ [Capital & (pluralSurname | shortSurname & /.../)]',
      {
        yes: ['дежурный ‹Хворостов›', 'дежурная ‹Пак›'],
        no: ['дежурный Битрикс'],
      },
    ),
    cue("!UPPER&<shortJob> '.' (lower & /^.{1,5}$/) '.' [any]", { yes: ['Нач. отд. ‹Рябоконь› разрешил погрузку'] }),
    cue("(roleNoun|profession|<shortJob> '.') <rank> [any]", {
      yes: ['спец. 1 кат. ‹Рыбка›', 'врач высш. кат. ‹Гоц›'],
    }),
    cue("м '/' с [any]", { yes: ['исп. ст. м/с ‹Вилкова›'] }),
    cue("!preposition roleNoun&/.{3}/ (<labelPart>{1,3}|<labelOf> <labelPart>?|<labelPart> <labelOf>) ':—–' [any]", {
      yes: ['Клиент №45: ‹Роза›', 'Ответственный/ая: ‹Роза›'],
    }),
    cue("verb&(-л|-ла|-ли) noun? ':' [any]", { yes: ['Проверил: ‹Карасёв›', 'Поставила задачу: ‹Лапина›'] }),
    cue(
      "/^(?:назначен|исполн|выполн|приня|сдан|передан|поручен|согласован|утвержд|проверен|составлен|подписан)/ ':' [surname & Capital & (!place | oftenSurname)]",
      { yes: ['Назначено: ‹Демидов›'] },
    ),
    cue(
      '[#surnameOfField & Capital & (!place | oftenSurname) & (surname & !common | surnameShape | pluralSurname | shortSurname & /.../)]',
      { yes: ['Закрыто: ‹Хворостов›'] },
    ),
    cue('[#afterLabel]', { yes: ['Автор правки: ‹Хворостов›'] }),
    cue("roleNoun ':—–-(«\"' [any]", {
      yes: ['Клиент: ‹Роза›', 'менеджер (‹Роза›)', 'Свекровь: ‹Роза›', 'Узист: ‹Мельник›'],
    }),
    cue("profession ':' [any]", { yes: ['сомнолог: ‹Роза›'] }),
    cue("(<personLabel> | !UPPER & <shortJob>) '.' ':—–' [any]", { yes: ['Отв.: ‹Заяц›', 'Исп.: ‹Мороз›, до 14:00'] }),
    cue("<personLabel> ':—–-' [any]", { yes: ['Контакт: ‹Роза›', 'Подпись: ‹Лев›'] }),
  ],
  /** Next to another first name. */
  besideFirstName: [
    cue('[any] и Capital&(onlyFirst|first&!known)', { yes: ['‹Злата› и ‹Камилла›', '‹Роза› и ‹Олег›'] }),
    cue("[name:nomn] (на|в) lower ',;' Capital&first&nameNominative (на|в) lower", {
      yes: ['Смена: ‹Света› на горячем, ‹Умар› на мойке'],
    }),
    cue("Capital&first&nameNominative (на|в) lower ',;' [name:nomn] (на|в) lower", {
      yes: ['Смена: ‹Умар› на мойке, ‹Света› на горячем'],
    }),
    cue("ни [Capital] ',' ни Capital&first", { yes: ['Ни ‹Любовь›, ни ‹Вера› на звонки не отвечают'] }),
    cue('(пусть|пускай) [Capital & name:nomn] (lower & verb & !pluralVerb)', { yes: ['Пусть ‹Лилия› польёт цветы'] }),
    cue('[!<thingBefore>] и Capital&everyday&nameNominative&!<thingBefore>', {
      yes: ['‹Семён› и ‹Полина›'],
      no: ['роман и роза'],
    }),
  ],
  /** A workplace follows. */
  beforeOrigin: [
    cue(
      "[!(любой & (lower | opens))] (из|с|со) (<department>|<workplace>|(adjective|/^(?:перв|втор|трет|четв[её]рт|пят|шест|седьм|восьм|девят|десят)(?:ого|ой|ьего|ьей)$/) (<department>|<workplace>|<room>)|'«'|number <room>)",
      {
        yes: [
          'позовите ‹лену› из бухгалтерии',
          '‹лев› с ресепшена',
          '‹Роза› из аптеки',
          'видели ‹лену› из третьего зала?',
        ],
        no: ['роза из коробки', 'Любой из отдела может подписать'],
      },
    ),
    cue('[any] (из|с|со) <possessive> (<department>|<workplace>|<room>|работы|класса|подъезда|дома)', {
      yes: ['платит ‹надежда› с моей работы', 'приходила ‹лена› из нашего подъезда'],
      no: ['розы с моей дачи'],
    }),
  ],
  /** A person's verb follows, no noun or preposition between. */
  beforeHumanVerb: [
    cue(
      '[name:nomn] (в|на|из|с) (lower & !verb & !preposition){1,3} (lower & (verb:officeDeeds.sing | verb:officeTalk.past.sing) & !pluralVerb)',
      {
        yes: ['‹Любовь› в приёмной комиссии ответила, что аттестат отправили'],
        no: ['Роза в горшке завяла'],
      },
    ),
    cue('[!wordlike] <pause>{0,4} <deed>', { yes: ['‹Вера› мне вчера всё объяснила'] }),
    cue(
      '[!wordlike] (с|до|со) (утра|вечера|обеда|ночи|понедельника|вторника|среды|четверга|пятницы|субботы|воскресенья) <deed>&!pluralVerb',
      { yes: ['‹Иринка› с обеда ищет ключи'] },
    ),
    cue('и [wordlike&!<consonant>] <pause>{0,4} <deed>', { yes: ['‹Олег› и ‹Роза› обещали'] }),
    cue('и [wordlike&<consonant>] <pause>{0,4} <deed>&!<womans>', { yes: ['‹Олег› и ‹Роман› обещали'] }),
    cue('[wordlike&!<consonant>] <pause>{0,4} <deed>&!pluralVerb&!<infinitive>', {
      yes: ['‹Роза› сказала'],
      no: ['до марта не ждать'],
    }),
    cue('[wordlike&<consonant>] <pause>{0,4} <deed>&!pluralVerb&!<womans>', {
      yes: ['‹Роман› сказал'],
      no: ['роман купила за 450', 'Роман прислали не тот'],
    }),
  ],
  afterHumanVerb: [
    cue('humanVerb [any]', { yes: ['позовите ‹Ваню›', 'сказал ‹Иваныч›'], no: ['Врач назначил Амоксиклав'] }),
  ],
  /** The verb right before takes a person for its object or subject. */
  afterPersonVerb: [cue('personVerb [any]', { yes: ['позовите ‹веру›'] })],
  /** A verb of persons only precedes, or one between a quotation and its speaker. */
  afterDeed: [
    cue('pastPersonVerb [any]', { yes: ['сказал ‹Лофнер›'] }),
    cue(`',»"”' '—–-,' humanVerb [any] !'—–-'`, { yes: ['«Жду», — говорит ‹Лофнер›'] }),
  ],
  beforeDeed: [cue('[any] pastPersonVerb&!pluralVerb', { yes: ['‹Лофнер› сказал'] })],
  besideContactVerb: [
    cue('contactVerb [any]', { yes: ['вчера звонил ‹Лев›'] }),
    cue('[any] contactVerb', { yes: ['‹Роза› звонила'] }),
  ],
  /** It can only be the subject of the verb that follows. */
  subjectOfVerb: [
    cue('[nameNominative&!commonNominative] не? <onesDeed>', {
      yes: ['‹Ира› не открывает', '‹Лена› нажала'],
      no: ['света не хватает'],
    }),
  ],
  related: [
    cue(
      "[any] ',' <possessive>? (lower & roleNoun & any:nomn & singular) ',' <adverbs>{0,2} (lower & humanVerb & !pluralVerb)",
      {
        yes: ['‹Ткач›, инженер, приедет в среду'],
        no: ['Король, дама, валет: в колоде нет короля'],
      },
    ),
    cue(
      "[any:C] ',' (/^мо(?:его|ему|ей|им|ем|ю)$/ | /^наш(?:его|ему|ей|им|ем|у)$/) (lower & adjective)? (lower & (noun:relatives | roleNoun) & any:C & singular)",
      {
        yes: ['Абонемент ‹Надежды›, моей соседки, заканчивается в мае', 'для ‹Льва›, моего младшего сына'],
        no: ['для розы, моей гордости'],
      },
    ),
    cue(
      "[name:nomn] ',' (мой|моя|наш|наша|ваш|ваша|его|ее) (lower & adjective)? (lower & noun:relatives & any:nomn & singular) (',.;)!?' | edge | break)",
      {
        yes: ['Колонку включала ‹Алиса›, моя дочь, ей шесть лет', 'забирала ‹Лада›, моя сестра'],
        no: ['молчит Алиса, наша колонка'],
      },
    ),
    cue("[any] '(' (lower & roleNoun & any:nomn & singular) ')' <adverbs>{0,2} (lower & verb & !pluralVerb)", {
      yes: ['‹Лупандин› (сметчик) ушёл в отпуск'],
    }),
    cue("[any] '—–-' это? <possessive>? lower&roleNoun", {
      yes: ['‹Роман› — мой сын', '‹Виктория› — это наш менеджер'],
    }),
  ],
  /** Anything speaks for a person. */
  person: [
    cue('[#named | #presented | #greeted | #beforeGreeting | #vocative]', { yes: ['‹Вера›, подскажите'] }),
    cue('[#beforeHumanVerb & !((wordlike|common) & !name:nomn)]', {
      yes: ['‹Роза› мне вчера всё объяснила'],
      no: ['Розы не доставили'],
    }),
    cue('[#afterHumanVerb | #afterPersonNoun | #besideFirstName | #beforeContact | #afterContact]', {
      yes: ['Контакт: ‹Роза›'],
    }),
    cue("(edge|break|'.!?') <interjection>? [!brandName & !predicate & name:nomn & (#beforeYou | #beforeQuestion)]", {
      yes: ['‹Толик› ты где?', 'ой ‹Валя› не забудь'],
    }),
    cue('[#beforeOrigin | #related | #subjectOfVerb | #present | #signature | #heading | #label]', {
      yes: ['‹Лилия› из бухгалтерии'],
    }),
  ],
  /** No title of an institution has a first name alone or a dative. */
  noTitleOfInstitution: [
    cue('word&!<monument> [<builtEnd> & #inChargeOfThing]', { yes: ['Инженер завода ‹Пилипчик› обещал'] }),
    cue('word&!<monument> [#ownFathersName]', { yes: ['заведующая школой ‹Алтынай Бекболотовна›'] }),
    cue('word&!<monument> [hasForms & !brandName & !(name:gent|name:nomn)]', { yes: ['Больница ‹Иванову› отказала'] }),
    cue('word&!<monument> [hasForms & !brandName & everyday & !wordlike & !surname] !Capital', {
      yes: ['Школа ‹Сергея› закрыта'],
    }),
  ],
} as const;
