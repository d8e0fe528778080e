import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { BulkReply, bulkSelectionFields } from '../lib/call/bulk.ts'
import {
  BooleanQuery,
  Count,
  Email,
  Id,
  ListQuery,
  multiLineText,
  singleLineText,
  sortQuery,
  Timestamp,
  versionField,
} from '../lib/schemas.ts'
import {
  ConversationChannel,
  ConversationCounts,
  ConversationFolder,
  ConversationPlace,
  ConversationStatus,
  maxConversationLabels,
  maxReplyLength,
} from './conversation-state.ts'
import { ConversationMessage, MessageFile } from './message.ts'

const Label = singleLineText(40, 1)
const Labels = z.array(Label).max(maxConversationLabels)
const MessageText = multiLineText(maxReplyLength).refine(text => text.trim() !== '')

/** A conversation in a list. */
export const ConversationRow = z.object({
  _id: Id,
  channel: ConversationChannel,
  subject: z.string(),
  name: z.string(),
  email: z.string(),
  status: ConversationStatus,
  place: ConversationPlace,
  assignee: z.object({ _id: Id, name: z.string() }).nullable(),
  labels: z.array(z.string()),
  /** The beginning of the last message. */
  lastText: z.string(),
  lastMessageAt: Timestamp,
  messageCount: Count,
  /** Since when a person waits for a reply. */
  waitingSince: Timestamp.nullable(),
  /** Whether a message came since the user last opened it. */
  isUnseen: z.boolean(),
  hasDraft: z.boolean(),
})
export type ConversationRow = z.infer<typeof ConversationRow>

export const Conversation = ConversationRow.omit({
  lastText: true,
  isUnseen: true,
  hasDraft: true,
}).extend({
  /** As typed in the contact form. */
  orderNumber: z.string(),
  /** Null without permission to read it. */
  customer: z.object({ _id: Id, name: z.string() }).nullable(),
  order: z.object({ _id: Id, number: z.string() }).nullable(),
  product: z.object({ _id: Id, title: z.string() }).nullable(),
  /** The language or locale to write to the person in: that of their chat, their order or the store. */
  language: z.string(),
  spamReason: z.string().nullable(),
  snoozedUntil: Timestamp.nullable(),
  isFollowing: z.boolean(),
  /** The staff who follow it, and see it if it is private. */
  followers: z.array(z.object({ _id: Id, name: z.string() })),
  /** The newest messages and notes, the last one last, without drafts. */
  messages: z.array(ConversationMessage),
  /** The unsent reply of the user. */
  draft: z.string(),
  draftFiles: z.array(MessageFile),
  version: z.int(),
  createdAt: Timestamp,
})
export type Conversation = z.infer<typeof Conversation>

const listFilters = {
  folder: ConversationFolder.optional(),
  channel: ConversationChannel.optional(),
  label: Label.optional(),
  email: Email.optional(),
  customer: Id.optional(),
  order: Id.optional(),
  product: Id.optional(),
  isUnassigned: BooleanQuery,
}
export const ConversationListQuery = ListQuery.extend({
  sort: sortQuery('lastMessageAt', 'waitingSince'),
  ...listFilters,
})
export type ConversationListQuery = z.infer<typeof ConversationListQuery>

export const ConversationInput = z.object({
  email: Email,
  name: singleLineText(120).optional(),
  subject: singleLineText(200, 1),
  text: MessageText,
  order: Id.optional(),
})
export type ConversationInput = z.infer<typeof ConversationInput>

export const ReplyInput = z.object({
  text: MessageText,
  /** The status after it was sent. */
  status: z.enum(['open', 'answered', 'closed']).optional(),
  /**
   * The last message that the user has seen. If a newer one is there, the call fails with
   * `conversation_moved_on`, or `conversation_answered` if staff sent it, and sends nothing.
   */
  after: Id.optional(),
})
export type ReplyInput = z.infer<typeof ReplyInput>

export const ConversationEdit = z.object({
  status: ConversationStatus.optional(),
  /** Required for the status `snoozed`. */
  snoozedUntil: Timestamp.optional(),
  place: ConversationPlace.optional(),
  assignee: Id.nullable().optional(),
  addLabels: Labels.optional(),
  removeLabels: Labels.optional(),
  subject: singleLineText(200).optional(),
  customer: Id.nullable().optional(),
  order: Id.nullable().optional(),
  isFollowing: z.boolean().optional(),
  /** Staff who follow it from now on, and see it if it is private. */
  addFollowers: z.array(Id).max(20).optional(),
  /** Staff who no longer follow it, such as after a mistaken mention. */
  removeFollowers: z.array(Id).max(20).optional(),
  ...versionField,
})
export type ConversationEdit = z.infer<typeof ConversationEdit>

