import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { Count, Id, Timestamp } from '../lib/schemas.ts'
import { MessageDirection, MessageOrigin, MessageStatus } from './conversation-state.ts'

/** A file of an email. */
export const MessageFile = z.object({
  _id: Id,
  name: z.string(),
  contentType: z.string(),
  bytes: Count,
})
export type MessageFile = z.infer<typeof MessageFile>

export const ConversationMessage = z.object({
  _id: Id,
  direction: MessageDirection,
  origin: MessageOrigin,
  status: MessageStatus,
  /** The staff member who wrote it; null for the other person. */
  author: z.object({ _id: Id, name: z.string() }).nullable(),
  fromName: z.string(),
  fromEmail: z.string(),
  text: z.string(),
  /** Whether `messageApi.getHtml` returns its HTML. */
  hasHtml: z.boolean(),
  /** By their position in the email. */
  files: z.array(MessageFile),
  /** About the email as it was received, which can be downloaded. */
  original: z
    .object({
      /** Files beyond the limit are only in the original. */
      omittedFileCount: Count,
    })
    .nullable(),
  /** The position at which the quoted earlier text begins. */
  quoteStart: Count.nullable(),
  /** Until then, a queued message can be unsent. */
  sendAt: Timestamp.nullable(),
  /** The code of the error that kept it from being sent. */
  error: z.string().nullable(),
  createdAt: Timestamp,
})
export type ConversationMessage = z.infer<typeof ConversationMessage>

/** The most images of other servers that a message shows. */
export const maxRemoteImages = 50

/** Returns the addresses of the images of other servers in the cleaned HTML of an email, by their position. */
export const listRemoteImages = (html: string): string[] =>
  [...html.matchAll(/<img\b[^>]*?\sdata-src="([^"]*)"/g)]
    .slice(0, maxRemoteImages)
    .map(match => decodeAttribute(match[1] ?? ''))

const decodeAttribute = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

export const MessageHtml = z.object({
  /** Cleaned: no scripts, no forms and no files of other servers. `data-file` is the position of a file. */
  html: z.string(),
  remoteImageCount: Count,
})
export type MessageHtml = z.infer<typeof MessageHtml>

/** The calls for the HTML, files and original of a received email. */
export const messageApi = defineApi('message', {
  getHtml: {
    method: 'GET',
    path: '/apps/email/message/html/:id',
    can: 'conversation:read',
    summary: 'Get the HTML of an email, without scripts and without images of other servers',
    reply: MessageHtml,
  },
  getRemoteImage: {
    method: 'GET',
    path: '/apps/email/message/image/:id',
    can: 'conversation:read',
    summary: 'Get an image of another server that an email shows',
    query: z.object({
      position: z.coerce
        .number()
        .int()
        .min(0)
        .max(maxRemoteImages - 1)
        .default(0),
    }),
    downloadType: 'application/octet-stream',
    auditExemption: 'Pages show images of emails with this call.',
    rateLimit: 'transfer',
  },
  getFile: {
    method: 'GET',
    path: '/apps/email/message/file/:id',
    can: 'conversation:read',
    summary: 'Download a file of an email',
    downloadType: 'application/octet-stream',
    auditExemption: 'Pages show images of emails with this call.',
  },
  getOriginal: {
    method: 'GET',
    path: '/apps/email/message/original/:id',
    can: 'conversation:read',
    summary: 'Download an email as it was received',
    downloadType: 'message/rfc822',
    auditExemption: 'Contains one message, which the caller can read anyway.',
  },
})
