/** The second halves of composed Turkic, Persian and Arabic names: Нурбол, Исломбек, Насрулло, Садриддин. */
const composed =
  /^(?:мурад|муса|хасан|юнус|махмад|мамед|курбан|раджаб|рамазан|хайдар|нур|сеит|шер|ер)(?:г?али)$|^[а-я]{2,}(?:хан|бек|бай|бой|жан|джан|жон|джон|берген|галий|улла|улло|мурат|мурод|мухаммад|мухаммед|назар|султан|[иу]ддин|акбар|шод|шох|бахт)(?:а|у|ом|е|ю|я|ем)?$|^[а-я]{2,}(?:гуль|гул|нур|ойгул)(?:я|ю|ем|ь|и|ью|е|а|у|ом)?$/;

/** Their first halves: Абдусаттор, Мирзохид, Джумагул. */
const beginning =
  /^(?:абд[уо]|абдул|мухам|магомед|мирз|гульн|гульш|гульм|гульб|гульч|фатхулл|хайрулл|нурсул|нурмух|шамси|жума[бгнт]|джума|турсун|бахти)[а-я]{2,}$/;

/** Words of trades and games with the same endings. */
const others =
  /(?:бол|фан|маркетбай|ибей|плейбо[йя]|ковбо[йя]|стрит|сериал|портал|бизнес|[аеиоу]фейсбек|кешбек|фидбек|флешбек|плейбек|олдскул|воркшоп)/;

const shortest = 5;
const longest = 16;

/** Whether an unknown lower-case word (е for ё) is composed like a name of Central Asia or the Caucasus. */
export const isEasternName = (word: string): boolean =>
  word.length >= shortest &&
  word.length <= longest &&
  (composed.test(word) || beginning.test(word)) &&
  !others.test(word);
