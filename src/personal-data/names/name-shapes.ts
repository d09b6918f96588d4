const writtenPatronymic = /^[а-я]{2,}(?:(?:ов|ев|ь)ич(?:а|у|ем|е)?|(?:овн|евн|иничн|ичн)(?:а|ы|е|у|ой|ою))$/;
/** Spoken patronymics: Иваныч, Марь Иванна, Сан Саныч, Николавна. */
const spokenPatronymic =
  /^(?:(?:иван|степан|михал|пал|николай|саны|александр|алексан|андре|серге|алексе|васил|петро|федоры|семены|антоны|борис|максим|палы|кузьми|данил|тимофе|матве|пантеле|евсе|елисе|митр|геннад|дмитр|юрь|валерь|григорь|анатоль|виталь|леонид|михайл)(?:ы?ч|ич|ьич|евич)(?:а|у|ем|ом|е)?|(?:иванн|михалн|михайлн|николавн|алексанн|алексевн|андревн|сергевн|василевн|палн|степанн|семенн|антонн|петровн|борисн|дмитревн|юрьн|анатольн|васильн)(?:а|ы|е|у|ой))$/;

const surnameEnding =
  /^[а-я]{2,}(?:(?:[бвгджзклмнпрстфхцчшщ]ов|[а-я]ев|[бвгджзклмнпрстфхцчшщ]ин|цын)(?:а|у|ым|ой|е|ою|ы|ых|ым|ыми)?|енко|швили|дзе|(?:ю|ч|щ|йд)ук(?:а|у|ом|е)?|юк(?:а|у|ом|е)?|[сц]к(?:ий|ого|ому|им|ом|ая|ой|ую)|[а-я]ян(?:а|у|ом|е)?)$/;
const possessiveEnding =
  /^[а-я]{2,}(?:[бвгджзклмнпрстфхцчшщ]ов|[а-я]ев|[бвгджзклмнпрстфхцчшщ]ин|цын)(?:а|у|ым|ой|е|ою)?$/;

/** Росприроднадзор, Мосэнерго, Стройбанк: institutions, whatever their endings. */
const institutionParts =
  /^(?:рос|мос|гос|мин|рем|глав|спец|энерго|газ|нефте?|авто|тех|строй|пром|агро|евро|интер)[а-я]{3,}$|(?:надзор|банк|фонд|строй|энерго|пром|торг|транс|телеком|нефть|газ|авиа|маркет|софт|сервис|плюс|инвест|финанс|снаб|охран|техник|деливери|экспресс|карго|салон|экспо|форум)[а-я]{0,3}$/;

/** Кофемашина, видеокарта, хлебопечка: compounds for things. */
const thingParts =
  /^(?:кофе|видео|аудио|фото|электро|микро|мото|вело|гидро|термо|мульти|супер|гипер|веб|пневмо|кибер|инфо|теле|радио|робо)[а-я]{3,}$|[а-я](?:машин|варк|резк|мойк|сушилк|печк|давилк|мешалк|измерител)[а-я]{0,3}$/;

const namesInstitution = (word: string): boolean =>
  thingParts.test(word) || (institutionParts.test(word) && !possessiveEnding.test(word));

/** Whether a lower-case word (е for ё) is built like a spoken patronymic. */
export const isSpokenPatronymic = (word: string): boolean => spokenPatronymic.test(word);

/** Whether a lower-case word is built like a patronymic. */
export const isPatronymicShape = (word: string): boolean => writtenPatronymic.test(word);

/** Whether a lower-case word is built like an institution's name. */
export const isInstitutionShape = (word: string): boolean => namesInstitution(word);

/** Whether a lower-case word is built like a surname of any kind: -ов, -енко, -швили, -ян, -ский. */
export const isSurnameShape = (word: string): boolean =>
  word.length > 4 && surnameEnding.test(word) && !namesInstitution(word);

/** Whether a lower-case word has the endings of a surname in -ов, -ев, -ин: Шумов, Шумовой. */
export const isPossessiveShape = (word: string): boolean => word.length > 4 && possessiveEnding.test(word);

/** Returns the stem that all forms of a surname the dictionary does not have share. */
export const surnameStem = (word: string): string =>
  word
    .replace(/(?:ого|ому|ыми|ими|ая|ую|ий|ый)$/, '')
    .replace(/(?:ов|ев|ин|ын)(?:а|у|ым|ой|е|ою|ы|ых)$/, (ending) => ending.slice(0, 2))
    .replace(/(?:ом|ем|ой|ою|ей|ью|ым|им|ых|а|у|е|ы|и|я|ю|й|ь|о)$/, '');

/** Whether a lower-case word has the endings of -ский: Вольская, Островского. */
export const isToponymicShape = (word: string): boolean => /[сц]к(?:ий|ая|ого|ой|ому|ую|им|ом)$/.test(word);

/** Returns the stem of either word of a figure's name; Евгений and Евгения share it. */
export const figureStem = (word: string): string => surnameStem(word).replace(/и$/, '');
