import { z } from 'zod'
import { SessionUser } from './account.ts'
import { Reauthentication } from './account-security.ts'
import { defineApi } from './lib/api.ts'
import { Id, singleLineText, Timestamp } from './lib/schemas.ts'

/** Bytes, as browsers write them in these messages. */
const base64Url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/, 'Bytes as base64url')

export const AccountPasskey = z.object({
  _id: Id,
  name: z.string(),
  /** Its maker keeps it for all devices of the person. */
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

/** What a browser is asked for a new passkey; the names are those of WebAuthn. */
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
/** What a browser is asked to prove. Without a list any passkey that it has for this place will do. */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(PasskeyDescriptor),
})

/** What a browser answers to `PasskeyCreation`. */
export const PasskeyRegistration = z.object({
  /** Empty: it is called by the device that made it. */
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
/** What a browser answers to `PasskeyRequest`. */
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

/** Keys in a person's devices, which stand in for password and second step. */
export const accountPasskeyApi = defineApi('account', {
  listPasskeys: {
    method: 'GET',
    path: '/account/passkeys',
    can: 'signed-in',
    summary: 'The passkeys one can log in with',
    reply: z.array(AccountPasskey),
  },
  startPasskey: {
    method: 'POST',
    path: '/account/passkeys/start',
    can: 'signed-in',
    status: 200,
    summary: 'What to ask the browser for, so that it makes a passkey',
    body: Reauthentication,
    reply: PasskeyCreation,
  },
  createPasskey: {
    method: 'POST',
    path: '/account/passkeys',
    can: 'signed-in',
    summary: 'Keep a passkey that the browser has made',
    body: PasskeyRegistration,
    reply: AccountPasskey,
  },
  renamePasskey: {
    method: 'PATCH',
    path: '/account/passkeys/:id',
    can: 'signed-in',
    summary: 'Call a passkey something else',
    body: PasskeyName,
    reply: AccountPasskey,
  },
  deletePasskey: {
    method: 'DELETE',
    path: '/account/passkeys/:id',
    can: 'signed-in',
    summary: 'Log nobody in by this passkey any more',
  },
  startPasskeyLogin: {
    method: 'POST',
    path: '/account/passkeyLogin/start',
    can: 'public',
    status: 200,
    summary: 'What to ask the browser to prove, whoever sits before it',
    reply: PasskeyRequest,
  },
  passkeyLogin: {
    method: 'POST',
    path: '/account/passkeyLogin',
    can: 'public',
    status: 200,
    summary: 'Sign in by a passkey',
    body: PasskeyAssertion,
    reply: SessionUser,
  },
  startPasskeyUnlock: {
    method: 'POST',
    path: '/account/passkeyUnlock/start',
    can: 'signed-in',
    status: 200,
    summary: 'What to ask the browser to prove, so that a locked screen opens',
    reply: PasskeyRequest,
  },
  passkeyUnlock: {
    method: 'POST',
    path: '/account/passkeyUnlock',
    can: 'signed-in',
    status: 200,
    summary: 'Whether it is still the person signed in, by their passkey',
    body: PasskeyAssertion,
  },
})
