import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { ErrorMessage } from '../lib/call/problem.ts'
import { asciiCodeText, codeText, Timestamp } from '../lib/schemas.ts'

/** `starttls` encrypts a connection before the password is sent. A password is never sent without encryption. */
export const MailboxEncryption = z.enum(['tls', 'starttls'])

/** The highest port of TCP. */
export const maxMailboxPort = 65_535

export const MailboxInput = z.object({
  server: asciiCodeText(253, 1).toLowerCase(),
  port: z.int().min(1).max(maxMailboxPort),
  encryption: MailboxEncryption,
  username: codeText(320, 1),
  /** Spaces around it can be a part of it. */
  password: z.string().min(1).max(500),
})
export type MailboxInput = z.infer<typeof MailboxInput>

/** The mailbox of a seller whose new emails are copied to the inbox. */
export const Mailbox = MailboxInput.omit({ password: true }).extend({
  connectedAt: Timestamp,
  checkedAt: Timestamp,
  /** Null if the last check succeeded. */
  failure: ErrorMessage.nullable(),
})
export type Mailbox = z.infer<typeof Mailbox>

export const mailboxApi = defineApi('mailbox', {
  get: {
    method: 'GET',
    path: '/mailbox/get',
    can: 'business:read',
    summary: 'Get the connected mailbox without its password, or null',
    reply: Mailbox.nullable(),
  },
  getAddress: {
    method: 'GET',
    path: '/mailbox/address',
    can: 'business:read',
    summary: 'Get the address to which emails for the inbox can be forwarded',
    reply: z.object({
      /** Null if the installation receives no emails. */
      address: z.string().nullable(),
    }),
  },
  connect: {
    method: 'POST',
    path: '/mailbox/connect',
    can: 'business:write',
    status: 200,
    rateLimit: 'transfer',
    summary: 'Log in to a mailbox by IMAP and copy its new emails to the inbox from now on',
    body: MailboxInput,
    reply: Mailbox,
    message: 'Mailbox connected',
  },
  check: {
    method: 'POST',
    path: '/mailbox/check',
    can: 'business:write',
    status: 200,
    rateLimit: 'transfer',
    summary: 'Copy the new emails of the mailbox to the inbox now',
    reply: Mailbox,
    invalidates: ['conversation'],
    message: 'Mailbox checked',
  },
  disconnect: {
    method: 'DELETE',
    path: '/mailbox/disconnect',
    can: 'business:write',
    summary: 'Disconnect the mailbox and delete its password; emails stay where they are',
    message: 'Mailbox disconnected',
  },
})
