import { boolean, object } from 'yup';
import { maxQueryCharacters } from '../../domain/limits.ts';
import { hasLength, requiredText, uuid } from './requests.ts';
import { searchFilter } from './ticket-filter.ts';

/** The checks of what is asked of tickets. */

export const ticketQuestion = object({
  collection_id: uuid(),
  query: requiredText()
    .test(hasLength(1, maxQueryCharacters, { trim: true }))
    .meta({
      description: 'The problem in the user’s words; 1 to 10 000 characters',
      examples: ['Деньги за один заказ сняли два раза'],
    }),
  filter: searchFilter,
});

const distinct = boolean().strict().typeError('${path} must be true or false').nullable().meta({
  default: false,
  description: 'If true, tickets with the same solution are one source, which names the others as `copies`',
});

export const answerRequest = ticketQuestion.shape({ distinct });

export const searchRequest = answerRequest.shape({
  generate_answer: boolean()
    .strict()
    .typeError('${path} must be true or false')
    .nullable()
    .meta({ default: true, description: 'If false, no model is called' }),
});
