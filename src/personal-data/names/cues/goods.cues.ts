import { cue } from './cue.ts';

/** Dishes, drinks and other goods whose name is a person's as well: what stands beside it says which of the two is meant. */
export const goods = {
  /** Behind the noun of a dish in its case; a genitive without a preposition is the owner's. */
  nameOfDish: [
    cue('(dishNoun & common:NOUN.femn.nomn) [name:nomn & !(-ко)]', {
      yes: ['Пицца Маргарита пришла без сыра', 'пицца Верди остыла'],
      no: ['пиццу ‹Маргарита› не получала'],
    }),
    cue('(dishNoun & any:accs) [name:femn.accs & !name:nomn]', {
      yes: ['заказывали пиццу Маргариту', 'добавьте салат Анастасию'],
      no: ['пиццу ‹Маргарите› не привезли'],
    }),
    cue('(dishNoun & any:ablt) [name:ablt]', { yes: ['с тортом Анастасией всё в порядке'] }),
    cue('(вместо|без|кроме|помимо|насчет) (dishNoun & any:gent) [name:gent]', {
      yes: ['вместо пиццы Маргариты привезли Карбонару'],
      no: ['вкус торта ‹Маргариты› не понравился'],
    }),
    cue('dishNoun [Capital & name:nomn & !(-ко|-их|-ых) & !#subjectWithObject & !#subjectAtPresent]', {
      yes: ['пиво Миллер есть?', 'не хватает коктейля Беллини'],
      no: ['Торт ‹Анна› заказала вчера'],
    }),
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
    cue('!(у|для|от|к) [any] (без|с|со) <ingredient>', {
      yes: ['маргариту без сыра'],
      no: ['Вчера ‹Катя› без доступа сидела', 'для ‹Тёмы› без лука'],
    }),
    cue('[any] <arriving> (без|с|со) <ingredient>', { yes: ['Маргарита пришла без сыра'] }),
    cue('[any] <arriving> (уже|совсем|совершенно|вся|весь)? <spoilt>', {
      yes: ['Маргарита приехала холодная'],
      no: ['‹Маргарита› приехала расстроенная'],
    }),
    cue('(пробивается|пробилась|фасуется|срок годности) [any]', { yes: ['не пробивается Маргарита на кассе'] }),
    cue('у [any] (истек-|вышел|закончился|прошел|закончилась) (срок|годность)', {
      yes: ['у Ахмада истёк срок годности'],
    }),
  ],
  /** Beside a dish that is called like nobody. */
  besideDish: [
    cue("!(у|для|от|к|с) [goodsName & !opens] ',' <plainDish>", {
      yes: ['В заказе Маргарита, пепперони и кола'],
      no: ['‹Людмила›, пепперони не привезли', 'заказ для ‹Маргариты›, пицца и кола'],
    }),
    cue("[any] (или | а не | ',' (а не | вместо (нее|него)?)) <plainDish>", {
      yes: ['без маргариты, вместо неё пепперони'],
      no: ['спасибо, ‹Оля›, пиццу привезли'],
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
    cue('<ordering> [goodsName & name:femn.accs]', { yes: ['заказал Маргариту, а привезли не то'] }),
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
