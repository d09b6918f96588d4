import { cue } from './cue.ts';

/** Dishes, drinks and other goods whose name is a person's as well: what stands beside it says which of the two is meant. */
export const goods = {
  /** Behind the noun of a dish in its case; a genitive without a preposition is the owner's. */
  nameOfDish: [
    cue('(dishNoun & common:NOUN.femn.nomn) [name:nomn & !(-ко)]', {
      yes: ['Пицца Маргарита пришла без сыра', 'пицца Верди остыла'],
      no: ['пиццу ‹Маргарита› не получала'],
    }),
    cue('(dishNoun & any:accs & !any:nomn) [name:femn.accs & !name:nomn]', {
      yes: ['заказывали пиццу Маргариту'],
      no: ['пиццу ‹Маргарите› не привезли'],
    }),
    cue(
      '(<ordering> | /^(?:добав|привез|принес|убер|верн)/ | за) (dishNoun & any:accs) [name:femn.accs & !name:nomn]',
      {
        yes: ['добавьте салат Анастасию', 'верните деньги за торт Шарлотту'],
        no: ['салат ‹Марину› не впечатлил'],
      },
    ),
    cue('(dishNoun & any:ablt) [name:ablt]', { yes: ['с тортом Анастасией всё в порядке'] }),
    cue('(вместо|без|кроме|помимо|насчет) (dishNoun & any:gent) [name:gent & (goodsName | !everyday)]', {
      yes: ['вместо пиццы Маргариты привезли Карбонару'],
      no: ['вкус торта ‹Маргариты› не понравился', 'Вместо торта ‹Ольги› привезли чужой'],
    }),
    cue(
      'dishNoun [Capital & name:nomn & (goodsName | !first) & !(-ко|-их|-ых) & !#subjectWithObject & !#subjectAtPresent]',
      {
        yes: ['пиво Миллер есть?', 'не хватает коктейля Беллини'],
        no: ['Торт ‹Анна› заказала вчера', 'Напиток ‹Олег› разлил'],
      },
    ),
  ],
  /** Only goods are sold out, are in the menu or become cold. */
  stateOfGoods: [
    cue('!(у|для|от|к) [nameNominative] <particle>? не? <ofGoods>', {
      yes: ['Маргарита закончилась', 'Ахмад подорожал до 450 рублей', 'Маргарита не пробивается на кассе'],
      no: ['‹Маргарита› закончила смену', 'Смена ‹Алиевой› закончилась'],
    }),
    cue('!(у|для|от|к) [any] <particle>? не? (есть|нет|была|был|было|будет)? (в|на) <soldOut>', {
      yes: ['Маргарита в стопе', 'Ахмад есть в наличии?'],
      no: ['‹Маргарита› в отпуске', 'У ‹Марины› в наличии две'],
    }),
    cue('[goodsName & !#vocative] (в|на|из|с) <assortment> (!(не|verb) | edge)', {
      yes: ['уберите Маргариту из меню', 'Ахмад в пакетиках'],
      no: ['‹Ахмад› в меню не видит раздел'],
    }),
    cue('/^(?:добав[ьи]|убер|убра|полож)/ [any] (в|на|из|с) <assortment>', {
      yes: ['добавьте Каролину в меню'],
      no: ['Вчера ‹Алина› из меню удалила блюдо'],
    }),
    cue('!(у|для|от|к) [any] без <ingredient> !verb', {
      yes: ['маргариту без сыра', 'Каролина без лука'],
      no: ['Вчера ‹Катя› без доступа сидела', 'для ‹Тёмы› без лука', '‹Ирина› без сахара пьёт'],
    }),
    cue('!(у|для|от|к) [goodsName] (с|со) <ingredient>', {
      yes: ['Маргарита с грибами'],
      no: ['Вышел ‹Олег› с курицей в пакете'],
    }),
    cue('[goodsName] <arriving> (без|с|со) <ingredient>', {
      yes: ['Маргарита пришла без сыра'],
      no: ['курьер ‹Олег› приехал без соуса'],
    }),
    cue('[any] <arriving> (уже|совсем|совершенно|вся|весь)? <spoilt>', {
      yes: ['Маргарита приехала холодная'],
      no: ['‹Маргарита› приехала расстроенная'],
    }),
    cue('[goodsName & nameNominative] (остыл-|выдохл-)', {
      yes: ['Маргарита остыла'],
      no: ['‹Ольга› остыла и извинилась'],
    }),
    cue('(пробивается|пробилась|фасуется) [any]', { yes: ['не пробивается Маргарита на кассе'] }),
    cue('срок годности [name:gent & !name:nomn]', {
      yes: ['не указан срок годности Ахмада'],
      no: ['Срок годности ‹Марина› не проверила'],
    }),
    cue('у [any] (истек-|вышел|закончился|прошел) срок годности', {
      yes: ['у Ахмада истёк срок годности'],
      no: ['у ‹Олега› истёк срок договора'],
    }),
    cue(
      "(<ordering> & /ла$/) (у|вас|вчера|сегодня|себе|мне|нам|домой){0,3} [first & name:masc.nomn & !name:masc.accs & !name:femn.nomn] (и | с | со | ',.' | edge)",
      {
        yes: ['Заказывала у вас Наполеон и два эклера'],
        no: ['Заказывала ‹Ольга›, а привезли ‹Олегу›'],
      },
    ),
  ],
  /** Beside a dish that is called like nobody. */
  besideDish: [
    cue("!(у|для|от|к|с) [goodsName & !opens] ',' <plainDish>", {
      yes: ['В заказе Маргарита, пепперони и кола'],
      no: ['‹Людмила›, пепперони не привезли', 'заказ для ‹Маргариты›, пицца и кола'],
    }),
    cue("[any] (или | а не | ',' (а не | вместо (нее|него))) <plainDish>", {
      yes: ['без маргариты, вместо неё пепперони'],
      no: ['спасибо, ‹Оля›, пиццу привезли', 'приехал ‹Олег›, вместо пиццы привёз роллы'],
    }),
    cue('[goodsName] и <plainDish>', { yes: ['маргарита и кола'], no: ['‹Оля› и пицца уже тут'] }),
    cue("<plainDish> (','? (и|или) | ',' а? не?) [goodsName]", { yes: ['есть пепперони и маргарита'] }),
    cue('<plainDish> (или | вместо) [goodsName]', {
      yes: ['привезли пепперони вместо маргариты'],
      no: ['пиццу вместо ‹Оли› забрал курьер'],
    }),
  ],
  /** A listed name of goods where somebody orders, counts or pays. */
  countedGoods: [
    cue("[goodsName & !(lower & preposition)] ','? ('(' | <of>)? number 'x×*х'? <quantity>", {
      yes: ['Маргарита 30 см', 'Ахмад 100 пакетиков', 'маргарита 2 шт'],
      no: ['‹Катя›, 2 шт возвращаем'],
    }),
    cue('number [goodsName & (name:gent | name:nomn)] (и | <plainDish> | edge)', { yes: ['2 Маргариты и кола'] }),
    cue('[goodsName & name:nomn] (больш-|средн-|маленьк-|стандартн-)', { yes: ['Маргарита большая'] }),
    cue('<ordering> [goodsName & name:femn.accs] !capitalised', { yes: ['заказал Маргариту, а привезли не то'] }),
    cue('(<ordering> & (pluralVerb | -ем)) [goodsName & name:masc.nomn]', {
      yes: ['предлагаем Ахмад или Майский', 'Заказали Ахмад'],
      no: ['кофе заказал ‹Ричард›'],
    }),
  ],
  /** Whatever else is said, nobody's full name. */
  surelyGoods: [
    cue('((dishNoun | productNoun) & !roleNoun) <peerage> [name:any]', {
      yes: ['чай Королева Анна закончился', 'огурцы Дядя Ваня'],
      no: ['чай дядя ‹Ваня› не пьёт'],
    }),
    cue('(торт-|десерт-|пирожн-|меренг-) [анна|анны|анне|анну|анной] павлов-', { yes: ['торт Анна Павлова'] }),
    cue('(торт-|десерт-|пирожн-|меренг-) (анна|анны|анне|анну|анной) [павлов-]', { yes: ['торт Анна Павлова'] }),
  ],
  goodsOfName: [cue('[#nameOfDish | #stateOfGoods | #besideDish | #countedGoods]', { yes: ['Маргарита закончилась'] })],
} as const;
