import { createHmac, randomBytes } from 'node:crypto'
import type { Tx } from '../../lib/db/db.ts'
import { hashToken } from '../../lib/security/hash-token.ts'
import type { SecretKeys } from '../../lib/security/secret-keys.ts'
import { recordSecurityEvent } from '../../lib/security/security-event.ts'
import { enqueueAccountNotification } from '../mail/account-mail.ts'

const lifetimeDays = 30
/** A session ends when its refresh token is unused for this time. */
const idleDays = 14
/** Parallel tabs can send the same token. Within this time they get the same successor. */
const graceSeconds = 10

/** Creates a session for a device and returns its first refresh token. */
export async function createSession(
  tx: Tx,
  personId: string,
  client: { ip: string; userAgent: string },
): Promise<{ sessionId: string; refreshToken: string }> {
  const refreshToken = randomBytes(32).toString('base64url')
  const [session] = await tx<{ id: string }[]>`
    insert into session (person_id, ip, user_agent, expires_at)
    values (${personId}, ${client.ip}, ${client.userAgent}, now() + make_interval(days => ${idleDays})) returning id`
  if (!session) throw new Error('The database returned no id for the new session.')
  await tx`insert into refresh_token (hash, session_id) values (${hashToken(refreshToken)}, ${session.id})`
  return { sessionId: session.id, refreshToken }
}

/** Returns the session of a token, even if the token was used or the session has ended. */
export async function findTokenSessionId(tx: Tx, token: string): Promise<string | undefined> {
  const [row] = await tx<
    { sessionId: string }[]
  >`select session_id from refresh_token where hash = ${hashToken(token)}`
  return row?.sessionId
}

type TokenRotation = { personId: string; sessionId: string; refreshToken: string }

/**
 * Consumes a refresh token and returns its successor. The successor is derived from the token, so
 * the database stores only hashes. A token that is used again after the grace time, or after its
 * successor was used, ends the session (RFC 9700, section 4.14.2), and the result is undefined.
 */
export async function rotateRefreshToken(
  tx: Tx,
  keys: SecretKeys,
  token: string,
): Promise<TokenRotation | undefined> {
  const hash = hashToken(token)
  const [tokenRow] = await tx<
    { sessionId: string; personId: string; isAlive: boolean; isUsed: boolean; isInGrace: boolean }[]
  >`
    select t.session_id, s.person_id,
      s.ended_at is null and s.expires_at > now() and p.disabled_at is null as is_alive,
      t.used_at is not null as is_used,
      coalesce(t.used_at > clock_timestamp() - ${`${graceSeconds} seconds`}::interval, true) as is_in_grace
    from refresh_token t join session s on s.id = t.session_id join person p on p.id = s.person_id
    where t.hash = ${hash} for update of t`
  if (!tokenRow?.isAlive) return undefined
  const refreshToken = createHmac('sha256', keys.refreshToken).update(token).digest('base64url')
  const successorHash = hashToken(refreshToken)
  if (!tokenRow.isUsed) {
    await tx`update refresh_token set used_at = clock_timestamp() where hash = ${hash}`
    await tx`insert into refresh_token (hash, session_id) values (${successorHash}, ${tokenRow.sessionId})`
    await tx`
      update session set last_used_at = now(),
        expires_at = least(created_at + make_interval(days => ${lifetimeDays}),
          now() + make_interval(days => ${idleDays}))
      where id = ${tokenRow.sessionId}`
    return { ...tokenRow, refreshToken }
  }
  const [successorRow] = await tx<
    { isUsed: boolean }[]
  >`select used_at is not null as is_used from refresh_token where hash = ${successorHash}`
  if (tokenRow.isInGrace && successorRow && !successorRow.isUsed)
    return { ...tokenRow, refreshToken }
  await tx`update session set ended_at = now() where id = ${tokenRow.sessionId}`
  await recordSecurityEvent(tx, {
    action: 'token_reused',
    entity: 'person',
    entityId: tokenRow.personId,
    about: tokenRow.personId,
  })
  // An unused successor suggests that the client never received the response, so no email is sent.
  if (successorRow?.isUsed)
    await enqueueAccountNotification(tx, tokenRow.personId, 'session_stolen')
  return undefined
}
