import { cue } from './cue.ts';

/** The text speaks of a first name as of another word. */
export const otherSense = {
  /** The sentence ends as a question. */
  asked: [cue("[any] !('.!?…'|break|edge){0,40} '?'", { yes: ['‹Надежда›, что с заказом?'] })],
  /** A turn of a chat begins with a dash, and its first word with a capital. */
  opensTurn: [cue("(edge | break | '.!?:') '-–—' [any]", { yes: ['‹Кристина›. - Машина готова'] })],
  otherSense: [
    cue(
      "[алиса|маруся|салют|афина|джой] (сказал-|говорит|ответил-|отвечает|сообщил-|сообщает) ',' что /^(?:мо[йяе]|ваш[еа]?)$/ (отправлени-|посылк-|заказ|доставк-|устройств-|навык|колонк-|музык-)",
      {
        yes: ['Алиса сказала, что моё отправление в пути'],
        no: ['‹Алиса› сказала, что перезвонит'],
      },
    ),
    cue("[#shortAdjective] ',' (что|чтобы|если|как|когда)", { yes: ['Рада, что вы помогли'] }),
    cue('[рада] (что|чтобы|если)', { yes: ['Рада что обратилась к вам'] }),
    cue('[том|тома|томе|томом] (number | /^(?:перв|втор|трет|четв|пят|последн|следующ)/)', {
      yes: ['Том третий не пришёл'],
    }),
    cue(
      '(с|со) [верой|надеждой|любовью] ((в|во|на) /^(?:лучш|бог|люд|себ|чуд|вас$|нас$|будущ|успех|добр|побед|справедлив|помощ|понимани|ответ|скор|решени|положительн|ваш|быстр|сотрудничеств|возврат)/ | (к|ко))',
      { yes: ['мы с верой в лучшее ждём ответа'] },
    ),
    cue('[ник] (занят|свободен|уже|не)', { yes: ['Ник занят'] }),
    cue('/^(?:смен|измен|помен|замен)/ [ника|ник]', { yes: ['смена ника платная'] }),
    cue(
      "(animalNoun | /^робот/) (!'.!?' & !break){0,5} /^(?:назва|окрести|зовут)/ (его|ее|их)? [first & (name:nomn | name:ablt)]",
      {
        yes: ['Купила робота-пылесоса, назвали его Борькой', 'взяли кота, зовут Борис'],
      },
    ),
    cue('[#shortAdjective] (был|была|буду|будет|будут) any? <infinitive>', { yes: ['Рада была помочь'] }),
    cue('[#shortAdjective] (за|вам|вас|тебе|<infinitive>)', { yes: ['Рада помочь'] }),
    cue("[wordlike & opens & (надежд-|вер-|рос-|слав-) & !#asked] ',' что", {
      yes: ['Надежда, что ответят, есть'],
      no: ['‹Надежда›, что с заказом?'],
    }),
    cue("[wordlike] ',' который (вы|я|мы) any{0,2} <acquiring>", { yes: ['Роман, который я заказывала, не пришёл'] }),
    cue("[wordlike & <goods>] ',' (который|которую) (вы|я|мы) any{0,2} (<acquiring>|присла-|привез-)", {
      yes: ['Роза, которую вы прислали, завяла'],
    }),
    cue("[lower & wordlike & common:NOUN.!anim] '«“„'", {
      yes: ['вместо романа «Обломов» лежал', 'заказ на розу «Глория»'],
      no: ['вместо ‹романа› вышел другой'],
    }),
    cue('[Capital & wordlike & noun & name:masc.nomn] (Capital & surname & name:masc.gent & !name:masc.nomn)', {
      yes: ['Роман Набокова пришёл без обложки'],
      no: ['‹Роман Набоков› пришёл'],
    }),
    cue('[тема & Capital] (Capital & surname & name:masc.gent & !name:masc.nomn)', {
      yes: ['Тема ‹Белова› в журнале'],
      no: ['вышел ‹Тема Белов›'],
    }),
    cue(
      "[noun & commonNominative & !name:nomn & opens] ',' (lower & noun & any:nomn & !verb) (','|и|или) (lower & noun & any:nomn & !verb) не? (pluralVerb | predicate | есть | нет | и | или | '.!?' | edge)",
      {
        yes: ['Свет, вода, газ отключены', 'Свет, вода и отопление есть'],
        no: ['‹Свет›, подскажите, вода есть?'],
      },
    ),
    cue("[<goods> & opens] ',' (lower & productNoun) (','|и|или) (lower & productNoun)", {
      yes: ['Роза, тюльпан и хризантема сломались'],
    }),
    cue("[wordlike & <goods> & opens] ',' (две|три|пять|семь|девять|number) (lower & productNoun)", {
      yes: ['Роза, две хризантемы и гипсофила — это не букет'],
    }),
    cue("[brandName] ',' <command> (<commanded>|edge)", { yes: ['Алиса, включи музыку', 'Алиса, тише'] }),
    cue("мин ('.'|и|'/'){0,2} [макс]", { yes: ['Лимит Мин и Макс', 'Мин Макс перепутаны'] }),
    cue("[эд] '.' изм", { yes: ['Эд. изм. укажите'] }),
    cue("[ян] ('.' number | и инь)", { yes: ['Ян. 2024 не закрыт', 'Ян и инь на логотипе'], no: ['‹Ян› и ‹Инна›'] }),
    cue("[!#besideCertainSurname] '(' lower&(<thing>|книга|огурцы|такси)&!roleNoun '),'", {
      yes: ['Максим (такси) не приехал'],
      no: ['‹Хлебников Ян› (радио)'],
    }),
    cue(
      "[any] Capital? (в (lower & adjective)? (чате|приложении|мессенджере|телеграме))? '—–-'? это же? (<bot>|lower&(<thingDefined>)&!roleNoun)",
      {
        yes: ['Олег в вашем чате — это робот', 'Владимир — это город', 'Лилия — это тариф'],
      },
    ),
    cue("[any] Capital? '—–-' же? (<bot>|lower&placeNoun&!roleNoun)", { yes: ['Владимир — город'] }),
    cue("[wordlike] '—–-' же? lower&(<thingDefined>)&!roleNoun", { yes: ['Роза — тариф'] }),
    cue("[any] Capital&wordlike '—–-' же? lower&(<thingDefined>)&!roleNoun", { yes: ['Белая Роза — тариф'] }),
    cue('[<goods>] (пришл-|прибыл-|приехал-|доехал-|оказал-|достав-) <damaged>', { yes: ['Роза пришла сломанная'] }),
    cue(
      '[роман | <goods>] (/^(?:приш|прибыл|приехал|доехал|достав|получил|оказал)/ | lower & preposition) (без | с | со | в)? (lower & (adjective | predicate))? <partOfGoods>',
      {
        yes: ['Роман пришёл без суперобложки и с мятым корешком', 'Роза пришла с подмёрзшими лепестками'],
        no: ['‹Роман› пришёл без пропуска'],
      },
    ),
    cue("[роман | том] ',' number (страниц-|стр|экземпляр-|издани-)", { yes: ['Роман, 480 страниц'] }),
    cue('[/^роман[аеуы]?$/ & lower | /^ари[яиюей]$/] (<figureWord> & <ofCase>)', {
      yes: ['новый роман Пелевина когда поступит', 'Ария Ленского вырезана'],
      no: ['‹Роман Смирнов› уволился'],
    }),
    cue("[lower] '.' roleNoun", { yes: ['ген. директором'] }),
    cue("[lower & (<shortJob>|макс|вит)] '.' any&!Capital&!UPPER", {
      yes: ['юр. адрес', 'зам. дир. по общим вопросам'],
    }),
  ],
  shortAdjective: [
    cue('[predicate & (name:nomn|name:gent|name:accs|name:ablt|name:voct) & !#afterGreeting & !#asked]', {
      yes: ['Рада помочь'],
    }),
  ],
  /** An unknown adjective before what it can qualify: in its gender, number and case. */
  qualifying: [
    cue('[!surname & !first & <adjectiveEnding> & -ая] (<qualified> & (common:NOUN.femn.nomn.sing | /(?:ая|яя)$/))', {
      yes: ['Хромовская лаборатория'],
      no: ['Звонила ‹Ревская›, документы ждёт'],
    }),
    cue('[!surname & !first & <adjectiveEnding> & -ую] (<qualified> & (common:NOUN.femn.accs.sing | /(?:ую|юю)$/))', {
      yes: ['Хромовскую лабораторию'],
    }),
    cue('[!surname & !first & <adjectiveEnding> & -ой] (<qualified> & (<womansOblique> | /(?:ой|ей)$/))', {
      yes: ['Хромовской лаборатории'],
      no: ['Передайте ‹Ревской› документы'],
    }),
    cue(
      '[!surname & !first & <adjectiveEnding> & !(-ая|-ую|-ой|-ых|-их) & !hasCases] (<qualified> & (noun & !common:NOUN.femn | common:NOUN.plur | adjective))',
      {
        yes: ['Хромовский завод'],
      },
    ),
    cue(
      '[!surname & !first & <adjectiveEnding> & !(-ая|-ую|-ой|-ых|-их|-ого) & any:C] (<qualified> & (noun & !common:NOUN.femn | common:NOUN.plur | adjective) & any:C)',
      {
        yes: ['к Соколовскому заводу'],
      },
    ),
    cue(
      '[!surname & !first & <adjectiveEnding> & -ого & hasCases] (<qualified> & (noun & !common:NOUN.femn | adjective) & any:gent)',
      {
        yes: ['у Соколовского завода'],
        no: ['у ‹Соколовского› больничный'],
      },
    ),
  ],
} as const;
