import { expect } from 'chai';
import { chooseLanguage } from '../../ui/messages/language.ts';
import { headedCsv, localCsvLine } from '../../ui/pages/upload/headed-csv.ts';

describe('A CSV that a page downloads', () => {
  afterEach(() => chooseLanguage('ru'));

  it('has what spreadsheets in the language of the page expect between its cells', () => {
    const csv = () => headedCsv(localCsvLine(['17', '3', 'duplicate', 'a, b; c']));
    expect(csv()).to.equal('\ufeffНомер;Строка;Код причины;Что сделать\n17;3;duplicate;"a, b; c"\n');
    chooseLanguage('en');
    expect(csv()).to.equal('\ufeffNumber,Row,Reason code,What to do\n17,3,duplicate,"a, b; c"\n');
  });
});
