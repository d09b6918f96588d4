import { expect } from 'chai';
import { commonMessages } from '../../ui/messages/common.ts';
import { dashboardMessages } from '../../ui/messages/dashboard.ts';
import { eraseMessages } from '../../ui/messages/erase-dialog.ts';
import { fileSize, timeOfDay } from '../../ui/messages/format.ts';
import { chooseLanguage } from '../../ui/messages/language.ts';
import { searchMessages } from '../../ui/messages/search.ts';
import { shellMessages } from '../../ui/messages/shell.ts';
import { ticketHistoryMessages } from '../../ui/messages/ticket-history.ts';
import { ticketsMessages } from '../../ui/messages/tickets.ts';
import { uploadMessages } from '../../ui/messages/upload.ts';

/** The sentences whose words were agreed on, as they are and as they should be, in Russian and in English. */
const agreed: readonly (readonly [said: string, agreed: string])[] = [
  [eraseMessages.ru.erased(21, ''), '21\u00a0обращение удаляется навсегда'],
  [eraseMessages.ru.erased(22, ''), '22\u00a0обращения удаляются навсегда'],
  [
    dashboardMessages.ru.withIt(1).join(''),
    'Вместе с коллекцией удалится 1\u00a0обращение. Вернуть его нельзя, файлы придётся загрузить заново.',
  ],
  [
    dashboardMessages.ru.withIt(5).join(''),
    'Вместе с коллекцией удалятся 5\u00a0обращений. Вернуть их нельзя, файлы придётся загрузить заново.',
  ],
  [commonMessages.en.levels.remote, 'distant'],
  [ticketsMessages.en.correct, 'Edit'],
  [ticketHistoryMessages.en.facts.correctedOne('solution'), 'Solution edited'],
  [uploadMessages.en.remarksFailed, 'The remarks could not be loaded'],
  [uploadMessages.en.downloadFailed, 'The list of skipped tickets could not be loaded'],
  [searchMessages.ru.searchIn('Техподдержка'), 'Искать в коллекции «Техподдержка»'],
  [searchMessages.en.searchIn('Support'), 'Search in “Support”'],
  [searchMessages.ru.unanswered, 'Ответа нет, ближайшие обращения'],
  [searchMessages.en.unanswered, 'No answer, the closest tickets'],
  [searchMessages.en.answerFailed, 'No answer; tickets found'],
  [searchMessages.en.autoRetryIn(5).replace('\u00a0', ' '), 'Resuming in 5 seconds.'],
  [uploadMessages.en.stopping, 'Stopping: finishing the current batch'],
  [uploadMessages.ru.outcomes['no-problem'][0], 'Не описана проблема'],
  [uploadMessages.en.outcomes['no-problem'][0], 'No problem text'],
  [
    uploadMessages.ru.interruptedText(1).replace('\u00a0', ' '),
    'Сохранили 1 обращение, оно останется. Отправьте тот же файл ещё раз: сохраним остальное, повторов не будет.',
  ],
  [
    uploadMessages.en.interruptedText(1).replace('\u00a0', ' '),
    '1 ticket was stored and stays. Send the same file again: the rest is stored, nothing twice.',
  ],
  [uploadMessages.ru.earlier, 'История загрузок'],
  [uploadMessages.en.earlier, 'Upload history'],
  [uploadMessages.ru.toStart, '← Все загрузки'],
  [uploadMessages.en.toStart, '← All uploads'],
  [shellMessages.ru.keyList.single, 'Включить клавиши из одной буквы'],
  [shellMessages.en.keyList.single, 'Turn on single-letter keys'],
];

describe('The copy', () => {
  for (const [said, wanted] of agreed) {
    it(`has “${wanted}”`, () => {
      expect(said).to.equal(wanted);
    });
  }

  it('has sizes and times as they are written in each language', () => {
    const at = new Date(2026, 10, 12, 19, 35).toISOString();
    const early = new Date(2026, 10, 12, 7, 5).toISOString();
    const said = () =>
      [fileSize(1), fileSize(999), fileSize(1_400_000), timeOfDay(at), timeOfDay(early)].map((each) =>
        each.replaceAll(/\s/g, ' '),
      );
    try {
      expect(said()).to.deep.equal(['1 байт', '999 байт', '1,4 МБ', '19:35', '07:05']);
      chooseLanguage('en');
      expect(said()).to.deep.equal(['1 byte', '999 bytes', '1.4 MB', '7:35 PM', '7:05 AM']);
    } finally {
      chooseLanguage('ru');
    }
  });
});
