/** Text that ends with a word for a telephone; a local number may follow. */
const phoneWord =
  /(?<!\p{L})(?:phone(?:_?number)?|caller_?(?:id|num(?:ber)?)|tel|mobile|msisdn|cell(?:phone)?|тел(?:ефон\p{L}*|\p{L}{0,3})?|моб(?:ильн\p{L}*)?|сот(?:ов\p{L}*)?|городск\p{L}*|дом\.|домашн\p{L}*|стационарн\p{L}*|рабоч\p{L}*|факс\p{L}*|т|(?:по|на|пере|до)?звон(?:и|ю|я)\p{L}*|набер\p{L}*|whats?app|wa|вотсап\p{L}*|ватсап\p{L}*|вацап\p{L}*|viber|вайбер\p{L}*|telegram|телеграм\p{L}*|контакт\p{L}*|(?:для|на) связ[ьи]|горяч\p{L}+ лини\p{L}|диспетчер\p{L}*|при[её]мн\p{L}+|регистратур\p{L}*|справочн\p{L}+|номер(?:у|а)?(?= (?:для связи|телефона))|(?:изменил|сменил|поменял)\p{L}*:? был|местн\p{L}+|(?:ваш|мой|наш|его|её|ее|их) номер|код(?: города)? \(?\d{3,5}\)?,? номер)(?:(?:[ \t]*[/,][ \t]*|[ \t]+и[ \t]+)\p{L}+)?\.?(?: (?:по|на))?(?:[ \t]+(?:[а-яё]{3,}(?:ого|его|ера|еля|аря|ии|хты|аны|ника)|телефон\p{L}*|номер\p{L}*|офис\p{L}*|клиент\p{L}*|диспетчер\p{L}*|склад\p{L}*|магазин\p{L}*|для связи|есть|мой|наш|его|её|ее|такой|другой|мне|нам|вам|у меня|у нас|пожалуйста)){0,3}["'«]?[\s:.\-–—=№,(]*["']?$/iu;

/** Text that ends with a word for another kind of number: an order, a document, an account. */
const otherWord =
  /(?:заказ\p{L}*|заявк\p{L}*|заявлени\p{L}*|тикет\p{L}*|ticket|order|обращени\p{L}*|запрос\p{L}*|инцидент\p{L}*|договор\p{L}*|контракт\p{L}*|сч[её]т\p{L}*|лицев\p{L}+|л\/с|р\/с|к\/с|бик|инн|огрн\p{L}*|кпп|окпо|оквэд|снилс|паспорт\p{L}*|сери\p{L}|ву|полис\p{L}*|омс|карт[аыеуо]\p{L}*|imei|серийн\p{L}+|заводск\p{L}+|инвентарн\p{L}+|табельн\p{L}+|регистрационн\p{L}+|уч[её]тн\p{L}+|s\/n|sn|артикул\p{L}*|sku|barcode|gtin|article|account|invoice|inn|арт|код\p{L}*|штрих-?код\p{L}*|ean|isbn|трек\p{L}*|track\p{L}*|накладн\p{L}+|сдэк|отправлени\p{L}*|посылк\p{L}+|пин|pin|промокод\p{L}*|купон\p{L}*|сертификат\p{L}*|сумм\p{L}+|итого|цен\p{L}|стоимост\p{L}*|(?<!\p{L})id|ид|uid|guid|user_id|session\p{L}*|timestamp|хэш|хеш|hash|md5|верси\p{L}|сборк\p{L}|build|ошибк\p{L}+|error|индекс\p{L}*|координат\p{L}*|дом|д|кв|квартир\p{L}|корп\p{L}*|стр|офис|участ\p{L}*|мест\p{L}|размер\p{L}*|габарит\p{L}*|давлени\p{L}|рейс\p{L}*|поезд\p{L}*|гост|ту|фз|vin|уин|постановлени\p{L}*|плат[её]ж\p{L}*|операци\p{L}|транзакци\p{L}|rrn|авторизаци\p{L}|чек\p{L}*|фн|фд|фп|касс\p{L}+|mac|порт|страниц\p{L}|стр|пункт|п|акт\p{L}*|протокол\p{L}*|приказ\p{L}*|дел[оау]|абонент\p{L}*|логин\p{L}*|login|пользовател\p{L}+|клиент\p{L}* (?:номер|id)|№|n|#|no)(?:[ \t_]*(?:номер\p{L}*|number|заказ\p{L}*|товар\p{L}*|ошибки|подтверждения|клиент\p{L}*|пользовател\p{L}+|оплат\p{L}|на оплату|возврат\p{L}*|доставк\p{L}|id|№|n|#|no)){0,3}["'»]?[\s:.\-–—=№#]*["'«]?$/iu;

/** A unit directly after a number, which makes it an amount. */
const unit =
  /^[ \u00a0]?(?:руб|р\.|р(?![\p{L}])|₽|\$|€|%|коп|тенге|тг(?!\p{L})|сум(?!\p{L})|грн|долл|евро|usd|eur|rub|кг|гр(?!\p{L})|г(?!\p{L})|мм|см(?!\p{L})|м(?!\p{L})|км|шт|балл|бонус|градус|год|дн(?:ей|я)|час|мин(?!\p{L})|сек|мб|гб|кб|байт|штук|тыс|млн|млрд|×|x\d|\*)/iu;

const maxLookBehind = 60;

const before = (text: string, at: number): string => {
  const window = text.slice(Math.max(0, at - maxLookBehind), at);
  const line = window.lastIndexOf('\n', window.trimEnd().length - 1);
  return line < 0 ? window : window.slice(line + 1);
};

/** Whether a word for a telephone precedes the offset. */
export const followsPhoneWord = (text: string, at: number): boolean => phoneWord.test(before(text, at));

/** A department or desk before a sign: Охрана на въезде: 2-34-56. */
const department =
  /(?<!\p{L})(?:охран|вахт|консьерж|ресепш|рецепш|проходн|пост|столов|деканат|касс|кабинет|лаборатор|склад|гараж|дежурн|секретар|коммутатор|мастерск|котельн|аварийк|аварийн|диспетчер|регистратур|при[её]мн|справочн|бухгалтер|администрат|отдел|такси)\p{L}*(?:[ \t]+[«"]?\p{L}+[»"]?){0,3}[ \t]*[:—–(-][ \t]*$/iu;

/** Аварийная 2-34-56: departments whose only number is a telephone number. */
const departmentWithoutSign =
  /(?<!\p{L})(?:охран|вахт|консьерж|ресепш|рецепш|дежурн|аварийк|аварийн|диспетчер|регистратур|при[её]мн|справочн|(?:каб(?:инет)?|кв(?:артира)?)\.? ?\d{1,4},)\p{L}*[ \t]$/iu;

/** Семён Маркович (33-14-08): a patronymic or a surname before a bracket. */
const personBeforeBracket =
  /[А-ЯЁ][а-яё]+(?:[оеё]вич|[оеё]вн|ьич|ичн|инишн|[оеё]в|ин|ын|ск|енк|ук|юк|ян|дзе|швили)(?:а|у|ой|ым|ем|е|ы|ий|ого|ому|им|ая|ую|о)?[ \u00a0]?\([ ]?$/u;

/** Людмила Фёдоровна — 22-34-56; Ветрова Г. К., 2-10-20: a patronymic, a full name or initials before a sign. */
const personBeforeSign =
  /(?<!\p{L})(?:[А-ЯЁ][а-яё]+(?:[оеё]вич|[оеё]вн|ьич|ичн|инишн)(?:а|у|ой|ем|е|ы)?|[А-ЯЁ][а-яё]+[ \u00a0][А-ЯЁ][а-яё]+(?:[оеё]в|ин|ын|ск|енк|ук|юк|ян|дзе|швили)(?:а|у|ой|ый|ий|ая|о)?|[А-ЯЁ][а-яё]+(?:[оеё]в|ин|ын|ск|енк|ук|юк|ян|дзе|швили)(?:а|у|ой|ий|ая|о)?[ \u00a0][А-ЯЁ][а-яё]+|(?:Исп|Отв)\. [А-ЯЁ][а-яё]+(?: [А-ЯЁ]\. ?[А-ЯЁ]\.)?|[А-ЯЁ][а-яё]+ [А-ЯЁ]\. ?[А-ЯЁ]\.)[ \u00a0]?[,:—–-][ \u00a0]?$/u;

/** Whether a department, or a person's name with a sign or bracket, precedes the offset. */
export const followsDepartmentOrPerson = (text: string, at: number): boolean => {
  const window = before(text, at);
  return (
    window !== '' &&
    (department.test(window) ||
      departmentWithoutSign.test(window) ||
      personBeforeBracket.test(window) ||
      personBeforeSign.test(window))
  );
};

/** Whether a clause about calling follows the offset: 2-14-59 не берут трубку. */
export const precedesCallClause = (text: string, at: number): boolean =>
  /^[ ]?(?:—|-|,)?[ ]?(?:там )?(?:никто )?(?:не (?:отвеча|бер[уеё]т|снима|дозвон|подход)|недоступ|занято|молчит)|^, (?:звон|набира|набер|спросить|спрашив)/iu.test(
    text.slice(at, at + 40),
  );

/** Whether a word for a telephone follows the offset: 12-34-56 домашний телефон, 2-34-56 (раб.). */
export const precedesPhoneWord = (text: string, at: number): boolean =>
  /^[ \u00a0]?[,—–(-]?[ \u00a0]?(?:(?:это|is|мой|наш|его|её|ее|их|my|our|номер)[ \u00a0]){0,3}(?:(?:дом|раб|моб|гор|сот)\.|(?:домашн|рабоч|городск|стационарн|контактн|мобильн|сотов|home|work|office)\p{L}*(?:[ \u00a0](?:номер|телефон|тел|phone|number)\p{L}*)?|тел(?:ефон(?:а|у|ом)?)?|phone)(?![\p{L}\d])/iu.test(
    text.slice(at, at + 60),
  );

/** полис ЕЕЕ 12…: the series of a document. */
const series = /[A-ZА-ЯЁ]{2,3} ?$/;

/** Whether a word for another kind of number precedes the offset. */
export const followsOtherWord = (text: string, at: number): boolean => {
  const window = before(text, at);
  const match = window === '' ? null : (otherWord.exec(window) ?? otherWord.exec(window.replace(series, '')));
  if (!match) return false;
  const letterBefore = match.index > 0 && /[\p{L}\d]/u.test(window.charAt(match.index - 1));
  return !(letterBefore && /^[\p{L}]/u.test(match[0])) || otherWord.test(window.slice(match.index + 1));
};

/** Whether a unit of money, weight or length follows the offset. */
export const precedesUnit = (text: string, at: number): boolean => unit.test(text.slice(at, at + 12));
