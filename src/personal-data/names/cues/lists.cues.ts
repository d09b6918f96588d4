import { cue } from './cue.ts';

/** Members of lists: what the heading says of all of them, and what others of them show. */
export const lists = {
  /** A full stop of ч., каф., гр. within a list. */
  afterShort: [cue('(lower & /^.{1,5}$/) [any]', { yes: ['не допущены: гр. ‹Хван›, ‹Огай›'] })],
  /** The heading opens a list of persons; between it and the slot no sentence ends. */
  inListOfPersons: [
    cue("<personsHeading> <headingGoesOn>{0,4} ':(' <inList>{0,24} [any]", {
      yes: ['к экзамену не допущены: ‹Хван›, ‹Огай› (нет медкнижки)', 'Поручить (‹Кан›, ‹Югай›) в срок'],
    }),
    cue("<persons> <headingGoesOn>{0,4} ':' <inList>{0,24} [any]", {
      yes: ['Список выпускников 1998 г.: ‹Ананьев› (ум.), ‹Гоц›, ‹Дрозд›', 'Рецензенты: ‹Гоц›, ‹Шпак›'],
    }),
    cue("(фамилии|фио|имена|списочный|состав <crew>) <headingGoesOn>{0,4} ':' <inList>{0,24} [any]", {
      yes: ['Фамилии погорельцев по акту: ‹Мацкявичюс›, ‹Зверь›', 'Состав группы: ‹Мороз›, ‹Пак›, ‹Эйдельман›'],
      no: ['Состав набора: Волк, Заяц, Лиса'],
    }),
  ],
  /** A list, whether of persons or of things. */
  inList: [
    cue(
      "(/^(?:списо?к|график|ведомост|табел|реестр|перечен|лист|экз|явка|наряд|приказ|вызов)/ | <personsHeading>) <headingGoesOn>{0,5} ':(' <inList>{0,24} [any]",
      {
        yes: ['Список на пересдачу: ‹Аганбегян›, ‹Зуев›, ‹Белый›'],
      },
    ),
    cue("<persons> <headingGoesOn>{0,4} ':' <inList>{0,24} [any]", {
      yes: ['Рецензенты: ‹Гоц›, ‹Шпак›'],
    }),
  ],
  /** Nothing but the member between the signs that part it from others. */
  wholeMember: [
    cue("':,;(' [any] ('.,;()'|edge|break|и)", { yes: ['Рецензенты: ‹Гоц›, ‹Шпак›'] }),
    cue("(и|ныне|break) [any] ('.,;()'|edge|break)", { yes: ['Рецензенты: ‹Гоц› и ‹Шпак›'] }),
  ],
  /** Behind the heading of a list of persons: a word that has no other sense, or is a surname as well. */
  listedPerson: [
    cue('[#wholeMember & <listedName> & #inListOfPersons]', {
      yes: ['не допущены: ‹Хван›, ‹Ри›, ‹Огай›', 'Копия: ‹Седых›, ‹Чутких›'],
      no: ['Не допущены: Казань, Киров'],
    }),
  ],
  /** Any noun or adjective beside two names of a list, or beside one under its heading. */
  listedBeside: [
    cue("marked <aside>? ',;' [<listedWord> & #wholeMember & #inListOfPersons]", {
      yes: ['Фамилии по акту: ‹Хасанова›, ‹Пожар›'],
      no: ['Фамилии: ‹Хасанова›, Казань'],
    }),
    cue("marked '.'? <aside>? ',;' any{0,3} marked '.'? <aside>? ',;' [<listedWord> & #wholeMember & #inList]", {
      yes: ['Явка: ‹Аганбегян›, ‹Зуева›, ‹Белый›'],
      no: ['Список: ‹Хасанова›, Паспорт, СНИЛС'],
    }),
    cue("[<listedWord> & #wholeMember & #inListOfPersons] <aside>? ',;' marked", {
      yes: ['Фамилии погорельцев: ‹Зверь›, ‹Хасанова›'],
    }),
    cue("marked ',' [<listedWord> & !opens] ',' marked", {
      yes: ['Приходили ‹Зуев›, ‹Дождь›, ‹Хасанова›'],
      no: ['Звонили ‹Зуев›, Казань, ‹Хасанова›'],
    }),
    cue("marked '(' (!')' & !break){1,5} ')' ',;' [<listedName> | <listedWord>] '('", {
      yes: ['Ключи: ‹Гасановым› (кв. 40), ‹Берёзе› (кв. 52)'],
    }),
  ],
  /** Beside another speaker of a transcript. */
  speaker: [
    cue("(marked ':' any{1,30}) (break | '.!?') [<speaking>] ':'", {
      yes: ['‹ГРОМЫКО›: Я против.\n‹ЭЙДЕЛЬМАН›: Почему?', '‹Гриша›: принтер готов. ‹Лиана›: почта готова.'],
      no: ['‹ГРОМЫКО›: Я против.\nИТОГО: 5', '‹Анна›: нет.\nКомментарий: пусто'],
    }),
    cue("(edge | break) [<speaking>] ':' any{1,30} break (marked ':')", {
      yes: ['‹ЭЙДЕЛЬМАН›: Почему?\n‹ГРОМЫКО›: Я против.'],
    }),
  ],
  /** An everyday word with an initial beside a name. */
  listedWithInitial: [
    cue("marked '.'? lower{0,4} ';,' lower{0,4} ‹[<headed> & Capital & !opens & <listable>] <initial> '.'›", {
      yes: ['‹Быковой› доначислить, ‹Корову И.› снять с выплаты'],
      no: ['‹Быковой› сообщили, что по Приложению А. вопросов нет'],
    }),
  ],
} as const;
