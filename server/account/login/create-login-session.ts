import type { SessionUser } from '#contract/account/account.ts'
import { createAccessToken } from '../../lib/call/authenticate.ts'
import type { ClientInfo } from '../../lib/call/call-input.ts'
import type { App } from '../../lib/call/serve.ts'
import type { Tx } from '../../lib/db/db.ts'
import { recordSecurityEvent, type SecurityEvent } from '../../lib/security/security-event.ts'
import { createAccountEvent } from '../account-event.ts'
import { getPerson } from '../account-store.ts'
import { enqueueAccountMail } from '../mail/account-mail.ts'
import { describeDevice } from '../mail/format-notification-detail.ts'
import { isKnownDevice } from '../session/account-session-store.ts'
import { createSession } from '../session/refresh-token.ts'

type LoginSessionInput = {
  personId: string
  client: ClientInfo
  /** Details for the audit. */
  details?: SecurityEvent['details']
  /** The account is new, so its first device is not announced by email. */
  isFirstLogin?: boolean
}

/**
 * Creates a session for a person whose identity is verified, and returns the person with their
 * tokens.
 */
export async function createLoginSession(
  app: App,
  tx: Tx,
  { personId, client, details = {}, isFirstLogin = false }: LoginSessionInput,
): Promise<SessionUser> {
  // Row security shows memberships to their own person only.
  await tx`select set_config('app.person_id', ${personId}, true)`
  if (!isFirstLogin && !(await isKnownDevice(tx, personId, client.userAgent)))
    await enqueueAccountMail(tx, {
      kind: 'notification',
      notification: 'new_device',
      personId,
      detail: describeDevice(client),
    })
  const { sessionId, refreshToken } = await createSession(tx, personId, client)
  await recordSecurityEvent(tx, {
    ...createAccountEvent('login', personId),
    client,
    details: { device: client.userAgent, ...details },
  })
  const person = await getPerson(tx, personId)
  return {
    ...person,
    accessToken: await createAccessToken(app.keys, personId, sessionId),
    refreshToken,
  }
}
