import { z } from 'zod'
import { Reauthentication } from '../account/account-security.ts'
import { defineApi } from '../lib/call/api.ts'
import { issue } from '../lib/error/issue.ts'
import { codeText, singleLineText, Timestamp } from '../lib/schemas.ts'

/** In the notation of Standard Webhooks: `whsec_` and 24 to 64 bytes in base64. */
const LabelServiceSecret = codeText(120).regex(
  /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/,
  issue('invalid_label_secret'),
)

/** A service that creates shipping labels over HTTP. `docs/label-service.md` describes its protocol. */
export const LabelServiceInput = z.object({
  name: singleLineText(60, 1),
  url: singleLineText(2000, 1).pipe(z.url({ protocol: /^https?$/, ...issue('not_https') })),
  /** Signs the requests. The stored secret stays if it is left out. */
  secret: LabelServiceSecret.optional(),
})
export type LabelServiceInput = z.infer<typeof LabelServiceInput>

export const LabelService = z.object({
  name: z.string(),
  url: z.string(),
  /** The prefix and the last characters of the secret. */
  maskedSecret: z.string(),
  updatedAt: Timestamp,
})
export type LabelService = z.infer<typeof LabelService>

export const labelServiceApi = defineApi('labelService', {
  get: {
    method: 'GET',
    path: '/labelService/get',
    can: 'business:read',
    summary: 'Get the service that creates shipping labels, or null',
    reply: LabelService.nullable(),
  },
  set: {
    method: 'POST',
    path: '/labelService/set',
    can: 'business:write',
    status: 200,
    summary: 'Set the service that creates shipping labels, confirmed with the password',
    body: LabelServiceInput.extend(Reauthentication.shape),
    reply: LabelService,
    message: 'Label service saved',
  },
  delete: {
    method: 'DELETE',
    path: '/labelService/delete',
    can: 'business:write',
    summary: 'Remove the service that creates shipping labels',
    message: 'Label service removed',
  },
})
