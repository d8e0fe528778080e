import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { Disk } from 'flydrive'
import type { SMTPServer, SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { withDeadline } from '../lib/call/deadline.ts'
import { Problem } from '../lib/call/problem.ts'
import type { App } from '../lib/call/serve.ts'
import { openDisk } from '../lib/file/disk.ts'
import { getClientNetwork } from '../lib/security/client-network.ts'
import { isPublicAddress } from '../lib/security/public-address.ts'
import { consumeRateLimit } from '../lib/security/rate-limit.ts'
import type { MailInConfig } from '../mail-in-config.ts'
import { acceptMail, maxMailBytes, type StoreRecipient } from './accept-mail.ts'
import { findMailStore } from './mail-recipient.ts'

/** The /48 of an IPv6 address: a server can have that many addresses. */
const siteGroupCount = 3
/** An email to a store rarely has two recipients. Senders deliver the others afterwards. */
const maxRecipients = 10

export type ConnectionLimits = {
  /** Connections of one network at the same time. */
  maxPerNetwork: number
  /** A slow sender occupies a connection for at most so long. It delivers the rest by another one. */
  maxMs: number
  maxBytes: number
  checkMs: number
  /** Addresses that are not public are those of a mail server or a tunnel in front, which has all senders. */
  isLimited: (address: string) => boolean
}
const connectionLimits: ConnectionLimits = {
  maxPerNetwork: 10,
  maxMs: 600_000,
  maxBytes: 4 * maxMailBytes,
  checkMs: 1000,
  isLimited: isPublicAddress,
}

class SmtpError extends Error {
  readonly responseCode: number
  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

/**
 * Starts to receive emails by SMTP or LMTP and returns the port. Its errors are logged and never end the process,
 * which also serves calls.
 */
export async function startMailListener(
  app: App,
  limits: Partial<ConnectionLimits> = {},
): Promise<number> {
  const allLimits = { ...connectionLimits, ...limits }
  const { mailIn } = app.config
  if (mailIn?.port === undefined) throw new Error('MAIL_IN_PORT is not set.')
  const server = await createMailServer(app, mailIn, allLimits)
  // A mail server in front is trusted to limit its senders itself.
  if (mailIn.protocol === 'smtp')
    server.server.on('connection', (socket: Socket) => endWhenExceeded(socket, allLimits))
  server.on('error', error => app.log.warn({ err: error }, 'A connection for emails failed.'))
  server.listen(mailIn.port, app.config.host)
  await once(server.server, 'listening')
  app.addHook('preClose', () => new Promise<void>(resolve => server.close(() => resolve())))
  const address = server.server.address()
  return typeof address === 'object' && address ? address.port : mailIn.port
}

function endWhenExceeded(socket: Socket, { maxMs, maxBytes, checkMs }: ConnectionLimits): void {
  const startedAt = Date.now()
  const timer = setInterval(() => {
    if (Date.now() - startedAt > maxMs || socket.bytesRead > maxBytes) socket.destroy()
  }, checkMs)
  timer.unref()
  socket.once('close', () => clearInterval(timer))
}

async function createMailServer(
  app: App,
  { host, protocol }: MailInConfig,
  { maxPerNetwork, isLimited }: ConnectionLimits,
): Promise<SMTPServer> {
  const { SMTPServer } = await import('smtp-server')
  const disk = openDisk(app.config, 'mail')
  const isLmtp = protocol === 'lmtp'
  const isLimitedSource = (address: string) => !isLmtp && isLimited(address)
  const recipientsBySession = new WeakMap<SMTPServerSession, Map<string, string>>()
  const server = new SMTPServer({
    name: host,
    banner: 'Storewright',
    lmtp: isLmtp,
    size: maxMailBytes,
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    maxClients: 100,
    socketTimeout: 60_000,
    closeTimeout: 2000,
    onConnect: ({ remoteAddress }, done) => {
      if (!isLimitedSource(remoteAddress)) return done()
      const network = getClientNetwork(remoteAddress, siteGroupCount)
      const count = [...server.connections].filter(
        connection => getClientNetwork(connection.remoteAddress, siteGroupCount) === network,
      ).length
      reply(app, done, async () => {
        if (count > maxPerNetwork) throw new SmtpError(421, 'Too many connections')
        await withDeadline(app.config.callLimitMs, () =>
          consumeRateLimit(app, 'mailInConnection', { source: remoteAddress }),
        )
      })
    },
    onMailFrom: (_address, session, done) => {
      recipientsBySession.delete(session)
      done()
    },
    onRcptTo: ({ address }, session, done) => {
      const recipients = recipientsBySession.get(session) ?? new Map<string, string>()
      recipientsBySession.set(session, recipients)
      reply(app, done, async () => {
        if (recipients.size >= maxRecipients) throw new SmtpError(452, 'Too many recipients')
        const source = isLimitedSource(session.remoteAddress) ? session.remoteAddress : undefined
        recipients.set(address, await findRecipient(app, address, source))
      })
    },
    onData: (stream, session, done) => {
      const recipients = [...(recipientsBySession.get(session) ?? [])]
      reply(app, done, () =>
        receive(app, disk, stream, {
          session,
          isLimited: isLimitedSource(session.remoteAddress),
          recipients: recipients.map(([address, storeId]) => ({ address, storeId })),
        }),
      )
    },
  })
  return server
}

/** Calls back with the error of the work. Unexpected errors are logged, and the sender tries again. */
function reply(app: App, done: (error?: Error | null) => void, work: () => Promise<void>): void {
  work().then(
    () => done(),
    error => done(toSmtpError(app, error)),
  )
}

function toSmtpError(app: App, error: unknown): Error {
  if (error instanceof SmtpError) return error
  if (error instanceof Problem && error.code === 'too_large')
    return new SmtpError(552, 'The message is too large')
  if (!(error instanceof Problem)) app.log.error({ err: error }, 'An email was not stored.')
  return new SmtpError(451, 'Try again later')
}

/** The program in front has counted the senders itself. */
async function findRecipient(
  app: App,
  address: string,
  source: string | undefined,
): Promise<string> {
  const { callLimitMs } = app.config
  return withDeadline(callLimitMs, async () => {
    // Before the lookup, because guessed addresses count too.
    if (source !== undefined) await consumeRateLimit(app, 'mailIn', { source })
    const storeId = await findMailStore(app, address)
    if (storeId === undefined) throw new SmtpError(550, 'No such recipient')
    await consumeRateLimit(app, 'mailIn', { target: storeId })
    return storeId
  })
}

type Delivery = {
  session: SMTPServerSession
  recipients: readonly StoreRecipient[]
  isLimited: boolean
}

async function receive(
  app: App,
  disk: Disk,
  stream: SMTPServerDataStream,
  { session, recipients, isLimited }: Delivery,
): Promise<void> {
  const { mailFrom } = session.envelope
  await acceptMail(app, disk, stream, {
    recipients,
    sender: mailFrom ? mailFrom.address : '',
    clientIp: session.remoteAddress,
    clientName: session.hostNameAppearsAs,
    ...(isLimited && { limitedSource: session.remoteAddress }),
  })
}
