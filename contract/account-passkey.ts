import { z } from 'zod'
import { SessionUser } from './account.ts'
import { Proof } from './account-proof.ts'
import { api } from './lib/api.ts'
import { ByDate, Id, line } from './lib/shapes.ts'

/** Bytes, as browsers write them in these messages. */
const bytes = (max: number) =>
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
  createdAt: ByDate,
  lastUsedAt: ByDate.nullable(),
})
export type AccountPasskey = z.infer<typeof AccountPasskey>

const Known = z.object({
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
  excludeCredentials: z.array(Known),
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
  allowCredentials: z.array(Known),
})

/** What a browser answers to `PasskeyCreation`. */
export const NewPasskey = z.object({
  /** Empty: it is called by the device that made it. */
  name: line(60),
  credential: z.object({
    id: bytes(1400),
    response: z.object({
      clientDataJSON: bytes(8000),
      attestationObject: bytes(16_000),
      transports: z
        .array(z.string().regex(/^[a-z-]{1,20}$/))
        .max(8)
        .optional(),
    }),
  }),
})
/** What a browser answers to `PasskeyRequest`. */
export const PasskeyProof = z.object({
  credential: z.object({
    id: bytes(1400),
    response: z.object({
      clientDataJSON: bytes(8000),
      authenticatorData: bytes(4000),
      signature: bytes(2000),
      userHandle: bytes(100).optional(),
    }),
  }),
})
export type PasskeyProof = z.infer<typeof PasskeyProof>
export const PasskeyName = z.object({ name: line(60, 1) })

/** Keys in a person's devices, which stand in for password and second step. */
export const accountPasskeyApi = api('account', {
  passkeys: {
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
    body: Proof,
    reply: PasskeyCreation,
  },
  addPasskey: {
    method: 'POST',
    path: '/account/passkeys',
    can: 'signed-in',
    summary: 'Keep a passkey that the browser has made',
    body: NewPasskey,
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
  removePasskey: {
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
    body: PasskeyProof,
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
    body: PasskeyProof,
  },
})
