import * as requests from '../schemas/requests.ts';
import * as searches from '../schemas/search-requests.ts';
import * as responses from '../schemas/responses.ts';
import { ticketSchema, ticketsSchema } from '../schemas/ticket-request.ts';
import * as gaps from '../schemas/gaps.ts';
import * as keys from '../schemas/keys.ts';
import * as accountErasures from '../schemas/account-erasures.ts';
import * as erasures from '../schemas/erasures.ts';
import * as questions from '../schemas/questions.ts';
import { quotingAnswers, quotingRow } from '../schemas/quoting-questions.ts';
import * as changes from '../schemas/ticket-changes.ts';
import { newSyncCursor, syncCursor } from '../schemas/sync-cursors.ts';
import * as tickets from '../schemas/ticket-responses.ts';
import { restoredTickets, uploadUndo } from '../schemas/undo-responses.ts';
import * as findings from '../schemas/preview-findings.ts';
import * as remarks from '../schemas/preview-remarks.ts';
import * as previews from '../schemas/preview-responses.ts';
import * as uploads from '../schemas/upload-responses.ts';
import { mcpAnswer, mcpMessage, mcpRefusal } from '../schemas/mcp.ts';
import type { Schema } from '../schemas/json-types.ts';
import { requestExamples, responseExamples } from './examples.ts';
import { requestSchema } from './request-schema.ts';

/** Schemas with a whole body each, if there is one for their name. */
const withExamples = <Name extends string>(
  named: Readonly<Record<Name, Schema>>,
  examples: Readonly<Record<string, object>>,
): Readonly<Record<Name, Schema>> =>
  Object.fromEntries(
    Object.entries<Schema>(named).map(([name, schema]) => {
      const example = examples[name];
      return [name, example ? { ...schema, examples: [example] } : schema];
    }),
  ) as Record<Name, Schema>;

/** The schemas of request bodies by name. */
export const requestSchemas = withExamples(
  {
    Registration: requestSchema(requests.registration),
    Login: requestSchema(requests.credentials),
    NewKey: requestSchema(keys.newKey),
    KeyName: requestSchema(keys.keyName),
    NewPassword: requestSchema(requests.newPassword),
    NewCollection: requestSchema(requests.newCollection),
    CollectionSettings: requestSchema(changes.collectionSettings),
    NewSyncCursor: requestSchema(newSyncCursor),
    Tickets: ticketsSchema,
    TicketCorrection: requestSchema(changes.ticketCorrection),
    SomeTickets: requestSchema(changes.someTickets),
    SolutionDraft: requestSchema(gaps.solutionDraft),
    AccountDeletion: requestSchema(accountErasures.accountDeletion),
    NewErasure: requestSchema(erasures.newErasure),
    SentReceipt: requestSchema(erasures.sentReceipt),
    Search: requestSchema(searches.searchRequest),
    Question: requestSchema(searches.answerRequest),
    Verdict: requestSchema(questions.newVerdict),
    McpMessage: mcpMessage,
  },
  requestExamples,
);

