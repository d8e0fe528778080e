import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
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
  deleteDraftFile: {
    method: 'DELETE',
    path: '/apps/email/draft/file/:id',
    can: 'conversation:write',
    summary: 'Remove a file from the unsent reply of the user',
  },
})
