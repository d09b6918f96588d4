import { stemWord } from '../../domain/stems.ts';

// Words that say little about a problem, by weight, estimated from general language and from support messages: grammar,
// courtesy, what every message says, and words that are frequent anywhere. Any form of a word covers all its forms.
const bands: readonly { readonly weight: number; readonly words: string }[] = [
  {
    weight: 0.35,
    words: `
      и в во на с со к ко о об обо от по за из у до для при над под про через между перед а но да или либо ни же бы б ли ль что чтобы то это этот эта эти этого этой этому этим этих этом
      тот та те того той тому тем тех том такой такая такое такие он она оно они его ее их ему ей им него нее них нему ней ним быть был была было были есть будет буду будут
      который которая которое которые которого которой которых ведь вот уже еще тоже также лишь только даже ну там тут здесь потом тогда поэтому потому хотя пока бывает
      здравствуйте здравствуй привет добрый доброе день вечер утро доброго времени суток пожалуйста пожалуй спасибо заранее благодарю уважаемый уважаемые подскажите скажите помогите извините простите прошу
      the a an of to in on at by for from with into onto and or but if so as than then that this these those there here its very just please thanks thank hello hi hey dear regards ok okay also too
      be am is are was were been being it he she they them their his her him
    `,
  },
  {
    weight: 0.55,
    words: `
      я мы ты вы меня мне мной мною нас нам нами тебя тебе тобой вас вам вами себя себе собой мой моя мое мои моего моей моему моим моих мою наш наша наше наши нашего нашей ваш ваша ваше ваши вашего вашей вашу свой своя свое свои своего своей свою
      если когда где куда кто чем чего чему как так подскажи помоги помочь помощь расскажите объясните поясните просьба просим
      do does did doing have has had having will would shall should could can may might must i me my mine we us our ours you your yours im ive id ill youre
      what which who whom whose when where why how about some any because
    `,
  },
  {
    weight: 0.7,
    words: `
      не нет без можно можете могу может могут мог могла смогу сможете нужно нужен нужна надо хочу хотел хотела хотелось хочется хотим
      почему зачем каким какой какая какое какие каком какого сколько очень сам сама сами самый весь вся все всего всем всех всю каждый любой другой другая другие один одна одно одни раз сейчас теперь сегодня вчера завтра
      делать сделать делаю сделал сделайте происходит случилось получается получилось получиться вопрос проблема проблемы ситуация дело необходимо требуется должен должна должны должно просто вообще опять снова постоянно всегда никак ничего никто
      больше меньше более менее много мало после назад около вместо кроме против вдруг срочно быстро хорошо плохо человек люди говорит говорят пишет пишут сказали написали дайте дать дал есть имеется
      not no nor yes dont doesnt didnt isnt arent wasnt wont wouldnt cant cannot couldnt havent hasnt without
      get got getting go going went want wanted need needed help know let try trying tried tell able possible way thing things something anything someone still already again now today yesterday always never ever much many more most
      cause however while after before since until over up down out off all both each every other another same own only even like seem seems keep keeps look looking see make makes made use using used happen happening happened
      problem issue question understand think really quite via per say says said take one once else instead
    `,
  },
  {
    weight: 0.85,
    words: `
      работать работает работают работало заработало работа первый второй третий новый новая новое новые старый старая день дня дни дней неделя недели час часа часов минут месяц месяца год года лет время раньше скоро долго давно
      видеть вижу видно смотреть посмотреть найти нахожу нашел узнать знаю знать понять понимаю сказать писать написать ответ ответить ответили ждать жду использовать использую пользоваться пользуюсь начать начал стал стало стала хватает
      приходит пришло пришел прийти идти идет пойти стоит стоять лежит находится получить получаю получил получила взять взял поставить ставить открыть закрыть нажимаю нажать показывает появляется появилось появился пропал остался осталось
      один два три четыре пять несколько часть место сторона вид случай причина образ информация данные человек клиент компания сервис система сайт хотеть раз последний следующий нормально правильно точно именно возможно обычно
      time times day days week weeks month months year years hour hours minute minutes first last next new old right wrong work works working worked long soon good bad best back come comes find found show shows give put start started
      receive received reason two three few several number case information person people place part sure check ask asked asking call called wait waiting
    `,
  },
];

const wordsOf = (list: string): readonly string[] => list.trim().split(/\s+/);

const weights = new Map<string, number>();
for (const { weight, words } of bands) {
  for (const word of wordsOf(words)) {
    for (const form of [word, stemWord(word)]) if (!weights.has(form)) weights.set(form, weight);
  }
}

/** The common words as listed. */
export const commonWords: readonly string[] = bands.flatMap(({ words }) => wordsOf(words));

/** Returns the significance of a word, by the word or else its stem, from 0.35 (grammar) to 1 (not a common word). */
export const wordWeight = (word: string, stem: string): number => weights.get(word) ?? weights.get(stem) ?? 1;

/** Returns whether a word is one of the common words or one of their stems. */
export const isCommon = (word: string): boolean => weights.has(word);
