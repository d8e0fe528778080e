import type { Disk } from 'flydrive'
import { normalizeEmail } from '#contract/lib/text/email.ts'
import { Problem } from '../../lib/call/problem.ts'
import { type Tx, withStoreTransaction } from '../../lib/db/db.ts'
import { isPastDeadline } from '../../lib/job/job-rule.ts'
import { getInstallationSender } from '../../lib/mail/mail.ts'
import { getWebhookPolicy } from '../../webhook/rule/webhook-url.ts'
import {
  findEmail,
  findEmails,
  findFirstUid,
  searchUids,
  UnreadableEmailError,
} from './find-emails.ts'
import {
  decryptPassword,
  type LockedMailbox,
  lockMailbox,
  MailboxChangedError,
  saveCheckResult,
  savePosition,
} from './mailbox-store.ts'
import { type OpenMailbox, toMailboxFailure, withMailbox } from './open-mailbox.ts'
import { type MailboxApp, refuseUnreadableEmail, storeEmail } from './store-email.ts'

/** Emails of one check. The rest follows in the next one. */
const maxEmails = 200
/** After so many checks that failed at the same email, it is left out. */
const maxEmailFailures = 3

type Check = { app: MailboxApp; disk: Disk; storeId: string; signal: AbortSignal }

/**
 * Stores the new emails of the mailbox of a store, and why that failed. Emails stay in the mailbox as they are. Each is
 * stored before the position moves, and recognized if it is fetched again, so that a killed process loses and repeats
 * none. Returns false if there is no mailbox, or another process checks it.
 */
export async function checkMailbox(check: Check): Promise<boolean> {
  const { app, signal } = check
  const mailbox = await inStore(check, lockMailbox)
  if (!mailbox) return false
  const progress = { count: 0 }
  try {
    const policy = getWebhookPolicy(app.config)
    const login = { ...mailbox, password: decryptPassword(app.keys, mailbox) }
    const hasMore = await withMailbox(login, { policy, signal }, connection =>
      fetchNewEmails(check, mailbox, { connection, progress }),
    )
    await inStore(check, tx => saveCheckResult(tx, mailbox, { hasMore }))
  } catch (error) {
    const result = getCheckResult(check, error, progress.count)
    await inStore(check, tx => saveCheckResult(tx, mailbox, result))
  }
  return true
}

/** A check that was stopped continues later. One that fetched no email in the time of a job has failed. */
function getCheckResult({ app, storeId, signal }: Check, error: unknown, emailCount: number) {
  if (signal.aborted && emailCount > 0) return { hasMore: true }
  if (signal.aborted && !isPastDeadline(signal)) return { isStopped: true as const }
  if (error instanceof MailboxChangedError) return { isStopped: true as const }
  const failure = signal.aborted ? 'mailbox_unreachable' : findFailure(error)
  if (failure === 'mailbox_unexpected' || failure === 'mailbox_email_unreadable')
    app.log.error({ err: error, store: storeId }, 'A mailbox could not be read.')
  return { failure }
}

const findFailure = (error: unknown) =>
  error instanceof UnreadableEmailError ? 'mailbox_email_unreadable' : toMailboxFailure(error)

const inStore = <T>({ app, storeId }: Check, work: (tx: Tx) => Promise<T>) =>
  withStoreTransaction(app.db, storeId, work)

/** Returns whether more emails wait. */
async function fetchNewEmails(
  check: Check,
  mailbox: LockedMailbox,
  { connection, progress }: { connection: OpenMailbox; progress: { count: number } },
) {
  const { uidValidity } = connection
  const start = await findFirstUid(mailbox, connection)
  const uids = await searchUids(connection, { uid: `${start}:*` })
  // The server returns the last email if there is none from the start.
  const newUids = uids.filter(uid => uid >= start).sort((a, b) => a - b)
  const nextUids = newUids.slice(0, maxEmails)
  if (nextUids.length === 0) {
    await inStore(check, tx => savePosition(tx, mailbox, { uidValidity, nextUid: start }))
    return false
  }
  const emails = await findEmails(connection, nextUids).catch(error => {
    // One of them can be the reason, so each is read alone.
    if (connection.client.usable) return undefined
    throw error
  })
  const target = { ...check, username: mailbox.username }
  const ownSenders = await inStore(check, tx => listOwnSenders(tx, check.app))
  for (const uid of nextUids) {
    check.signal.throwIfAborted()
    try {
      if (isUnreadable(mailbox, connection, uid))
        await refuseUnreadableEmail(
          target,
          connection,
          emails?.get(uid) ?? { uid, sender: '', size: 0 },
        )
      else {
        const email = emails ? emails.get(uid) : await findEmail(connection, uid)
        // It was deleted meanwhile, or the store has sent it itself.
        if (email && !ownSenders.has(email.sender)) await storeEmail(target, connection, email)
      }
    } catch (error) {
      // The store has received too much. The next check continues here.
      if (error instanceof Problem && error.status === 429) return false
      if (error instanceof UnreadableEmailError)
        await inStore(check, tx => savePosition(tx, mailbox, { uidValidity, nextUid: uid }))
      throw error
    }
    await inStore(check, tx => savePosition(tx, mailbox, { uidValidity, nextUid: uid + 1 }))
    progress.count += 1
  }
  return newUids.length > nextUids.length
}

const isUnreadable = (
  { uidValidity, nextUid, failure, failureCount }: LockedMailbox,
  connection: OpenMailbox,
  uid: number,
) =>
  failure === 'mailbox_email_unreadable' &&
  failureCount >= maxEmailFailures &&
  uid === nextUid &&
  uidValidity === connection.uidValidity

/** Returns the addresses from which the store and the installation send notifications, often to this mailbox. */
async function listOwnSenders(tx: Tx, { config }: MailboxApp): Promise<Set<string>> {
  const { from } = getInstallationSender(config)
  const rows = await tx<{ address: string }[]>`select address from mail_domain where is_verified`
  const addresses = [/<([^>]+)>/.exec(from)?.[1] ?? from, ...rows.map(({ address }) => address)]
  return new Set(addresses.map(normalizeEmail))
}
