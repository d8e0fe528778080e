import type { AccountSession } from '#contract/account/account-session.ts'
import type { Tx } from '../../lib/db/db.ts'
import { parseUserAgent } from './user-agent.ts'

type SessionRow = Pick<AccountSession, '_id' | 'ip' | 'createdAt' | 'lastUsedAt' | 'isCurrent'> & {
  userAgent: string
}

/** Returns the devices a person is logged in on: the current one first, then by last use. */
export async function listSessions(
  tx: Tx,
  personId: string,
  sessionId: string,
): Promise<AccountSession[]> {
  const rows = await tx<SessionRow[]>`
    select id as "_id", ip, user_agent, created_at, last_used_at, id = ${sessionId} as is_current from session
    where person_id = ${personId} and ended_at is null and expires_at > now()
    order by id = ${sessionId} desc, last_used_at desc, id desc limit 100`
  return rows.map(({ userAgent, ...row }) => ({ ...row, ...parseUserAgent(userAgent) }))
}

/**
 * Returns whether the person has logged in before with this kind of device: the same browser on the
 * same system.
 */
export async function isKnownDevice(tx: Tx, personId: string, userAgent: string): Promise<boolean> {
  const { browser, system } = parseUserAgent(userAgent)
  const rows = await tx<{ userAgent: string }[]>`
    select distinct user_agent from session where person_id = ${personId}`
  return rows.some(row => {
    const device = parseUserAgent(row.userAgent)
    return device.browser === browser && device.system === system
  })
}

/** Ends a session of the person. Returns false if the person has no such active session. */
export async function endOwnSession(tx: Tx, personId: string, sessionId: string): Promise<boolean> {
  const endedRows = await tx`
    update session set ended_at = now()
    where id = ${sessionId} and person_id = ${personId} and ended_at is null and expires_at > now()
    returning 1`
  return endedRows.length > 0
}

/** Ends all sessions of the person except the given one, and returns the ids of the ended ones. */
export async function endOtherSessions(
  tx: Tx,
  personId: string,
  sessionId: string,
): Promise<string[]> {
  const endedRows = await tx<{ id: string }[]>`
    update session set ended_at = now()
    where person_id = ${personId} and id <> ${sessionId} and ended_at is null and expires_at > now()
    returning id`
  return endedRows.map(({ id }) => id)
}

/**
 * Replaces the verified password hash. Returns false if a concurrent change has replaced it
 * already. Links that reset the password or change the email expire, because an intruder can have
 * requested them.
 */
export async function changePassword(
  tx: Tx,
  personId: string,
  verifiedHash: string,
  newHash: string,
): Promise<boolean> {
  const updatedRows = await tx`
    update person set password_hash = ${newHash}, password_changed_at = now()
    where id = ${personId} and password_hash = ${verifiedHash} returning 1`
  if (updatedRows.length === 0) return false
  await tx`
    update mail_link set used_at = now()
    where person_id = ${personId} and purpose <> 'verify_email' and used_at is null`
  return true
}
