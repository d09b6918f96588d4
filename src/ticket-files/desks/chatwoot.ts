import { type Desk, hasPicture, type Side } from './desk.ts';
import { at, fieldsOf, firstText, idOf, isSet, listOf, textOf, timeOf } from './json-fields.ts';

/** Messages of one answer: the last ones, or with `after=0` the first ones. It does not say whether there are more (`app/finders/message_finder.rb`). */
const pageSizes: readonly (number | undefined)[] = [20, 100];

const types: readonly string[] = ['incoming', 'outgoing', 'activity', 'template'];

/**
 * Conversations, each with the answer of its `/messages` in `messages`: https://developers.chatwoot.com/api-reference/conversations/conversation-details. A list of
 * conversations has their last message alone.
 */
export const chatwoot: Desk = {
  name: 'chatwoot',
  unwrap: (value) => {
    const conversation = fieldsOf(value);
    const isConversation =
      idOf(conversation['id']) !== undefined && 'inbox_id' in conversation && 'messages' in conversation;
    return isConversation && 'status' in conversation ? conversation : undefined;
  },
  read: (conversation) => {
    const messages = listOf(at(conversation, 'messages', 'payload') ?? conversation['messages']);
    return {
      id: conversation['id'],
      category: firstText(listOf(conversation['labels'])?.[0]),
      client: firstText(at(conversation, 'meta', 'sender', 'name')),
      messages: messages && messages.length > 1 ? messages.map(messageOf) : undefined,
      isCut: pageSizes.includes(messages?.length),
      skip: conversation['status'] === 'resolved' ? undefined : 'unresolved',
      resolvedAt: timeOf(conversation['last_activity_at']),
    };
  },
};

const messageOf = (message: unknown) => ({
  side: sideOfMessage(message),
  text: at(message, 'content'),
  hasPicture: hasPicture(at(message, 'attachments')),
});

const typeOf = (message: unknown): string | undefined => {
  const type = at(message, 'message_type');
  return typeof type === 'number' ? types[type] : textOf(type);
};

const sideOfMessage = (message: unknown): Side => {
  if (isSet(at(message, 'private'))) return 'private';
  const sender = textOf(at(message, 'sender', 'type')) ?? textOf(at(message, 'sender_type'));
  if (/^captain/i.test(sender ?? '')) return 'ai';
  const type = typeOf(message);
  const isAutomated = idOf(at(message, 'content_attributes', 'automation_rule_id')) !== undefined;
  if (type === 'activity' || type === 'template' || isAutomated || /^agent_?bot$/i.test(sender ?? ''))
    return 'automated';
  if (type === 'incoming') return 'client';
  // One without a person may be of a bot, a campaign or Captain.
  return type === 'outgoing' && /^user$/i.test(sender ?? '') ? 'support' : 'unknown-author';
};
