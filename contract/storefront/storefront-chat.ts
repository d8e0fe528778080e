import { z } from 'zod'
import { codeText, Email, Id, multiLineText, singleLineText, Timestamp } from '../lib/schemas.ts'

/** The messages of the chat of a shopper. Reading them sets no cookie; the first message does. */
export const chatMessagesPath = '/chat/messages'
/** How often an open chat asks for answers. */
export const chatPollMs = 4_000
/** The maximum length of a message of a shopper. */
export const maxShopperMessageLength = 2000

export const ShopperMessageFields = z.object({
  /** A random id of the browser. Another attempt with the same one adds nothing. */
  key: Id,
  text: multiLineText(maxShopperMessageLength).trim().min(1),
  name: singleLineText(120).optional(),
  /** Required for the first message, so that the answer reaches the shopper. */
  email: z.union([z.literal(''), Email]).optional(),
  /** A hidden field that only bots fill in. */
  website: codeText(1000).optional(),
})
export type ShopperMessageFields = z.infer<typeof ShopperMessageFields>

const ShopperMessage = z.object({
  id: Id,
  /** Whether the shopper wrote it. */
  isOwn: z.boolean(),
  text: z.string(),
  createdAt: Timestamp,
})
export type ShopperMessage = z.infer<typeof ShopperMessage>

/** The reply to the browser of a shopper. */
export type ShopperChat = {
  /** Whether the browser has a chat, whose email is known. */
  isKnown: boolean
  messages: ShopperMessage[]
}
/** Why a message was rejected. */
export type ShopperChatError = { error: 'email' | 'text' | 'limit' | 'failed' }

/** What the button and the panel of the chat show. */
export type StorefrontChat = { greeting: string; answerTime: string }
