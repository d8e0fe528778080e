import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { Conversation } from './conversation.ts'
import { MessageFile } from './message.ts'

/** The files of a message that staff write, and their size together: Base64 makes them a third larger. */
export const maxMessageFiles = 10
export const maxMessageFileMegabytes = 15

export const draftFileApi = defineApi('conversation', {
  addDraftFile: {
    method: 'POST',
    path: '/apps/email/draft/file/:id',
    can: 'conversation:write',
    rateLimit: 'transfer',
    upload: true,
    summary:
      'Attach a PDF, image or text file of up to 10 MB to the unsent reply of the user (multipart, `file`)',
    reply: z.array(MessageFile),
  },
  createWithFiles: {
    method: 'POST',
    path: '/apps/email/createWithFiles',
    can: 'conversation:write',
    rateLimit: 'transfer',
    upload: true,
    summary:
      'Start a conversation with an email and its files (multipart, JSON in `message`, then `file`)',
    reply: Conversation,
    message: 'Message sent',
    invalidates: ['desk'],
  },
  deleteDraftFile: {
    method: 'DELETE',
    path: '/apps/email/draft/file/:id',
    can: 'conversation:write',
    summary: 'Remove a file from the unsent reply of the user',
  },
})
