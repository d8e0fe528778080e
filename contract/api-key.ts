import { z } from 'zod'
import { defineApi } from './lib/api.ts'
import { apiKeySubjects } from './lib/permission.ts'
import { Id, singleLineText, Timestamp, updateSchema } from './lib/schemas.ts'

/** Keys of one store that work, or would. */
export const maxApiKeys = 50

const KeyAbility = z.object({
  action: z.enum(['read', 'write', 'manage']),
  subject: z.enum(apiKeySubjects),
})

export const ApiKeyInput = z.object({
  /** What it is for, such as the program that has it. */
  name: singleLineText(60, 1),
  /** What it may do, and never more than the person who made it. `manage` is read and write. */
  ability: z.array(KeyAbility).min(1, 'Choose at least one permission').max(60),
  /** After so many days it works no more; null for a key without an end. */
  validDays: z.int().min(1).max(3650).nullable().optional(),
})
export type ApiKeyInput = z.infer<typeof ApiKeyInput>

/** `asleep`: who made it may not work in the store any more, or not at the moment. */
export const ApiKeyStatus = z.enum(['active', 'asleep', 'expired', 'revoked'])
export type ApiKeyStatus = z.infer<typeof ApiKeyStatus>

export const ApiKey = ApiKeyInput.omit({ validDays: true }).extend({
  _id: Id,
  /** The key with all but its beginning and end left out. */
  masked: z.string(),
  status: ApiKeyStatus,
  /** Who made it, by the name that they have now: none of their own once their account is deleted. */
  madeBy: z.object({ _id: Id, fullName: z.string() }).nullable(),
  createdAt: Timestamp,
  /** To a minute. */
  lastUsedAt: Timestamp.nullable(),
  expiresAt: Timestamp.nullable(),
  revokedAt: Timestamp.nullable(),
  version: z.int(),
})
export type ApiKey = z.infer<typeof ApiKey>

/** `key` is said here and never again: only a hash of it is kept. */
export const NewApiKey = ApiKey.extend({ key: z.string() })
export type NewApiKey = z.infer<typeof NewApiKey>

export const ApiKeyEdit = updateSchema(ApiKeyInput.omit({ validDays: true }))
export type ApiKeyEdit = z.infer<typeof ApiKeyEdit>

export const apiKeyApi = defineApi('apiKey', {
  list: {
    method: 'GET',
    path: '/apiKey/getAll',
    can: 'developer:read',
    summary:
      'The keys of the store, the newest first; those that ended are listed for 30 days more',
    reply: z.array(ApiKey),
  },
  create: {
    method: 'POST',
    path: '/apiKey/create',
    can: 'developer:write',
    summary: 'Make a key; it is in this answer and in no other',
    body: ApiKeyInput,
    reply: NewApiKey,
    message: 'API key made',
  },
  update: {
    method: 'PATCH',
    path: '/apiKey/update/:id',
    can: 'developer:write',
    summary: 'Rename a key, or change what it may do; felt at its next call',
    body: ApiKeyEdit,
    reply: ApiKey,
    message: 'API key updated',
  },
  revoke: {
    method: 'POST',
    path: '/apiKey/revoke/:id',
    can: 'developer:write',
    status: 200,
    summary: 'End a key for good; within a second it opens nothing',
    reply: ApiKey,
    message: 'API key revoked',
  },
})
