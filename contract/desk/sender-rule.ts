import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { issue } from '../lib/error/issue.ts'
import { asciiCodeText, Id, Timestamp } from '../lib/schemas.ts'
import { isEmail, maxEmailLength, normalizeEmail } from '../lib/text/email.ts'
import { Conversation } from './conversation.ts'

export const maxSenderRules = 1000

export const SenderRuleAction = z.enum(['allow', 'block'])
export type SenderRuleAction = z.infer<typeof SenderRuleAction>

/** Also accepts `@example.com` for a domain. */
const normalizeSender = (text: string) =>
  text.lastIndexOf('@') > 0
    ? normalizeEmail(text)
    : normalizeEmail(`a@${text.replace(/^@(?=.)/, '')}`).slice(2)
const isSender = (text: string) => isEmail(text.includes('@') ? text : `a@${text}`)

export const SenderRuleInput = z.object({
  /** An email address, or a domain with its subdomains. */
  sender: asciiCodeText(maxEmailLength, 1)
    .overwrite(normalizeSender)
    .refine(text => text === '' || isSender(text), issue('invalid_sender')),
  action: SenderRuleAction,
})
export type SenderRuleInput = z.infer<typeof SenderRuleInput>

export const SenderRule = z.object({
  _id: Id,
  sender: z.string(),
  action: SenderRuleAction,
  createdAt: Timestamp,
})
export type SenderRule = z.infer<typeof SenderRule>

export const senderRuleApi = defineApi('senderRule', {
  list: {
    method: 'GET',
    path: '/senderRule/getAll',
    can: 'conversation:read',
    summary: 'List the blocked and allowed senders',
    reply: z.array(SenderRule),
  },
  save: {
    method: 'PUT',
    path: '/senderRule/save',
    can: 'conversation:write',
    summary: 'Block or allow an email address or a domain; replaces its earlier rule',
    body: SenderRuleInput,
    reply: SenderRule,
    message: 'Sender rule saved',
  },
  applyToConversation: {
    method: 'POST',
    path: '/senderRule/conversation',
    can: 'conversation:write',
    status: 200,
    summary: 'Block or allow the sender of a conversation, and move it to the spam or the inbox',
    body: z.object({ conversation: Id, action: SenderRuleAction }),
    reply: Conversation,
    invalidates: ['conversation'],
    message: 'Sender rule saved',
  },
  delete: {
    method: 'DELETE',
    path: '/senderRule/delete/:id',
    can: 'conversation:write',
    summary: 'Delete the rule of a sender',
    message: 'Sender rule deleted',
  },
})
