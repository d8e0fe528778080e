import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export const flag = { present: 1, verified: 4, synced: 8 + 16, hasKey: 64 }
const asText = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
export const sha = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()
export type Change = {
  origin?: string
  rpId?: string
  flags?: number
  counter?: number
  type?: string
}

/** A device with one key for this place, which does as it is told; what it must not do as well. */
export function passkeyDevice(publicUrl: string) {
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
  const clientData = (type: string, challenge: string, at: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }))
  const head = (change: Change, more = 0) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(change.counter ?? 0)
    return Buffer.concat([
      sha(change.rpId ?? rpId),
      Buffer.from([(change.flags ?? flag.present | flag.verified) | more]),
      counter,
    ])
  }
  return {
    create(options: { challenge: string; user: { id: string } }, change: Change = {}) {
      handle = options.user.id
      const data = Buffer.concat([
        head(change, flag.hasKey),
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
        id: asText(id),
        response: {
          clientDataJSON: asText(
            clientData(
              change.type ?? 'webauthn.create',
              options.challenge,
              change.origin ?? origin,
            ),
          ),
          attestationObject: asText(attestation),
          transports: ['internal'],
        },
      }
    },
    prove(options: { challenge: string }, change: Change = {}) {
      const [data, client] = [
        head(change),
        clientData(change.type ?? 'webauthn.get', options.challenge, change.origin ?? origin),
      ]
      const signature = sign('sha256', Buffer.concat([data, sha(client)]), privateKey)
      return {
        id: asText(id),
        response: {
          clientDataJSON: asText(client),
          authenticatorData: asText(data),
          signature: asText(signature),
          userHandle: handle,
        },
      }
    },
  }
}
