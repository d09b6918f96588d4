import test from 'ava';
import { cellHtmlText } from '../../src/ticket-files/cell-html.ts';

test('cells of HTML are read as the text that it shows', (t) => {
  for (const [html, text] of [
    ['<p>Не печатает</p>', 'Не печатает'],
    ['<div><b>Решение:</b><br/>Сменили ленту.<br>Проверили.</div>', 'Решение:\nСменили ленту.\nПроверили.'],
    ['<p style="margin:0">Открыли &laquo;Кассу&raquo;&nbsp;</p>', 'Открыли «Кассу»'],
    ['Сим-карта ушла в роуминг.<br>Переключили сеть', 'Сим-карта ушла в роуминг.\nПереключили сеть'],
    ['Перезагрузили терминал<br/>сменили сеть', 'Перезагрузили терминал\nсменили сеть'],
    ['Причина: <b>сбой</b> сети', 'Причина: сбой сети'],
    [
      'Шаг 1: открыть <a href="https://a.example/x?a=1&amp;b=2" target=_blank>настройки</a>',
      'Шаг 1: открыть настройки',
    ],
    ['<ul><li>Первое<li>Второе</ul>', '- Первое\n- Второе'],
    ['<DIV CLASS=x>Обновили <FONT color="#000">драйвер</FONT></DIV>', 'Обновили драйвер'],
    ['<html><head><style>p {color: red}</style></head><body><p>Сменили</p></body></html>', 'Сменили'],
    ['<p>В письме остался тег &lt;br&gt;, убрали</p>', 'В письме остался тег <br>, убрали'],
    ['<p>Ошибка <код 5> в <имя></p>', 'Ошибка <код 5> в <имя>'],
    ['<div><p>Обновили.</p><p>Проверили.</p><p>Описание обрезано на', 'Обновили.\nПроверили.\nОписание обрезано на'],
    ['1С &quot;Бухгалтерия&quot;\nне открывается&hellip;', '1С "Бухгалтерия"\nне открывается…'],
    ['Шаги:<br />\n1. Открыть\n2. <i>Закрыть</i>', 'Шаги:\n1. Открыть\n2. Закрыть'],
    ['<!-- x --><p>Готово</p>', 'Готово'],
  ] as const)
    t.is(cellHtmlText(html), text, html);
});

test('no other text is: with names and numbers in angle brackets, code, XML, and words about markup', (t) => {
  for (const text of [
    'Не печатает',
    'Укажите <имя> и <ошибка 5>',
    'a < b и c > d',
    'если a<b and c>d, то a < 5',
    'List<String> и Map<String, List<Integer>>',
    'vector<i> и foo<b>(x)',
    'git clone <address> <dir>',
    'добавьте тег <br>',
    'Добавьте <br> в конец строки',
    'Поставьте <br> между строками и <br> в конце',
    'Строку разделяет «<br>», а не "<br/>"',
    'Оберните слово в теги <b>слово</b>',
    'В HTML-шаблоне <b>имя</b> заменили',
    '<script>alert(1)</script> не выполняется',
    'Вставьте на страницу: <iframe src="https://a.example"></iframe>',
    '<form><input name="a"></form>',
    '<config><item>1</item></config>',
    '<?xml version="1.0"?><p>1</p>',
    '<Section><P>1</P></Section>',
    '<a><b>1</b></a>',
    '<div> съехал вниз',
    'p > 5 && q; AT&T; ?a=1&copy=2',
    'замените & на &amp; и < на &lt;',
    'В XML пишите &quot; вместо кавычки',
    'письмо <ivan@a.example> и <https://a.example/>',
    '<br> и <br/> равны',
    'в 1С <b и <i',
  ])
    t.is(cellHtmlText(text), undefined, text);
});

test('what is longer than a cell of a workbook stays as it is', (t) => {
  const html = (length: number) => `<p>${'я'.repeat(length - 7)}</p>`;
  t.is(cellHtmlText(html(32_767)), 'я'.repeat(32_760));
  t.is(cellHtmlText(html(32_768)), undefined);
});

test('the work on a cell grows with its length', (t) => {
  const started = performance.now();
  for (const one of [
    '<',
    '<b',
    '<b>',
    '<p ',
    '<a href="',
    '&quot;',
    '<!--',
    ' a=b',
    '< ',
    '<br> ',
    '<b a=b',
    "'",
    '</b>',
  ])
    cellHtmlText(`<p class="x">${one.repeat(Math.ceil(32_000 / one.length))}</p>`);
  cellHtmlText(`<p${' a=1'.repeat(8_000)} !>x</p>`);
  cellHtmlText(`<p>${' '.repeat(16_000)}<br>${' '.repeat(16_000)}</p>`);
  t.true(performance.now() - started < 5_000, `${performance.now() - started} ms`);
});
