import { cue } from './cue.ts';

/** What is called like a person: assistants and robots, pets and other animals, the heroes of games. */
export const petsAndBots = {
  nameOfDevice: [
    cue(
      "[first & nameNominative] ',' <possessive> (lower & adjective)? (lower & <petOrDevice> & any:nomn & !roleNoun) (',.' | edge)",
      {
        yes: ['Боря, наш складской погрузчик, опять не заряжается'],
        no: ['‹Боря›, наш складской погрузчик сломался'],
      },
    ),
    cue(
      "[first & nameNominative] ',' так (у|мы|нас|все|его|ее){0,3} <callingVerb> (lower & adjective)? (lower & (<petOrDevice> | animalNoun))",
      {
        yes: ['Зоя, так у нас зовут старый принтер, зажевала лист'],
        no: ['‹Зоя›, так мы зовём мастера?'],
      },
    ),
    cue("[any] ',—–-(' <possessive>? (<virtual> <virtualSelf> | lower & @bot) (',.!)' | edge | break)", {
      yes: ['Елена, наш голосовой помощник, не расслышала номер'],
      no: ['‹Елена›, голосовой помощник не работает'],
    }),
    cue("я '—–-'? [any] ',—–-'? (твой|<possessive>)? (<virtual> <virtualSelf> | lower & @bot)", {
      yes: ['Я Варвара, голосовой помощник банка', 'Я Ника, чат-бот поддержки'],
    }),
    cue("я [any] ',—–-' твой (личный|умный|персональный)? /^(?:помощни|ассистент|гид$|собеседни|проводник)/", {
      yes: ['Я Лингва, твой помощник'],
      no: ['Я ‹Полина›, твой куратор'],
    }),
    cue("зовут [any] ',' я (твой|<possessive>)? (<virtual> <virtualSelf> | lower & @bot)", {
      yes: ['Меня зовут Олег, я робот-помощник'],
      no: ['меня зовут ‹Олег›, я менеджер'],
    }),
    cue("кличк- (lower & noun & any:gent)? (':—–-«\"' | была|у){0,2} [any]", {
      yes: ['собака по кличке Рекс', 'кличка Борька, порода шпиц', 'кличка питомца: Ричард'],
      no: ['хозяйка ‹Вера› потеряла паспорт собаки'],
    }),
    cue("(animalNoun | <petOrDevice>) <notOfPerson>{0,6} <callingVerb> (его|ее|их)? ':—–-«\"'{0,2} [any]", {
      yes: [
        'Купили робота-пылесоса, назвали его Борькой',
        'собаку зовут Вера, вес 5 кг',
        'собаку зовут Валера',
        'кот, зовут Борис',
      ],
      no: ['кота везёт хозяйка, зовут ‹Вера›', 'кот болеет, меня зовут ‹Вера›'],
    }),
    cue('animalNoun по имени [any]', { yes: ['хаски по имени Дик не пустили'] }),
    cue('<robot> [first & nameNominative]', {
      yes: ['робот-консультант Марк отвечает не то', 'бот Аня дала неверный ответ'],
      no: ['консультант ‹Марк› отвечает не то', 'бот молчит, ‹Аня› ответила'],
    }),
    cue('<beast> [first & !surname & nameNominative]', {
      yes: ['хорёк Федя проглотил резинку', 'жеребец Султан хромает'],
      no: ['‹Кабанов Юрий› звонил'],
    }),
    cue(
      '(lower & /^(?:вислоух|прямоух|длинношерст|короткошерст|гладкошерст|жесткошерст|трехцветн|черепахов|беспородн|бесшерст|породист)/) [Capital & name:any]',
      {
        yes: ['вислоухая Муся после наркоза вялая'],
        no: ['вислоухую привела ‹Муся›'],
      },
    ),
    cue('[<petName>]', { yes: ['метис Барсик записан', 'Владелец Мурзика просит выписку'] }),
    cue('(lower & <beast>) [Capital & !known & /[аяик]$/ & !surnameShape]', { yes: ['хорёк Боня чихает'] }),
    cue(
      '<keeping> (lower & adjective)? (lower & animalNoun & any:gent) [Capital & (name:gent & !name:nomn | !known & /[аяи]$/)]',
      {
        yes: ['владелец кота Фени просит копию', 'передержка пса Жорика оплачена'],
        no: ['владелец кота ‹Вадим› просит копию'],
      },
    ),
    cue('(lower & animalNoun & !hasCases & /(?:типу|пу|[бвгджзклмнпрстфхцчшщйоая])$/) [nameNominative]', {
      yes: ['цвергшнауцер Соня лает'],
    }),
    cue('(lower & animalNoun) [first & !everyday & !surname & !#subjectWithObject & !#subjectAtPresent]', {
      yes: ['у кошки Джессики аллергия', 'записали ретривера Чарли на чистку зубов'],
      no: ['кота ‹Вадима› записали'],
    }),
    cue('(animalNoun & any:nomn & !any:gent & !any:accs) [nameNominative]', {
      yes: ['кот Борис болеет, нужна запись'],
      no: ['кота ‹Борис› привезёт сам'],
    }),
    cue('<robotCase> [first & !name:nomn & !surname]', {
      yes: ['жаловался на робота Олега', 'с роботом Борисом говорить бесполезно', 'отключите чат-бота Олега'],
      no: ['работу ‹Олега› приняли', 'робот ‹Олега› сломался'],
    }),
    cue('<heroCase> [first & !#beforeSurname & !#beforePatronymic]', {
      yes: ['Выбрал героиню Лару', 'герой Борис слишком слабый'],
      no: ['герой ‹Борис Петрович Ким› награждён'],
    }),
    cue('(мфу|ибп|бесперебойник|плоттер|шредер) [first & name:nomn & !#subjectWithObject & !#subjectAtPresent]', {
      yes: ['МФУ Катюша жуёт бумагу'],
      no: ['МФУ ‹Ольга› заказала вчера'],
    }),
    cue(
      "[first & nameNominative] ',' <possessive> (lower & adjective)? (lower & animalNoun & any:nomn & !roleNoun) (',.' | edge)",
      {
        yes: ['Муся, моя кошка, перегрызла провод'],
        no: ['‹Вера›, моя дочь, перегрызла провод', '‹Вера›, моя кошка пропала'],
      },
    ),
  ],
  beforePatronymic: [cue('[first] patronymic', { yes: ['герой ‹Иван Петрович›'] })],
} as const;
