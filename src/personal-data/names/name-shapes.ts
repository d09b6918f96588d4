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

/** Stems of everyday names before diminutive endings. */
const diminutiveStems =
  'саш|сан|шур|ал[её]н|алеш|л[её]ш|л[её]х|ал[её]х|алин|андр|анют|ан|аньк|ант|антош|арин|арт[её]м|борь|бор|вад|вал|валер|валь|варь|вар|вас|верун|вер|вик|вит|витал|влад|вов|волод|галь|гал|ген|гош|гриш|даш|дан|ден|денис|дим|димон|егор|жен|жень|зин|зо|иван|ван|игор|иль|ир|кат|катю|кирю|кирил|кол|кость|кост|ксю|ксюш|лар|лен|лер|лиз|лид|лил|люб|людм|люд|люс|макс|макар|маш|мань|марин|мариш|мит|миш|над|наст|нат|наташ|ник|никит|нин|окс|оксан|оль|ол|павл|паш|пет|пол|полин|раис|рит|ром|рус|рустам|света|свет|сем|сер[её]|сер[её]ж|слав|сон|стас|степ|т[её]м|тан|тим|том|тол|ул|фед|эд|эл|юл|юр|яш|ян|ярик|ярос|тось|зой|инн|лесь|элл|нел|тат|татьян|настас|никол|мих|михаил|макс|соф|софь|злат|миланоч|камил|эмил|богдан|матве|елис|мирон|савел|степан|семен|евген|евг|аркаш|виталь|витю|жор|ильюш|левуш|мирослав|назар|нонн|римм|соне|стеф|таис|ульян|фаин|фим|эдик|яков|янк|ева|мил[ао]н|снеж|снежан|русл|руслан|ринат|марат|свят|натал|валенти|кристин|вероник|маргарит|глеб|игнат|захар|назар|тарас|остап|демьян|прохор|клим|архип|алл|белл|нелл|эмм|тимур|дамир|айрат|азат|наил|рафаэл|айгул|гульнар|гузел|эльвир|эльмир|рам|рена|дин|динар|дильн|лей|лейл|мад|мадин|зар|зарин|амин';

const diminutiveEndings =
  'очк|ечк|еньк|оньк|ульк|юльк|уньк|юньк|ушк|юшк|ишк|ышк|уш|юш|уш|ул|юл|ун|юн|ус|юс|усик|юсик|ок|[её]к|ик|чик|ох|[её]х|ян|ян|як|он|ен|[её]н|ан|ич|ыч|аш|яш|ас|ос|асик|осик|ась|уся|юся|уш|инк|онк|[её]нк|[её]нок|чонк|ьк|к|х|ш|ош|ош|ёш|еш|ушечк|юшечк|усеньк|юсеньк';

const diminutive = new RegExp(`^(?:${diminutiveStems})(?:${diminutiveEndings})(?:а|ы|и|е|у|ой|ей|ою|я|ю|ом|ем|)$`);

/** Whether an unknown lower-case word (е for ё) is built like a short form of an everyday name: Серёженька, Димасик. */
export const isDiminutive = (word: string): boolean => word.length >= 4 && word.length <= 14 && diminutive.test(word);

/** The second halves of composed Turkic, Persian and Arabic names: Нурбол, Исломбек, Насрулло, Садриддин. */
const composed =
  /^(?:мурад|муса|хасан|юнус|махмад|мамед|курбан|раджаб|рамазан|хайдар|нур|сеит|шер|ер)(?:г?али)$|^[а-я]{2,}(?:хан|бек|бай|бой|жан|джан|жон|джон|берген|галий|улла|улло|мурат|мурод|мухаммад|мухаммед|назар|султан|[иу]ддин|акбар|шод|шох|бахт)(?:а|у|ом|е|ю|я|ем)?$|^[а-я]{2,}(?:гуль|гул|нур|ойгул)(?:я|ю|ем|ь|и|ью|е|а|у|ом)?$/;

/** Their first halves: Абдусаттор, Мирзохид, Джумагул. */
const beginning =
  /^(?:абд[уо]|абдул|мухам|магомед|мирз|гульн|гульш|гульм|гульб|гульч|фатхулл|хайрулл|нурсул|нурмух|шамси|жума[бгнт]|джума|турсун|бахти)[а-я]{2,}$/;

/** Words of trades and games with the same endings. */
const tradesAndGames =
  /(?:бол|фан|маркетбай|ибей|плейбо[йя]|ковбо[йя]|стрит|сериал|портал|бизнес|[аеиоу]фейсбек|кешбек|фидбек|флешбек|плейбек|олдскул|воркшоп)/;

const shortestComposed = 5;
const longestComposed = 16;

/** Whether an unknown lower-case word (е for ё) is composed like a name of Central Asia or the Caucasus. */
export const isEasternName = (word: string): boolean =>
  word.length >= shortestComposed &&
  word.length <= longestComposed &&
  (composed.test(word) || beginning.test(word)) &&
  !tradesAndGames.test(word);
