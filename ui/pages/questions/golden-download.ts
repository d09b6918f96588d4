import type { TemplateResult } from 'lit';
import { asApiError } from '../../api/api-error.ts';
import type { QuestionClient } from '../../api/answers.ts';
import { saveFile } from '../../browser/save-file.ts';
import { downloadButton } from '../../components/download-button.ts';
import { translated } from '../../messages/language.ts';
import { questionsMessages } from '../../messages/questions.ts';
import { requestErrorText } from '../../messages/request-errors.ts';

type Wanted = {
  readonly client: Pick<QuestionClient, 'golden'>;
  /** Of the collection. */
  readonly name: string;
  readonly say: (text: string) => void;
};

/** Downloads the confirmed questions of a collection. */
export const downloadGolden = async ({ client, name, say }: Wanted): Promise<void> => {
  const messages = translated(questionsMessages).golden;
  try {
    const lines = await client.golden();
    if (lines.size > 0) saveFile(lines, `${name}, ${messages.file}.jsonl`);
    say(lines.size > 0 ? messages.done : messages.none);
  } catch (error) {
    say(`${messages.failed}. ${requestErrorText(asApiError(error))}`);
  }
};

/** `download`: undefined while it runs. */
export const goldenButton = (download: (() => void) | undefined): TemplateResult => {
  const { download: label, hint } = translated(questionsMessages).golden;
  return downloadButton({ label, hint, download });
};
