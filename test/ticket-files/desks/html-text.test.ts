import test from 'ava';
import fc from 'fast-check';
import { htmlText, htmlTextInSteps } from '../../../src/ticket-files/desks/html-text.ts';

const text = (html: string) => htmlText(html)?.text;

test('blocks, breaks, items of lists and rows of tables are lines; blanks are one', (t) => {
  t.is(text('<p>Hello&nbsp; <b>wor</b>ld &amp; co</p><br><br>end'), 'Hello world & co\nend');
  t.is(
    text('<ol><li>one<li><p>two</p><ul><li>x</li></ul></li><li>three</ol><ul><li></li><li>y</ul>'),
    '1. one\n2. two\n- x\n3. three\n- y',
  );
  t.is(text('<table><tr><th>a<td>b<tr><td>c</table>'), 'a b\nc');
  t.is(text('<pre>a\n   b\r\n\nc</pre>d'), 'a\nb\nc\nd');
  t.is(text('5 < 6 and 7 > 3 <unclosed'), '5 < 6 and 7 > 3');
  t.is(text('<style>p{}</style><script>x()</script><title>t</title>a<!-- b -->c'), 'ac');
  t.is(text(''), '');
});

test('quoted replies and signatures are left out where they are marked, but not a message that is nothing else', (t) => {
  for (const quote of [
    '<div class="gmail_quote">21 мая Пётр писал:<blockquote>старое</blockquote></div>',
    '<blockquote type="cite"><div>старое</div></blockquote>',
    '<div class="freshdesk_quote">старое</div>',
    '<div class="x signature">старое</div>',
    '<div data-signature="true" data-signature-id="1">старое</div>',
  ]) {
    t.is(text(`<div>Ответ</div>${quote}<p>конец</p>`), 'Ответ\nконец', quote);
    t.regex(text(quote) ?? '', /старое/);
  }
  for (const mark of ['<div id="divRplyFwdMsg">От: а</div>', '<span class="js-signatureMarker"></span>']) {
    t.is(text(`<div>Ответ${mark}</div><div>старое</div>`), 'Ответ');
  }
  t.is(text('<blockquote>Ошибка 5</blockquote>Что делать?'), 'Ошибка 5\nЧто делать?');
});

test('a picture is noticed, one of a pixel is not', (t) => {
  t.true(htmlText('<p><img src="https://x/a.png"></p>')?.hasPicture);
  t.true(htmlText(`<img src="data:image/png;base64,${'A'.repeat(4 * 1024 * 1024)}">Вот`)?.hasPicture);
  t.false(htmlText('<img width="1" height="1" src="https://x/open.gif">')?.hasPicture);
  t.false(htmlText('<div class="gmail_quote"><img src="a.png"></div>Да')?.hasPicture);
});

test('what is too long or nested too deeply is no text, and takes no longer than its length', (t) => {
  const mebibyte = 1024 * 1024;
  t.is(htmlText(`<b></b>${' '.repeat(mebibyte)}`), undefined);
  t.is(htmlText('<p>жук</p>'.repeat(90_000)), undefined);
  t.is(htmlText(`<p>жук</p>${'\n    <p></p>'.repeat(50_000)}`)?.text, 'жук');
  t.is(htmlText('<div>'.repeat(10_000)), undefined);
  const startedAt = performance.now();
  for (const hostile of ['<b>'.repeat(250) + '</i>'.repeat(200_000), '<p>a'.repeat(200_000), '<'.repeat(200_000)]) {
    t.not(htmlText(hostile), undefined);
  }
  for (const unclosed of ['<!--', '<a b="', 'src="data:', '&amp']) htmlText(unclosed.repeat(100_000));
  t.true(performance.now() - startedAt < 20_000);
});

test('any text is read, and no line of it is blank or has a mark of HTML that was a tag', (t) => {
  const pieces = fc.constantFrom(
    '<p>',
    '</p>',
    '<ol>',
    '<li>',
    '</ul>',
    '<pre>',
    '</pre>',
    'a ',
    ' b',
    '\n',
    '&lt;',
    '<br/>',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
      const read = text(parts.join('')) ?? '';
      t.notRegex(read, /\n\n|^\s|\s$|<\/?(?:p|ol|ul|li|pre|br)\b/);
    }),
  );
  t.pass();
});

test('a long message is read in pieces, wherever they end', (t) => {
  const long = `<p class="x">${'Проверьте &laquo;кабель&raquo; <b>сзади</b>\r\n'.repeat(2_000)}</p><ol>${'<li>шаг'.repeat(2_000)}</ol><pre>${'а б\r\nв  г\n'.repeat(1_000)}</pre>`;
  const steps = htmlTextInSteps(long);
  let count = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) count += 1;
  t.true(count > 20);
  t.is(
    step.value?.text,
    [
      Array.from({ length: 2_000 }, () => 'Проверьте «кабель» сзади').join(' '),
      ...Array.from({ length: 2_000 }, (_, index) => `${index + 1}. шаг`),
      ...Array.from({ length: 1_000 }, () => 'а б\nв г'),
    ].join('\n'),
  );
});
