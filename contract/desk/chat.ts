import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { Count, Id, multiLineText, Timestamp } from '../lib/schemas.ts'
import { DeskSubject } from './desk.ts'
import { ConversationMessage } from './message.ts'

/** The maximum length of a message of a chat. */
export const maxChatLength = 5000
/** The newest chats of shoppers, and of the team, that the list shows. */
export const maxChats = 100
/** Counts of unseen messages stop here. */
export const maxUnseenCount = 100

/** With a shopper, or among staff. */
export const ChatKind = z.enum(['customer', 'team'])

const ChatSubject = z.object({ subject: DeskSubject, _id: Id })

const chatFields = {
  _id: Id,
  kind: ChatKind,
  /** The shopper, or the record of a chat of the team. Empty for the chat of the whole team. */
  name: z.string(),
  /** The record of a chat of the team, without an id after it was deleted. */
  about: ChatSubject.extend({ _id: Id.nullable() }).nullable(),
}

/** A chat in the list. */
export const ChatRow = z.object({
  ...chatFields,
  /** The beginning of the last message. */
  lastText: z.string(),
  lastMessageAt: Timestamp,
  /** The messages of others since the user last opened it. */
  unseenCount: Count.max(maxUnseenCount),
})
export type ChatRow = z.infer<typeof ChatRow>

export const Chat = z.object({
  ...chatFields,
  /** The newest messages and notes, the last one last. */
  messages: z.array(ConversationMessage),
})
export type Chat = z.infer<typeof Chat>

/** Open chats of shoppers and those of the team, the newest first. */
export const ChatList = z.object({ chats: z.array(ChatRow) })
export type ChatList = z.infer<typeof ChatList>

export const ChatMessageInput = z.object({
  text: multiLineText(maxChatLength).refine(text => text.trim() !== ''),
  /** The staff whom a message to the team notifies, if they can see the chat. */
  mentions: z.array(Id).max(20).optional(),
})
export type ChatMessageInput = z.infer<typeof ChatMessageInput>

/** The record that the team talks about. Without one, it is the chat of the whole team. */
export const TeamChatInput = z.object({ about: ChatSubject.optional() })
export type TeamChatInput = z.infer<typeof TeamChatInput>

/** Chats are conversations. The calls of the inbox also serve those with shoppers. */
export const chatApi = defineApi('chat', {
  list: {
    method: 'GET',
    path: '/apps/chat/getAll',
    can: 'conversation:read',
    summary: 'List the open chats with shoppers and those of the team, the newest first',
    reply: ChatList,
  },
  get: {
    method: 'GET',
    path: '/apps/chat/:id',
    can: 'conversation:read',
    summary: 'Get a chat with its newest messages',
    reply: Chat,
  },
  send: {
    method: 'POST',
    path: '/apps/chat/send/:id',
    can: 'conversation:write',
    summary: 'Send a message in a chat',
    body: ChatMessageInput,
    reply: Chat,
    idempotent: true,
    invalidates: ['conversation'],
  },
  openTeam: {
    method: 'POST',
    path: '/apps/chat/team',
    can: 'conversation:write',
    status: 200,
    summary: 'Get the chat of the team, or its chat about a record; the first call creates it',
    body: TeamChatInput,
    reply: Chat,
  },
})
