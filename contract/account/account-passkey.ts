import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { issue } from '../lib/error/issue.ts'
import { Id, singleLineText, Timestamp } from '../lib/schemas.ts'
import { SessionUser } from './account.ts'
import { Reauthentication } from './account-security.ts'

/** Bytes in base64url, as WebAuthn messages encode them. */
const base64Url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/, issue('invalid_base64url'))

export const AccountPasskey = z.object({
  _id: Id,
  name: z.string(),
  /** Whether the passkey syncs across the user's devices. */
  isSynced: z.boolean(),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.nullable(),
})
export type AccountPasskey = z.infer<typeof AccountPasskey>

const PasskeyDescriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
})

/** Options for `navigator.credentials.create()`, with WebAuthn's names. */
export const PasskeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(PasskeyDescriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('required'),
  }),
})
/**
 * Options for `navigator.credentials.get()`. Without a list, any passkey for this site is accepted.
 */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(PasskeyDescriptor),
})

/** The browser's response to `PasskeyCreation`. */
export const PasskeyRegistration = z.object({
  /** If empty, the server uses the device name. */
  name: singleLineText(60),
  credential: z.object({
    id: base64Url(1400),
    response: z.object({
      clientDataJSON: base64Url(8000),
      attestationObject: base64Url(16_000),
      transports: z
        .array(z.string().regex(/^[a-z-]{1,20}$/))
        .max(8)
        .optional(),
    }),
  }),
})
/** The browser's response to `PasskeyRequest`. */
export const PasskeyAssertion = z.object({
  credential: z.object({
    id: base64Url(1400),
    response: z.object({
      clientDataJSON: base64Url(8000),
      authenticatorData: base64Url(4000),
      signature: base64Url(2000),
      userHandle: base64Url(100).optional(),
    }),
  }),
})
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>
export const PasskeyName = z.object({ name: singleLineText(60, 1) })

/** Passkeys replace both the password and the second step. */
export const accountPasskeyApi = defineApi('account', {
  listPasskeys: {
    method: 'GET',
    path: '/account/passkeys',
    can: 'logged-in',
    summary: 'List passkeys',
    reply: z.array(AccountPasskey),
  },
  startPasskey: {
    method: 'POST',
    path: '/account/passkeys/start',
    can: 'logged-in',
    status: 200,
    summary: 'Start creating a passkey',
    body: Reauthentication,
    reply: PasskeyCreation,
  },
  createPasskey: {
    method: 'POST',
    path: '/account/passkeys',
    can: 'logged-in',
    summary: 'Create a passkey',
    body: PasskeyRegistration,
    reply: AccountPasskey,
  },
  renamePasskey: {
    method: 'PATCH',
    path: '/account/passkeys/:id',
    can: 'logged-in',
    summary: 'Rename a passkey',
    body: PasskeyName,
    reply: AccountPasskey,
  },
  deletePasskey: {
    method: 'DELETE',
    path: '/account/passkeys/:id',
    can: 'logged-in',
    summary: 'Delete a passkey',
  },
  startPasskeyLogin: {
    method: 'POST',
    path: '/account/passkeyLogin/start',
    can: 'public',
    status: 200,
    summary: 'Start a login by passkey',
    reply: PasskeyRequest,
  },
  passkeyLogin: {
    method: 'POST',
    path: '/account/passkeyLogin',
    can: 'public',
    status: 200,
    summary: 'Log in by passkey',
    body: PasskeyAssertion,
    reply: SessionUser,
  },
  startPasskeyUnlock: {
    method: 'POST',
    path: '/account/passkeyUnlock/start',
    can: 'logged-in',
    status: 200,
    summary: 'Start unlocking the screen by passkey',
    reply: PasskeyRequest,
  },
  passkeyUnlock: {
    method: 'POST',
    path: '/account/passkeyUnlock',
    can: 'logged-in',
    status: 200,
    summary: 'Unlock the screen by passkey',
    body: PasskeyAssertion,
  },
})
