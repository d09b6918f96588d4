import { expect } from 'chai';
import { parseAnswer } from '../../ui/pages/search/parse-answer.ts';
import { parseFullText } from '../../ui/pages/search/parse-full-text.ts';
import { markedPieces, queryWords } from '../../ui/pages/search/query-words.ts';
import { queryOf, searchAddress } from '../../ui/pages/search/search-address.ts';
import { possibleStems } from '../../ui/pages/search/word-forms.ts';
import { filterWords } from '../../ui/pages/tickets/ticket-texts.ts';

/** The text with its marked pieces in brackets. */
const marked = (query: string, text: string, words = queryWords(query)): string =>
  markedPieces(text, words)
    .map((piece) => (piece.marked ? `[${piece.text}]` : piece.text))
    .join('');

const sameWord = (one: string, other: string): boolean =>
  possibleStems(one).some((stem) => possibleStems(other).includes(stem));

describe('Forms of a word', () => {
  const forms = [
    'принтер принтера принтеров принтерами',
    'ошибка ошибок ошибке ошибками',
    'письмо писем письмами',
    'заявка заявок заявкой',
    'счет счета счетом',
    'код кода коды кодов',
    'пароль пароля паролей',
    'печатает печатать печатают',
    'оплатить оплата оплатили оплачен оплачено',
    'обновление обновления обновлений обновить обновили обновляется',
    'подтверждение подтвердить подтверждаем',
    'запустить запущен запущена',
    'возврат возвращен',
    'входит входить входят',
    'зависло зависает',
    'удаленный удаленного удаленных',
    'update updates updated updating',
    'stop stopped stopping',
    'try tries tried',
    'printer printers',
  ];
  for (const line of forms) {
    const [first = '', ...others] = line.split(' ');
    it(`of "${first}" are known: ${others.join(', ')}`, () => {
      expect(others.filter((other) => !sameWord(first, other))).to.deep.equal([]);
    });
  }

  it('are not guessed if words only begin alike', () => {
    const others = [
      'порт портал',
      'термин терминал',
      'сеть сетка',
      'стол стой',
      'канал канава',
      'заказ заказчик',
      'car care',
      'код кот',
    ];
    expect(others.filter((pair) => sameWord(pair.split(' ')[0] ?? '', pair.split(' ')[1] ?? ''))).to.deep.equal([]);
  });
});

describe('Words of a query in a ticket', () => {
  it('are marked in every form, neighbours as one', () => {
    expect(marked('После обновления не печатает принтер', 'Принтеры не печатают: до обновлений всё работало')).to.equal(
      '[Принтеры не печатают]: до [обновлений] всё работало',
    );
  });

  it('are joined over the small words of the query, which are not marked alone', () => {
    expect(marked('задание висит в очереди', 'Задание висит в очереди, в службе')).to.equal(
      '[Задание висит в очереди], в службе',
    );
    expect(marked('после сбоя', 'после обеда')).to.equal('после обеда');
  });

  it('include a negation before them', () => {
    expect(marked('не печатает', 'Он не печатает, не сканирует')).to.equal('Он [не печатает], не сканирует');
  });

  it('are codes and foreign words as well, without regard to case and ё', () => {
    expect(marked('отчёт e12 WINDOWS', 'Отчет: ошибка E12 в Windows, E120')).to.equal(
      '[Отчет]: ошибка [E12] в [Windows], E120',
    );
  });

  it('are none if the query has none', () => {
    expect(marked('?! [ИМЯ]', 'Имя и почта')).to.equal('Имя и почта');
  });
});

describe('Words of a filter in a list', () => {
  const listed = (filter: string, text: string) => marked(filter, text, filterWords(filter));

  it('are marked in the forms that the service finds, and in no others', () => {
    expect(listed('человек деньги', 'Людям не вернули денег, человеку тоже')).to.equal(
      '[Людям] не вернули [денег], [человеку] тоже',
    );
    expect(listed('connect', 'Connection failed, connector too')).to.equal('[Connection] failed, [connector] too');
    expect(listed('оплачен', 'Возврат оплаты, заказ оплачен')).to.equal('Возврат оплаты, заказ [оплачен]');
  });

  it('may be numbers, alone and within a code', () => {
    expect(listed('E12', 'Ошибка E12, E13 и 12')).to.equal('Ошибка [E12], [E]13 и [12]');
    expect(listed('не 5', 'Не 5, а 6')).to.equal('[Не 5], а 6');
  });
});

describe('The text of a ticket', () => {
  const parsed = (whole: string, problemLengths?: readonly number[]) =>
    parseFullText({ full_text: whole, problemLengths });

  it('is divided into problem and solution', () => {
    expect(parsed('Категория: Печать\nПроблема: Не печатает\nРешение: Шаг 1\n\nРешение: шаг 2')).to.deep.equal({
      problem: 'Не печатает',
      solution: 'Шаг 1\n\nРешение: шаг 2',
    });
    expect(parsed('Категория:\nПроблема:\nРешение:')).to.deep.equal({ problem: '', solution: '' });
  });

  it('has description and messages on lines of their own, as far as their lengths are known, unless these do not fit', () => {
    const whole = 'Категория: \nПроблема: Забыла пароль Письма нет И в спаме\nРешение: Вот';
    expect(parsed(whole, [13, 10, 9])?.problem).to.equal('Забыла пароль\nПисьма нет\nИ в спаме');
    expect(parsed(whole, [13])?.problem).to.equal('Забыла пароль\nПисьма нет И в спаме');
    for (const lengths of [[], [12, 11, 9], [12], [13, 10, 9, 0]]) {
      expect(parsed(whole, lengths)?.problem).to.equal('Забыла пароль Письма нет И в спаме');
    }
  });

  it('stays whole if it has another form', () => {
    expect(parsed('Просто текст')).to.equal(undefined);
  });
});

describe('An answer', () => {
  const sources = [{ ticket_id: '48', score: 1, category: '', full_text: '' }];
  const read = (answer: string | null) => parseAnswer(answer, sources);

  it('is text and the ticket it is based on', () => {
    expect(read('Сделайте так.\nОсновано на тикете №48')).to.deep.equal({
      kind: 'written',
      text: 'Сделайте так.',
      cited: '48',
    });
  });

  it('keeps a reference to a ticket that is not among the sources as text', () => {
    expect(read('Так.\nОсновано на тикете №4')).to.include({ text: 'Так.\nОсновано на тикете №4', cited: undefined });
  });

  it('may be that there is too little information', () => {
    expect(read('Недостаточно информации в истории обращений.')).to.include({ kind: 'too little' });
  });

  it('may be a failure of the model', () => {
    expect(read('LLM API error [503]: busy')).to.deep.equal({ kind: 'failed', code: 'LLM API error [503]: busy' });
    expect(read('LLM response error: no choices')).to.include({ kind: 'failed' });
    expect(read(null)).to.include({ kind: 'failed' });
  });
});

describe('The address of a search', () => {
  it('has the query in its fragment, from which it is read unchanged', () => {
    for (const query of ['100% & больше + #1', 'две\nстроки', 'a=b']) {
      const [path, fragment = ''] = searchAddress('id', query).split('#');
      expect(path).to.equal('/collections/id');
      expect(queryOf(fragment)).to.equal(query);
    }
    expect(searchAddress('id', '')).to.equal('/collections/id');
    expect(queryOf('%E0%A4%A&x')).to.equal('');
  });
});
