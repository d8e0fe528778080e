import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/**
 * Flags of the authenticator data (WebAuthn, section 6.1). `synced` sets backup eligibility and
 * state.
 */
export const authenticatorFlags = { present: 1, verified: 4, synced: 8 + 16, hasKey: 64 }
const toBase64Url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
export const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** Values that replace the correct ones, to build invalid responses. */
export type PasskeyOverrides = {
  origin?: string
  rpId?: string
  flags?: number
  counter?: number
  type?: string
}

/**
 * Returns a software authenticator with one key pair for the site, which builds valid and invalid
 * responses.
 */
export function createTestPasskey(publicUrl: string) {
  const { origin, hostname: rpId } = new URL(publicUrl)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let userHandle = ''
  return {
    create(options: { challenge: string; user: { id: string } }, overrides: PasskeyOverrides = {}) {
      userHandle = options.user.id
      const site = { type: 'webauthn.create', origin, rpId, ...overrides }
      const data = Buffer.concat([
        encodeAuthenticatorData(site, authenticatorFlags.hasKey),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        encodeCoseKey(publicKey),
      ])
      return {
        id: toBase64Url(id),
        response: {
          clientDataJSON: toBase64Url(encodeClientData(site, options.challenge)),
          attestationObject: toBase64Url(encodeAttestation(data)),
          transports: ['internal'],
        },
      }
    },
    prove(options: { challenge: string }, overrides: PasskeyOverrides = {}) {
      const site = { type: 'webauthn.get', origin, rpId, ...overrides }
      const data = encodeAuthenticatorData(site)
      const clientData = encodeClientData(site, options.challenge)
      const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey)
      return {
        id: toBase64Url(id),
        response: {
          clientDataJSON: toBase64Url(clientData),
          authenticatorData: toBase64Url(data),
          signature: toBase64Url(signature),
          userHandle,
        },
      }
    },
  }
}

type ResponseValues = PasskeyOverrides & { type: string; origin: string; rpId: string }

const encodeClientData = ({ type, origin }: ResponseValues, challenge: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

/** Returns the hash of the relying party id, the flags and the counter. */
function encodeAuthenticatorData(
  {
    rpId,
    counter = 0,
    flags = authenticatorFlags.present | authenticatorFlags.verified,
  }: ResponseValues,
  extraFlags = 0,
) {
  const counterBytes = Buffer.alloc(4)
  counterBytes.writeUInt32BE(counter)
  return Buffer.concat([sha256(rpId), Buffer.from([flags | extraFlags]), counterBytes])
}

/** Returns an ES256 public key as a COSE key: a CBOR map with the coordinates `x` and `y`. */
function encodeCoseKey(publicKey: KeyObject) {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
}

/** Returns a CBOR attestation object with the format `none`. */
const encodeAttestation = (authenticatorData: Uint8Array) =>
  Buffer.concat([
    Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
    Buffer.from([authenticatorData.length]),
    authenticatorData,
  ])
