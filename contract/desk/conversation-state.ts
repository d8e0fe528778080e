import { z } from 'zod'
import { Count } from '../lib/schemas.ts'

/** How a conversation takes place. `team` is among staff. */
export const ConversationChannel = z.enum(['email', 'form', 'chat', 'team'])
export type ConversationChannel = z.infer<typeof ConversationChannel>

/**
 * `open`: the store has something to do. `answered`: the other person has. `snoozed`: open again at a time, or
 * when the other person writes.
 */
export const ConversationStatus = z.enum(['open', 'answered', 'snoozed', 'closed'])
export type ConversationStatus = z.infer<typeof ConversationStatus>

export const ConversationPlace = z.enum(['inbox', 'spam', 'trash'])
export type ConversationPlace = z.infer<typeof ConversationPlace>

/** The folders of the inbox. Each folder filters the same conversations. */
export const ConversationFolder = z.enum([
  'inbox',
  'mine',
  'unassigned',
  'waiting',
  'snoozed',
  'closed',
  'sent',
  'draft',
  'spam',
  'trash',
])
export type ConversationFolder = z.infer<typeof ConversationFolder>

/** The labels of every store. Stores add own ones as free texts. */
export const conversationLabels = ['private', 'company', 'personal', 'important'] as const
export const maxConversationLabels = 20

export const MessageDirection = z.enum(['in', 'out', 'note'])
export type MessageDirection = z.infer<typeof MessageDirection>

/** `automatic`: sent by a machine, such as an out-of-office reply. */
export const MessageOrigin = z.enum(['person', 'automatic', 'bounce'])

export const MessageStatus = z.enum([
  'received',
  'draft',
  'queued',
  'sending',
  'sent',
  'failed',
  'bounced',
])
export type MessageStatus = z.infer<typeof MessageStatus>

/** Seconds in which a queued message can be unsent. */
export const unsendSeconds = 10
/** The maximum length of a reply, a note or a draft. */
export const maxReplyLength = 20_000
/** The newest messages that a conversation shows. */
export const maxShownMessages = 200

/** Counts stop at 1,000. */
export const maxFolderCount = 1000
export const ConversationCounts = z.object({
  all: Count,
  inbox: Count,
  /** The conversations of the inbox with a message that the user has not seen. */
  unseen: Count,
  /** The open chats, those of the team too, with a message that the user has not seen. */
  unseenChats: Count,
  mine: Count,
  unassigned: Count,
  waiting: Count,
  snoozed: Count,
  draft: Count,
  spam: Count,
  /** The received emails that are in no folder because adding them failed. */
  unfiled: Count,
})
export type ConversationCounts = z.infer<typeof ConversationCounts>
