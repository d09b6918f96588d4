export type DemoQuery = {
  readonly query: string;
  /** Ids of tickets that ought to be among the five best. */
  readonly expected: readonly string[];
};

/** Problems for the demo, put in other words than its tickets: returns each with the tickets that solve it. */
export const demoQueries: readonly DemoQuery[] = [
  { query: 'Деньги за один заказ сняли два раза, что делать?', expected: ['1010'] },
  { query: 'Вечером страницы еле грузятся, днём интернет быстрый', expected: ['2001'] },
  { query: 'Не могу войти: код подтверждения в СМС так и не пришёл', expected: ['1020'] },
  { query: 'Программа не даёт провести реализацию, ругается на остаток товара', expected: ['B-3001'] },
  // No ticket has a word of it.
  { query: 'Лэптоп перегревается', expected: ['5005'] },
];
