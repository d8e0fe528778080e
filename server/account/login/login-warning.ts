import type { ClientInfo } from '../../lib/call/call-input.ts'
import type { App } from '../../lib/call/serve.ts'
import { withTransaction } from '../../lib/db/db.ts'
import { tryConsume } from '../../lib/security/rate-limit.ts'
import {
  recordSecurityEvent,
  runInBackground,
  type SecurityEvent,
} from '../../lib/security/security-event.ts'
import { createAnonymousAccountEvent } from '../account-event.ts'
import { findCredentials } from '../account-store.ts'
import { enqueueAccountNotification } from '../mail/account-mail.ts'
import type { AccountNotification } from '../mail/account-notification.ts'

/**
 * Records a login with the correct password but without a code. It is the only sign that another
 * person knows the password.
 */
export const recordCodeRequested = (app: App, personId: string, client: ClientInfo) =>
  runInBackground(app, 'login_code_requested', async () => {
    if (await tryConsume(app, 'auditEntry', { source: client.ip, target: `code ${personId}` }))
      await recordLoginEvent(app, 'login_code_requested', { personId, client })
  })

type RejectedLogin = { email: string; client: ClientInfo; notification: AccountNotification }

/**
 * Records a login that the rate limit rejected, and warns the owner. It works in the background, so
 * that the response time does not reveal whether the account exists.
 */
export const recordRejectedLogin = (
  app: App,
  { email, client, notification }: RejectedLogin,
): void =>
  runInBackground(app, 'login_blocked', async () => {
    const target = `${notification} ${email}`
    if (!(await tryConsume(app, 'auditEntry', { source: client.ip, target }))) return
    const credentials = await withTransaction(app.db, {}, tx => findCredentials(tx, email))
    if (!credentials) return
    await recordLoginEvent(app, 'login_blocked', { personId: credentials._id, client })
    await enqueueWarning(app, credentials._id, notification)
  })

/** Emails the owner of an account that someone tried to sign up with its email. */
export async function warnAccountOwner(app: App, email: string): Promise<void> {
  try {
    const credentials = await withTransaction(app.db, {}, tx => findCredentials(tx, email))
    if (credentials) await enqueueWarning(app, credentials._id, 'signup_attempted')
  } catch (error) {
    app.log.warn(
      { err: error },
      'The warning about a sign-up with an existing email could not be queued.',
    )
  }
}

const recordLoginEvent = (
  app: App,
  action: SecurityEvent['action'],
  { personId, client }: { personId: string; client: ClientInfo },
) =>
  withTransaction(app.db, {}, tx =>
    recordSecurityEvent(tx, {
      ...createAnonymousAccountEvent(action, personId),
      client,
      details: { device: client.userAgent },
    }),
  )

/** Queues a warning within its rate limit: strangers cause warnings, so each person gets few. */
async function enqueueWarning(
  app: App,
  personId: string,
  notification: AccountNotification,
): Promise<void> {
  if (await tryConsume(app, 'warningMail', { target: `${notification} ${personId}` }))
    await withTransaction(app.db, {}, tx => enqueueAccountNotification(tx, personId, notification))
}
