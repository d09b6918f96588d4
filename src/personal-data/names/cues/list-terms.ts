import { type Terms } from '../patterns.ts';

/** Parts of the patterns of lists. */
export const listTerms: Terms = {
  item: 'capitalised & !never & !brand & (first|surname|surnameShape|pluralSurname) & #opensItem',
  plainSurname: 'mayBeName & surnameLike & (surnameShape | surname & nameNominative)',
  plainBearer: 'bearer & commonNominative',
  joint: "',' | ','? (и|или|либо|ни)",
  member:
    'Capital & capitalised & !never & !brand & (surname | pluralSurname | bearer & commonNominative | shortSurname & /.../ & !/^(?:нам|сон|пан)$/)',
  severals: 'mayBeName & Capital & (-и|-ы|-ых|-ым|-ыми)',
  severalOfOne: '/(?:[ое]в|[иы]н)(?:ы|ых|ым|ыми)$/',
  kin: '/^(?:семь(?:я|и|ю|е|ей|ями)|супруг(?:и|ов|ам|ами)|брат(?:ья|ьев|ьям)|сестр(?:ы|ам)|родител(?:и|ей|ям)|чет[аыеу]|сосед(?:и|ей|ям)|квартир[аыеу])$/',
  /** What is done with persons only, of several; who is meant by a letter or an order. */
  personsHeading:
    '(/^(?:присутствовали|присутствуют|отсутствуют|отсутствовали|отчислены|зачислены|уволены|приняты|премированы|премировать|награждены|наградить|поощрить|аттестованы|назначены|дежурят|дежурили|выступили|выступят|поручить|поручено|вызвать|вызваны|явились|опоздали|прогуляли|болеют|допущены|допустить|ознакомлены|ознакомить|уволить|отчислить|зачислить|направить|направлены|проголосовали|голосовали|кому|копия|копии|докладчики|исполнители|ответственные|дежурные|экипаж|бригада|комиссия|секретариат|жюри|президиум|делегация)$/ & !(opens & noun & !any:nomn))',
  headingGoesOn: "(!':' & !'.!?' & !break & !edge | г '.' | number)",
  inList: "(!'.!?' & !break & !edge | '.' & #afterShort)",
  listedName:
    'mayBeName & Capital & (!place | surname & surnameLike) & (unknownName & !institutionShape | shortSurname & /.../ | bearer & singular & !animalNoun | adjective & /[иы]х$/ | surname | <tinySurname>)',
  tinySurname: 'shortSurname & capitalised',
  listedWord:
    'mayBeName & Capital & !place & !brandName & (noun & singular & !productNoun & !officeNoun & !institutionNoun & !first | adjective & /(?:[ыио]й|[ая]я|[иы]х)$/ | <listedName>)',
  persons:
    '(personNoun & common:plur & !animalNoun & !/^(?:партн[её]р|клиент|поставщик|конкурент|участник|спонсор|производител|заказчик|дистриб|подрядчик|дилер|арендатор|продав|абонент|член|хозя|мастер|автор|агент)/)',
  /** A rank of a job: спец. 1 кат. */
  rank: "((number | /^(?:мл|ст|вед|высш|перв|втор|трет|четв[её]рт|пят|шест)/) '.'? (кат|категории|разр|разряда|класса|кл|ранга) '.'?)",
  /** Abbreviations that are a person's only. */
  personAbbreviation:
    '(lower & /^(?:гр|гражд|доц|докл|проф|акад|преп|инж|водит|диспетч|касс|фельд|серж|ефр|сотр|ассист|асп|аспир|секр|слес|стор|экон)$/)',
  /** Said of customers and applications rather than the surname of one. */
  state:
    '/^(?:при[её]м$|смена$|выдача$|запись$|перерыв$|обед$|урок$|очередь$|нов|стар|активн|неактивн|постоянн|временн|неизвестн|свободн|занят|перв|втор|трет|друг|обычн|внутренн|внешн|главн|бывш|старш|младш|дежурн|люб|кажд|мобильн|домашн|рабоч|сотов|обязательн|возможн|крупн|частн|физическ|юридическ|индивидуальн|корпоратив|тестов|важн|платн|бесплатн|ведущ|генеральн|финансов|технич|коммерч|исполнительн)/',
  /** Whose name follows a colon rather than their state. */
  official:
    '/^(?:пристав|судья|ист[еи]ц|ответчи|секретар|председател|кассир|бухгалтер|директор|преподавател|инспектор|следовател|дознавател|нотариус|адвокат|прокурор|понятой|свидетел|нанимател|заявител|рецензент|оппонент|докладчи|доцент|профессор|архивариус|библиотекар)/',
  speaking:
    '(mayBeName & (UPPER & !known & /.{4}/ & !institutionShape | Capital & first & everyday & !brandName | Capital & surnameShape & !(-ов|-ев|-ин)))',
  /** Groups of persons of which a list says who they are. */
  crew: '/^(?:групп|команд|делегац|экипаж|бригад|смен|комисси|экскурс|вылет|рейс|авто|отряд)/',
  aside: "('(' (!')' & !break){1,5} ')')",
};
