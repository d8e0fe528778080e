import { z } from 'zod'
import { Reauthentication } from '../account/account-security.ts'
import { defineApi } from '../lib/call/api.ts'
import { apiKeySubjects } from '../lib/call/permission.ts'
import { issue } from '../lib/error/issue.ts'
import { Id, singleLineText, Timestamp, updateSchema } from '../lib/schemas.ts'

/** Maximum number of API keys per store. */
export const maxApiKeys = 50

const KeyAbility = z.object({
  action: z.enum(['read', 'write', 'manage']),
  subject: z.enum(apiKeySubjects),
})

export const ApiKeyInput = z.object({
  /** Purpose of the key, such as the app that uses it. */
  name: singleLineText(60, 1),
  /** Permissions of the key, at most those of its creator. `manage` means read and write. */
  ability: z.array(KeyAbility).min(1, issue('permission_missing')).max(60),
  /** Days until the key expires; null for a key that never expires. */
  validDays: z.int().min(1).max(3650).nullable().optional(),
})
export type ApiKeyInput = z.infer<typeof ApiKeyInput>

export const ApiKeyCreation = ApiKeyInput.extend(Reauthentication.shape)

/** `inactive`: suspended, because the access of its creator is deactivated. */
export const ApiKeyStatus = z.enum(['active', 'inactive', 'expired', 'revoked'])
export type ApiKeyStatus = z.infer<typeof ApiKeyStatus>

export const ApiKey = ApiKeyInput.omit({ validDays: true }).extend({
  _id: Id,
  /** The key with its middle part masked. */
  maskedKey: z.string(),
  status: ApiKeyStatus,
  /** Current name of the creator; empty if their account was deleted. */
  createdBy: z.object({ _id: Id, fullName: z.string() }).nullable(),
  createdAt: Timestamp,
  /** With a precision of one minute. */
  lastUsedAt: Timestamp.nullable(),
  expiresAt: Timestamp.nullable(),
  revokedAt: Timestamp.nullable(),
  version: z.int(),
})
export type ApiKey = z.infer<typeof ApiKey>

/** Only this response contains `key`; the server stores a hash. */
export const NewApiKey = ApiKey.extend({ key: z.string() })
export type NewApiKey = z.infer<typeof NewApiKey>

/** More permissions must be confirmed with the password. */
export const ApiKeyEdit = updateSchema(ApiKeyInput.omit({ validDays: true })).extend(
  Reauthentication.partial().shape,
)
export type ApiKeyEdit = z.infer<typeof ApiKeyEdit>

export const apiKeyApi = defineApi('apiKey', {
  list: {
    method: 'GET',
    path: '/apiKey/getAll',
    can: 'developer:read',
    summary: 'List API keys, newest first; expired and revoked keys stay listed for 30 days',
    reply: z.array(ApiKey),
  },
  create: {
    method: 'POST',
    path: '/apiKey/create',
    can: 'developer:write',
    summary: 'Create an API key, confirmed with the password; only this response contains it',
    uses: 'apiKey',
    body: ApiKeyCreation,
    reply: NewApiKey,
    message: 'API key created',
  },
  update: {
    method: 'PATCH',
    path: '/apiKey/update/:id',
    can: 'developer:write',
    summary:
      'Update the name or permissions of an API key; more permissions are confirmed with the password',
    body: ApiKeyEdit,
    reply: ApiKey,
    message: 'API key updated',
  },
  revoke: {
    method: 'POST',
    path: '/apiKey/revoke/:id',
    can: 'developer:write',
    status: 200,
    summary: 'Revoke an API key; it stops working within a second',
    reply: ApiKey,
    message: 'API key revoked',
  },
})