/** The schemas of responses by name. */
export const responseSchemas = withExamples(
  {
    Refusal: responses.refusal.schema,
    Health: responses.health.schema,
    Readiness: responses.readiness.schema,
    Token: responses.token.schema,
    User: responses.user.schema,
    Usage: responses.usage.schema,
    ApiKey: responses.newApiKey.schema,
    Key: keys.key.schema,
    Keys: keys.keys.schema,
    CreatedKey: keys.createdKey.schema,
    OwnKey: keys.ownKey.schema,
    Collection: responses.collection.schema,
    ConfiguredCollection: tickets.configuredCollection.schema,
    SyncCursor: syncCursor.schema,
    CorrectionPreview: tickets.correctionPreview.schema,
    StoredTickets: tickets.storedTickets.schema,
    TicketIds: tickets.ticketIds.schema,
    StoredTicket: tickets.ticketDetails.schema,
    ChangedTicket: tickets.changedTicket.schema,
    TicketHistory: tickets.ticketHistory.schema,
    TicketRevision: tickets.ticketRevision.schema,
    TicketsChanged: tickets.ticketsChanged.schema,
    TicketCounts: tickets.ticketCounts.schema,
    Gaps: gaps.gaps.schema,
    TrialResult: gaps.trialResult.schema,
    Erasure: erasures.erasure.schema,
    Erasures: erasures.erasures.schema,
    AllErasures: erasures.allErasures.schema,
    ErasureReceipt: erasures.receipt.schema,
    AccountErasure: accountErasures.accountErasure.schema,
    RequestedAccountErasure: accountErasures.requestedAccountErasure.schema,
    AccountErasureReceipt: accountErasures.accountReceipt.schema,
    ReceiptCheck: erasures.receiptCheck.schema,
    UploadResult: uploads.uploadResult.schema,
    Upload: uploads.upload.schema,
    UploadUndo: uploadUndo.schema,
    RestoredTickets: restoredTickets.schema,
    UploadProgress: uploads.uploadProgress.schema,
    Uploads: uploads.uploads.schema,
    TicketsOfUpload: uploads.ticketsOfUpload.schema,
    TicketsPreview: previews.ticketsPreview.schema,
    PreviewProgress: previews.previewProgress.schema,
    SearchResult: responses.searchResult.schema,
    FoundSources: responses.foundSources.schema,
    WrittenAnswer: responses.writtenAnswer.schema,
    AnswerSources: responses.answerSources.schema,
    AnswerText: responses.answerText.schema,
    FinishedAnswer: responses.finishedAnswer.schema,
    FailedAnswer: responses.failedAnswer.schema,
    Answer: questions.answer.schema,
    Questions: questions.questions.schema,
    QuestionFigures: questions.figures.schema,
    QuotingAnswers: quotingAnswers.schema,
    McpAnswer: mcpAnswer,
    McpRefusal: mcpRefusal,
  },
  responseExamples,
);

/** The schemas of what bodies consist of by name, for the types of clients. */
const parts = {
  Ticket: ticketSchema,
  TicketRow: tickets.ticketRow.schema,
  TicketIdRow: tickets.ticketIdRow.schema,
  TicketHistoryEntry: tickets.historyEntry.schema,
  Gap: gaps.gap.schema,
  ErasureRow: erasures.erasureRow.schema,
  AnyErasureRow: erasures.anyErasureRow.schema,
  ErasedTicket: erasures.erasedTicket.schema,
  SameText: erasures.sameText.schema,
  ErasureStep: erasures.erasureStep.schema,
  AccountErasureStep: accountErasures.accountErasureStep.schema,
  OutcomeCounts: uploads.outcomeCounts.schema,
  TicketOfUpload: uploads.ticketOfUpload.schema,
  DeskFindings: findings.deskFindings.schema,
  PreviewedColumn: findings.previewedColumn.schema,
  TicketPreview: previews.ticketPreview.schema,
  RepeatedTicket: remarks.repeat.schema,
  SkippedTicket: remarks.skippedTicket.schema,
  ListedTicket: previews.listedTicket.schema,
  UpdatedTicket: previews.updatedTicket.schema,
  ChangedField: previews.changedField.schema,
  ChangedText: previews.changedText.schema,
  CopiedTicket: previews.copiedTicket.schema,
  Unreadable: remarks.unreadable.schema,
  UnreadableTicket: remarks.unreadableTicket.schema,
  Removed: previews.removed.schema,
  Source: responses.source.schema,
  QuestionRow: questions.questionRow.schema,
  QuotingRow: quotingRow.schema,
  QuotedTicket: questions.quotedTicket.schema,
  GivenVerdict: questions.givenVerdict.schema,
  DayFigures: questions.dayFigures.schema,
  GoldenQuestion: questions.goldenQuestion.schema,
};

/** Every schema of the document. */
export const schemas = {
  ...requestSchemas,
  ...responseSchemas,
  ...parts,
};
