import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export const authenticatorFlags = { present: 1, verified: 4, synced: 8 + 16, hasKey: 64 }
const toBase64Url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
export const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()
export type PasskeyOverrides = {
  origin?: string
  rpId?: string
  flags?: number
  counter?: number
  type?: string
}

/** A device with one key for this place, which does as it is told; what it must not do as well. */
export function createTestPasskey(publicUrl: string) {
  const { origin, hostname: rpId } = new URL(publicUrl)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(jwk.x ?? '', 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(jwk.y ?? '', 'base64url'),
  ])
  let handle = ''
  const clientData = (type: string, challenge: string, clientOrigin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: clientOrigin, crossOrigin: false }))
  const buildAuthenticatorData = (overrides: PasskeyOverrides, extraFlags = 0) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(overrides.counter ?? 0)
    return Buffer.concat([
      sha256(overrides.rpId ?? rpId),
      Buffer.from([
        (overrides.flags ?? authenticatorFlags.present | authenticatorFlags.verified) | extraFlags,
      ]),
      counter,
    ])
  }
  return {
    create(options: { challenge: string; user: { id: string } }, overrides: PasskeyOverrides = {}) {
      handle = options.user.id
      const data = Buffer.concat([
        buildAuthenticatorData(overrides, authenticatorFlags.hasKey),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        cose,
      ])
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ])
      return {
        id: toBase64Url(id),
        response: {
          clientDataJSON: toBase64Url(
            clientData(
              overrides.type ?? 'webauthn.create',
              options.challenge,
              overrides.origin ?? origin,
            ),
          ),
          attestationObject: toBase64Url(attestation),
          transports: ['internal'],
        },
      }
    },
    prove(options: { challenge: string }, overrides: PasskeyOverrides = {}) {
      const [data, client] = [
        buildAuthenticatorData(overrides),
        clientData(overrides.type ?? 'webauthn.get', options.challenge, overrides.origin ?? origin),
      ]
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        id: toBase64Url(id),
        response: {
          clientDataJSON: toBase64Url(client),
          authenticatorData: toBase64Url(data),
          signature: toBase64Url(signature),
          userHandle: handle,
        },
      }
    },
  }
}
