import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { RunInTransaction, Tx } from '../lib/db/db.ts'
import type { Mail, MailJob, MailSender } from '../lib/mail/mail.ts'

/**
 * What became of an email. A `deferred` one is sent to its recipient later. With `unsent`, the mail
 * server takes no emails now, or refuses the sender.
 */
export type SendResult = {
  id: string
  state: 'sent' | 'failed' | 'deferred' | 'unsent'
  reason: '' | 'refused' | 'interrupted'
}

const SmtpError = z.object({
  code: z.string().optional(),
  command: z.string().optional(),
  responseCode: z.number().optional(),
  originalCode: z.string().optional(),
  timeoutType: z.string().optional(),
})
type SmtpError = z.infer<typeof SmtpError>

/** Errors before the connection is ready, so no email was handed over. */
const connectionCodes = ['EDNS', 'ETLS', 'EAUTH']
const connectionErrors = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH']
const connectionTimeouts = ['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT']
/** Commands that the mail server answers for one recipient. */
const recipientCommands = ['RCPT TO', 'DATA']

type Handover = { mailer: MailSender; job: MailJob; id: string; build: () => Mail }

/** Hands an email over to the mail server and returns what became of it. */
export async function handOver({ mailer, job, id, build }: Handover): Promise<SendResult> {
  try {
    await mailer.send(build(), job)
    return { id, state: 'sent', reason: '' }
  } catch (error) {
    return { id, ...classifySendError(error) }
  }
}

/**
 * Only an email that the mail server certainly has not taken is sent again. A connection that ends
 * later can end after the handover, so its email counts as failed.
 */
export function classifySendError(error: unknown): Pick<SendResult, 'state' | 'reason'> {
  const details = SmtpError.catch({}).parse(error)
  const { code = '', command = '', responseCode } = details
  if (isConnectionError(details)) return { state: 'unsent', reason: '' }
  if (responseCode === undefined)
    return { state: 'failed', reason: code === 'EENVELOPE' ? 'refused' : 'interrupted' }
  const isPermanent = responseCode >= 500
  if (recipientCommands.includes(command))
    return isPermanent ? { state: 'failed', reason: 'refused' } : { state: 'deferred', reason: '' }
  return { state: 'unsent', reason: isPermanent ? 'refused' : '' }
}

const isConnectionError = ({ code = '', originalCode = '', timeoutType = '' }: SmtpError) =>
  connectionCodes.includes(code) ||
  connectionErrors.includes(originalCode) ||
  connectionTimeouts.includes(timeoutType)

const maxAttempts = 3

/** Stores results again if the database does not answer, because a lost result looks interrupted. */
export async function storeWithRetries<T>(
  inTx: RunInTransaction,
  store: (tx: Tx) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await inTx(store)
    } catch (error) {
      if (attempt === maxAttempts) throw error
      await sleep(attempt * 1000, undefined, { ref: false })
    }
}

/**
 * Stores results and continues in the same transaction. If the next step keeps failing, the results are stored
 * alone before its error is thrown.
 */
export async function storeAndContinue<T>(
  inTx: RunInTransaction,
  store: (tx: Tx) => Promise<void>,
  next: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await storeWithRetries(inTx, async tx => {
      await store(tx)
      return next(tx)
    })
  } catch (error) {
    await inTx(store)
    throw error
  }
}
