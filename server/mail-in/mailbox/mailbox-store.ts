import type { Mailbox, MailboxInput } from '#contract/store/mailbox.ts'
import { createErrorMessage } from '../../lib/call/error-message.ts'
import type { Tx } from '../../lib/db/db.ts'
import { decryptSecret, encryptSecret } from '../../lib/security/encrypt-secret.ts'
import type { SecretKeys } from '../../lib/security/secret-keys.ts'
import type { MailboxFailure } from './open-mailbox.ts'

type MailboxKeys = Pick<SecretKeys, 'mailbox'>
/** UIDNEXT and UIDVALIDITY of INBOX (RFC 9051). */
export type MailboxPosition = { uidValidity: number; nextUid: number }

/** Returns the mailbox without its password, or null if none is connected. */
export async function getMailbox(tx: Tx): Promise<Mailbox | null> {
  const [row] = await tx<(Omit<Mailbox, 'failure'> & { failure: MailboxFailure | '' })[]>`
    select server, port, encryption, username, connected_at, checked_at, failure from mailbox`
  return row ? { ...row, failure: row.failure ? createErrorMessage(row.failure) : null } : null
}

/**
 * Stores the mailbox in place of an earlier one. With the same server and username, emails that arrived since the last
 * check are still fetched. Otherwise, the position is the start.
 */
export async function saveMailbox(
  tx: Tx,
  keys: MailboxKeys,
  { password, ...input }: MailboxInput,
  position: MailboxPosition,
): Promise<Mailbox | null> {
  // The lock lets the first mailbox of a store be connected once.
  await tx`select from store where id = current_store() for no key update`
  const { server, username } = input
  await tx`delete from mailbox where server <> ${server} or username <> ${username}`
  const [current] = await tx<{ id: string }[]>`select id from mailbox`
  const [newRow] = await tx<{ id: string }[]>`select new_id() as id`
  const id = current?.id ?? String(newRow?.id)
  const row = { ...input, secret: encryptSecret(keys.mailbox, id, password) }
  if (current)
    await tx`
      update mailbox set ${tx(row)}, checked_at = now(), failure = '', failure_count = 0, next_check_at = now(),
        locked_until = null
      where id = ${id}`
  else
    await tx`
      insert into mailbox ${tx({ id, ...row, uid_validity: position.uidValidity, next_uid: position.nextUid })}`
  return getMailbox(tx)
}

/** Longer than a check takes, so that the mailbox is checked again after a process was killed. */
const lockMinutes = 6

export type LockedMailbox = MailboxPosition &
  Omit<MailboxInput, 'password'> & {
    id: string
    secret: Uint8Array
    /** No email that arrived earlier is fetched, even if the server has given new UIDs to all. */
    fetchSince: string
    failure: MailboxFailure | ''
    failureCount: number
  }

/** Returns the mailbox, unless another process checks it. No other one does until `saveCheckResult`. */
export async function lockMailbox(tx: Tx): Promise<LockedMailbox | undefined> {
  const [row] = await tx<LockedMailbox[]>`
    update mailbox set locked_until = now() + make_interval(mins => ${lockMinutes})
    where locked_until is null or locked_until < now()
    returning id, server, port, encryption, username, secret, uid_validity, next_uid, failure, failure_count,
      -- A received email is recognized for 14 days.
      greatest(connected_at, now() - interval '13 days') as fetch_since`
  return row
}

/** @throws if the rows were copied from another installation */
export const decryptPassword = (keys: MailboxKeys, { id, secret }: LockedMailbox): string =>
  decryptSecret(keys.mailbox, id, secret)

/** The mailbox was disconnected or changed during its check, which ends. */
export class MailboxChangedError extends Error {}

/** Each change of the mailbox stores another secret. */
type CheckedMailbox = Pick<LockedMailbox, 'id' | 'secret'>

/**
 * Stores the next email, and starts to count failures again if it is another one.
 * @throws MailboxChangedError
 */
export async function savePosition(
  tx: Tx,
  { id, secret }: CheckedMailbox,
  { uidValidity, nextUid }: MailboxPosition,
): Promise<void> {
  const rows = await tx`
    update mailbox
    set uid_validity = ${uidValidity}, next_uid = ${nextUid},
      failure_count = case when uid_validity = ${uidValidity} and next_uid = ${nextUid} then failure_count else 0 end
    where id = ${id} and secret = ${secret}
    returning id`
  if (rows.length === 0) throw new MailboxChangedError()
}

/**
 * Stores the end of a check. One that was stopped has no result. The next one follows after a minute, and after
 * failures up to an hour later.
 */
export async function saveCheckResult(
  tx: Tx,
  { id, secret }: CheckedMailbox,
  {
    failure,
    hasMore,
    isStopped,
  }: { failure?: MailboxFailure; hasMore?: boolean; isStopped?: true },
): Promise<void> {
  // The failures at one email are counted alone.
  const isSameKind = tx`
    (failure = 'mailbox_email_unreadable') = ${failure === 'mailbox_email_unreadable'}`
  if (isStopped)
    await tx`update mailbox set locked_until = null where id = ${id} and secret = ${secret}`
  else if (failure)
    await tx`
      update mailbox
      set failure = ${failure}, failure_count = case when ${isSameKind} then failure_count + 1 else 1 end,
        checked_at = now(), locked_until = null,
        next_check_at = now() + least(interval '1 hour', interval '1 minute' * 2 ^ least(failure_count, 10))
      where id = ${id} and secret = ${secret}`
  else
    await tx`
      update mailbox
      set failure = '', failure_count = 0, checked_at = now(), locked_until = null,
        next_check_at = now() + ${hasMore ? '0' : '50 seconds'}::interval
      where id = ${id} and secret = ${secret}`
}
