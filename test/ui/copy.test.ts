import { expect } from 'chai';
import { searchMessages } from '../../ui/messages/search.ts';
import { shellMessages } from '../../ui/messages/shell.ts';
import { uploadMessages } from '../../ui/messages/upload.ts';

/** The sentences whose words were agreed on, as they are and as they should be, in Russian and in English. */
const agreed: readonly (readonly [said: string, agreed: string])[] = [
  [searchMessages.ru.lookNearby('0,28'), 'Посмотрите найденное рядом: сходство лучшего – 0,28.'],
  [searchMessages.en.lookNearby('0.28'), 'See what was found: best similarity 0.28.'],
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
});
