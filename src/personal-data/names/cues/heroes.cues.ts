import { cue } from './cue.ts';

/** Heroes, who are known by where they are met: on the stage, in games, on what is printed. */
export const heroes = {
  /** Heroes of games, books and films where these are spoken of. */
  heroInWork: [
    cue('(<heroThing> (<topic> | с | со | из | в)? | <printed> (с|со)) [<heroOnly>]', {
      yes: [
        'костюм Буратино мал',
        'роль Хлестакова',
        'утренник с Карлсоном',
        'кукла Эльза с браком',
        'мультик про Чебурашку',
      ],
      no: ['костюм ‹Смирнова› готов', 'семья ‹Миронова› ждёт'],
    }),
    cue(
      "[Capital & first & name:nomn] в игре ('—–-' это? (lower & noun & any:nomn) | /^(?:продает|да[её]т|выда[её]т)$/ (lower & noun))",
      {
        yes: ['Аня в игре — это помощница', 'Виктор в игре даёт квест'],
        no: ['‹Виктор› в игре не видит кнопку'],
      },
    ),
    cue('<stage> [<hero>]', { yes: ['роль Катерины в «Грозе»', 'кукла Эльза'], no: ['рюкзак ‹Катерины› потерян'] }),
    cue("[<hero>] (и <hero>)? из ('«' | (lower & adjective)? <fiction>)", {
      yes: ['подарок с Эльзой и Анной из мультика'],
      no: ['‹Анна› из бухгалтерии'],
    }),
    cue("<hero> и [<hero>] из ('«' | (lower & adjective)? <fiction>)", {
      yes: ['подарок с Эльзой и Анной из мультика'],
    }),
    cue("кто (такой|такая|такие) [<hero> | <famousOnly>] '?'", { yes: ['Кто такой Раскольников?'] }),
    cue('<games> (на (lower & !verb) (lower & !verb)?)? [<game>]', {
      yes: ['поставить на рабочий комп Марио?', 'скачал Соника'],
    }),
    cue('[<game>] не? (<games> | тормозит|лагает|вылетает|зависает|запускается)', {
      yes: ['Марио не запускается на приставке'],
    }),
  ],
} as const;
