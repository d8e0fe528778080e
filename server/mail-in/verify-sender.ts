import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { withTimeout } from '../lib/call/deadline.ts'
import { dnsClient } from '../lib/http/dns-client.ts'
import { isPublicAddress } from '../lib/security/public-address.ts'

/** Whether an email is from the server and the domain that it names: the results of SPF, DKIM and DMARC. */
export type Authenticity = {
  spf: string
  dkim: string
  dmarc: string
  /** What the domain of the sender asks to do with an email that fails DMARC. */
  policy: string
}

const unknown: Authenticity = { spf: 'unknown', dkim: 'unknown', dmarc: 'unknown', policy: '' }
const maxMs = 10_000

type Connection = {
  sender: string | null
  clientIp: string
  clientName: string
  isFromMailbox?: boolean
}

/**
 * Returns the results of the checks. If name servers are slow, they are unknown. Behind another mail server, the
 * address of the sender is in the line that this server has added.
 */
export async function verifySender(
  bytes: Uint8Array,
  { sender, clientIp, clientName, isFromMailbox = false }: Connection,
): Promise<Authenticity> {
  const isDirect = isPublicAddress(clientIp)
  try {
    const { authenticate } = await import('mailauth')
    const { spf, dkim, dmarc } = await withTimeout(
      maxMs,
      authenticate(Readable.from(toChunks(limitSignatures(bytes), Date.now() + maxMs)), {
        sender: sender ?? '',
        mta: 'storewright',
        trustReceived: !isDirect,
        ...(isDirect && { ip: clientIp, helo: clientName }),
        disableArc: true,
        disableBimi: true,
        resolver: resolveRecord,
      }),
    )
    const dmarcResult = (dmarc || undefined)?.status.result ?? 'none'
    const results = dkim?.results?.map(({ status }) => status.result) ?? []
    const dkimResult = results.includes('pass') ? 'pass' : (results[0] ?? 'none')
    // The provider of a mailbox knew the address of the sender, which is often missing in the email.
    const isAccepted = isFromMailbox && dkimResult !== 'fail'
    return {
      spf: (spf || undefined)?.status.result ?? 'none',
      dkim: dkimResult,
      dmarc: isAccepted && dmarcResult === 'fail' ? 'unknown' : dmarcResult,
      policy: (dmarc || undefined)?.policy ?? '',
    }
  } catch {
    return unknown
  }
}

const maxSignatures = 5
const maxHeadBytes = 256 * 1024

const chunkBytes = 64 * 1024

/** Calls are served between the chunks. The hashes end with the time of the checks. */
async function* toChunks(bytes: Buffer, endsAt: number) {
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    if (Date.now() > endsAt) throw new Error('The checks took too long.')
    yield bytes.subarray(start, start + chunkBytes)
    await setImmediate()
  }
}

/** Servers refuse much shorter lines. The time to hash one grows with the square of its length. */
const maxLineBytes = 256 * 1024

function hasLongLine(bytes: Buffer): boolean {
  let start = 0
  while (start < bytes.length) {
    const end = bytes.indexOf('\n', start)
    if ((end < 0 ? bytes.length : end) - start > maxLineBytes) return true
    if (end < 0) return false
    start = end + 1
  }
  return false
}

/**
 * Each signature costs a lookup and a hash of the whole email, so that only the first ones are checked, and none of a
 * text with a long line.
 */
function limitSignatures(bytes: Uint8Array): Buffer {
  const mail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = mail.indexOf('\r\n\r\n')
  const headEnd = end < 0 ? mail.length : end
  if (headEnd > maxHeadBytes) throw new Error('The header of the email is too long.')
  let count = hasLongLine(mail.subarray(headEnd)) ? maxSignatures : 0
  const fields = mail
    .toString('latin1', 0, headEnd)
    .split(/\r\n(?![ \t])/)
    .filter(field => !/^dkim-signature\s*:/i.test(field) || count++ < maxSignatures)
  return Buffer.concat([Buffer.from(fields.join('\r\n'), 'latin1'), mail.subarray(headEnd)])
}

async function resolveRecord(name: string, type: string): Promise<string[] | string[][]> {
  const records: unknown = await dnsClient.resolve(name, type)
  return Array.isArray(records) ? records : []
}
