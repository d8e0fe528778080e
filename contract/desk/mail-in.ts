import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { codeText } from '../lib/schemas.ts'

/** The call of an email provider. The secret of the installation proves the caller. */
export const mailInApi = defineApi('mailIn', {
  receive: {
    method: 'POST',
    path: '/mail/in/:secret',
    can: 'public',
    summary: 'Receive an email to a store as message/rfc822',
    status: 200,
    query: z.object({
      /** Empty for a report about an email. Without it, the sender is unknown. */
      from: codeText(320).optional(),
      to: codeText(320, 1),
    }),
    body: z.unknown(),
  },
})
