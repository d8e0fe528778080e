import { isIP } from 'node:net'
import type { ImapFlow } from 'imapflow'
import type { MailboxInput } from '#contract/store/mailbox.ts'
import {
  type RequestPolicy,
  resolveAllowedAddresses,
  UnreachableError,
} from '../../lib/security/guarded-request.ts'
import { maxMailBytes } from '../accept-mail.ts'

const limits = {
  connectionTimeout: 8000,
  greetingTimeout: 8000,
  socketTimeout: 30_000,
  maxLineLength: 16 * 1024 * 1024,
  maxLiteralSize: maxMailBytes,
  maxResponseSize: 2 * maxMailBytes,
}

/** How long to wait for one address of several. */
const oneOfManyTimeout = 3000

/** Why a mailbox could not be read: the code of an error. */
export type MailboxFailure =
  | 'mailbox_unreachable'
  | 'mailbox_certificate'
  | 'mailbox_unencrypted'
  | 'mailbox_password_refused'
  | 'mailbox_email_unreadable'
  | 'mailbox_unsupported'
  | 'mailbox_unexpected'

/** An open connection whose folder is INBOX, which it cannot change. */
export type OpenMailbox = {
  client: ImapFlow
  /** UIDVALIDITY of INBOX (RFC 9051). */
  uidValidity: number
  /** UIDNEXT of INBOX. */
  nextUid: number
}

type OpenOptions = { policy: RequestPolicy; signal: AbortSignal }

/** The server does not number its emails. */
class UnsupportedServerError extends Error {}

/**
 * Logs in to a mailbox, runs the work and closes the connection, also when the signal aborts. Connects only to
 * addresses that the policy allows, and sends the password only after encryption with a valid certificate.
 */
export async function withMailbox<T>(
  login: MailboxInput,
  { policy, signal }: OpenOptions,
  work: (mailbox: OpenMailbox) => Promise<T>,
): Promise<T> {
  const addresses = await resolveAllowedAddresses(login.server, policy, signal)
  const client = await connectFirst(login, addresses, signal)
  const close = () => client.close()
  signal.addEventListener('abort', close)
  try {
    signal.throwIfAborted()
    const { uidValidity, uidNext } = await client.mailboxOpen('INBOX', { readOnly: true })
    const nextUid = uidNext || (await findNextUid(client))
    if (!nextUid || !uidValidity) throw new UnsupportedServerError()
    return await work({ client, uidValidity: Number(uidValidity), nextUid })
  } finally {
    signal.removeEventListener('abort', close)
    client.close()
  }
}

/** Some servers name the number only in the reply to this command. */
async function findNextUid(client: ImapFlow): Promise<number | undefined> {
  const status = await client.status('INBOX', { uidNext: true })
  return status ? status.uidNext : undefined
}

/** Tries the addresses of a server in turn until one can be reached. */
async function connectFirst(
  login: MailboxInput,
  addresses: readonly { address: string }[],
  signal: AbortSignal,
): Promise<ImapFlow> {
  let lastError: unknown
  for (const { address } of addresses) {
    signal.throwIfAborted()
    const client = await createClient(login, address, addresses.length)
    const close = () => client.close()
    signal.addEventListener('abort', close)
    try {
      await client.connect()
      return client
    } catch (error) {
      client.close()
      if (toMailboxFailure(error) !== 'mailbox_unreachable') throw error
      lastError = error
    } finally {
      signal.removeEventListener('abort', close)
    }
  }
  throw lastError
}

async function createClient(
  { server, port, encryption, username, password }: MailboxInput,
  address: string,
  addressCount: number,
): Promise<ImapFlow> {
  // Few servers have a mailbox to read, so the others do not load it.
  const { ImapFlow } = await import('imapflow')
  const client = new ImapFlow({
    host: address,
    port,
    ...(isIP(server) === 0 && { servername: server }),
    secure: encryption === 'tls',
    doSTARTTLS: encryption === 'starttls',
    auth: { user: username, pass: password },
    clientInfo: { name: 'Storewright' },
    disableAutoIdle: true,
    disableCompression: true,
    logger: false,
    ...limits,
    ...(addressCount > 1 && { connectionTimeout: oneOfManyTimeout }),
  })
  // The call that is waiting rejects, too.
  client.on('error', () => {})
  return client
}

const certificateCodes = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])
const unreachableCodes = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'EPROTO',
  'ETIMEDOUT',
  // Of imapflow.
  'CONNECT_TIMEOUT',
  'GREETING_TIMEOUT',
  'UPGRADE_TIMEOUT',
  'ETIMEOUT',
  'NoConnection',
  'EConnectionClosed',
  'ClosedAfterConnectText',
  'ClosedAfterConnectTLS',
])

/** Returns the reason that staff read. */
export function toMailboxFailure(error: unknown): MailboxFailure {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const failure = findFailure(cause)
    if (failure) return failure
  }
  return 'mailbox_unexpected'
}

function findFailure(error: Error): MailboxFailure | undefined {
  const code = 'code' in error ? String(error.code) : ''
  if ('authenticationFailed' in error && error.authenticationFailed)
    // A server that is overloaded says so (RFC 5530).
    return 'serverResponseCode' in error && error.serverResponseCode === 'UNAVAILABLE'
      ? 'mailbox_unreachable'
      : 'mailbox_password_refused'
  if (error instanceof UnsupportedServerError) return 'mailbox_unsupported'
  if (certificateCodes.has(code)) return 'mailbox_certificate'
  if (
    error instanceof UnreachableError ||
    error.name === 'TimeoutError' ||
    unreachableCodes.has(code) ||
    code.startsWith('ERR_SSL_')
  )
    return 'mailbox_unreachable'
  return 'tlsFailed' in error && error.tlsFailed ? 'mailbox_unencrypted' : undefined
}