export const conversationApi = defineApi('conversation', {
  list: {
    method: 'GET',
    path: '/apps/email/getAll',
    can: 'conversation:read',
    allowsReplica: true,
    summary: 'List conversations of a folder, the newest first',
    query: ConversationListQuery,
    items: ConversationRow,
  },
  counts: {
    method: 'GET',
    path: '/apps/email/counts',
    can: 'conversation:read',
    allowsReplica: true,
    summary: 'Count the conversations of each folder',
    reply: ConversationCounts,
  },
  listStaff: {
    method: 'GET',
    path: '/apps/email/staff',
    can: 'conversation:read',
    summary: 'List the staff who can be assigned to conversations and mentioned in notes',
    reply: z.array(z.object({ _id: Id, name: z.string() })),
  },
  listLabels: {
    method: 'GET',
    path: '/apps/email/labels',
    can: 'conversation:read',
    summary: 'List the own labels of the store on its newest conversations',
    reply: z.array(z.string()),
  },
  get: {
    method: 'GET',
    path: '/apps/email/:id',
    can: 'conversation:read',
    summary: 'Get a conversation with its newest messages',
    reply: Conversation,
  },
  create: {
    method: 'POST',
    path: '/apps/email/create',
    can: 'conversation:write',
    summary: 'Start a conversation with an email',
    rateLimit: 'transfer',
    body: ConversationInput,
    reply: Conversation,
    message: 'Message sent',
    idempotent: true,
    invalidates: ['desk'],
  },
  reply: {
    method: 'POST',
    path: '/apps/email/reply/:id',
    can: 'conversation:write',
    summary: 'Reply to a conversation; the message can be unsent for 10 seconds',
    body: ReplyInput,
    reply: Conversation,
    idempotent: true,
    invalidates: ['desk'],
  },
  unsend: {
    method: 'DELETE',
    path: '/apps/email/unsend/:id',
    can: 'conversation:write',
    summary: 'Unsend a queued message; its text becomes the draft of the user',
    reply: Conversation,
    invalidates: ['desk'],
  },
  resend: {
    method: 'POST',
    path: '/apps/email/resend/:id',
    can: 'conversation:write',
    status: 200,
    summary: 'Send a message again that was not delivered',
    reply: Conversation,
    rateLimit: 'transfer',
  },
  addNote: {
    method: 'POST',
    path: '/apps/email/note/:id',
    can: 'conversation:write',
    summary: 'Add a note that only staff see',
    body: z.object({
      text: MessageText,
      /** Staff who are notified and follow the conversation. */
      mentions: z.array(Id).max(20).optional(),
    }),
    reply: Conversation,
  },
  saveDraft: {
    method: 'PUT',
    path: '/apps/email/draft/:id',
    can: 'conversation:write',
    summary: 'Save the unsent reply of the user; an empty text deletes it',
    body: z.object({ text: multiLineText(maxReplyLength) }),
  },
  markSeen: {
    method: 'POST',
    path: '/apps/email/seen/:id',
    can: 'conversation:read',
    status: 200,
    summary: 'Mark all messages of a conversation as seen by the user',
  },
  update: {
    method: 'PATCH',
    path: '/apps/email/update/:id',
    can: 'conversation:write',
    summary: 'Change the status, place, assignee, labels or links of a conversation',
    body: ConversationEdit,
    reply: Conversation,
    invalidates: ['desk'],
  },
  bulkUpdate: {
    method: 'POST',
    path: '/apps/email/bulk/update',
    can: 'conversation:write',
    status: 200,
    summary: 'Change the status, place, assignee or labels of conversations',
    body: z.object({
      ...bulkSelectionFields(listFilters),
      status: z.enum(['open', 'answered', 'closed']).optional(),
      place: ConversationPlace.optional(),
      assignee: Id.nullable().optional(),
      addLabels: Labels.optional(),
      removeLabels: Labels.optional(),
    }),
    reply: BulkReply,
    invalidates: ['desk'],
  },
  merge: {
    method: 'POST',
    path: '/apps/email/merge/:id',
    can: 'conversation:write',
    status: 200,
    summary: 'Move the messages of a conversation into another one with the same person',
    body: z.object({ into: Id }),
    reply: Conversation,
    invalidates: ['desk'],
  },
  split: {
    method: 'POST',
    path: '/apps/email/split/:id',
    can: 'conversation:write',
    summary: 'Move a message and all later ones into a new conversation',
    body: z.object({ message: Id }),
    reply: Conversation,
    invalidates: ['desk'],
  },
  delete: {
    method: 'DELETE',
    path: '/apps/email/delete/:id',
    can: 'conversation:write',
    summary: 'Delete a conversation in the trash or the spam with its messages',
    message: 'Conversation deleted',
    invalidates: ['desk'],
  },
})
