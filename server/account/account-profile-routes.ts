import { accountProfileApi } from '#contract/account-profile.ts'
import { invalidateMembership } from '../lib/call/authenticate.ts'
import { failField } from '../lib/call/problem.ts'
import {
  type App,
  serveAccount,
  serveAccountUpload,
  serveAccountWithoutTransaction,
} from '../lib/call/serve.ts'
import type { Tx } from '../lib/db/db.ts'
import { openDisk } from '../lib/file/disk.ts'
import { consumeRateLimit, recipientMailLimit } from '../lib/security/rate-limit.ts'
import { recordSecurityEvent } from '../lib/security/security-event.ts'
import { deleteAccount } from './account-end.ts'
import { mailLater, noticeLater } from './account-mail.ts'
import * as store from './account-profile-store.ts'
import { getPerson } from './account-store.ts'
import { keepAvatar } from './avatar.ts'
import { insistOnPassword } from './insist-on-password.ts'
import { insistOnHolder } from './mail-link.ts'
import { own } from './own-event.ts'

export function accountProfileRoutes(app: App) {
  const disk = openDisk(app.config)
  const dropFile = (avatar: string) =>
    avatar.startsWith('/media/') &&
    disk
      .delete(avatar.slice('/media/'.length))
      .catch(error => app.log.warn({ err: error }, 'the picture of a person was not deleted'))

  serveAccount(
    app,
    accountProfileApi.updateProfile,
    async ({ tx, signer: { personId }, who, body: { fullName } }) => {
      await changeProfile(tx, personId, { fullName })
      return getPerson(tx, personId, who?.businessId)
    },
  )
  serveAccountUpload(
    app,
    accountProfileApi.setAvatar,
    async ({ signer: { personId }, who, files, inTx }) => {
      const avatar = await keepAvatar(files, disk, personId)
      await dropFile((await inTx(tx => changeProfile(tx, personId, { avatar }))).avatar)
      return inTx(tx => getPerson(tx, personId, who?.businessId))
    },
  )
  serveAccountWithoutTransaction(
    app,
    accountProfileApi.deleteAvatar,
    async ({ signer: { personId }, who, inTx }) => {
      await dropFile((await inTx(tx => changeProfile(tx, personId, { avatar: '' }))).avatar)
      return inTx(tx => getPerson(tx, personId, who?.businessId))
    },
  )

  serveAccountWithoutTransaction(
    app,
    accountProfileApi.changeEmail,
    async ({ signer: { personId }, body: { email, password }, client, inTx }) => {
      await insistOnPassword(app, inTx, personId, password)
      await consumeRateLimit(app, 'mail', { address: client.ip, account: `email ${personId}` })
      await consumeRateLimit(app, 'mail', recipientMailLimit(email))
      await inTx(async tx => {
        if ((await getPerson(tx, personId)).email === email)
          throw failField('email', 'same_email', 'This is the email you have. Enter another.')
        await recordSecurityEvent(tx, own('email_change_asked', personId))
        await noticeLater(tx, personId, 'email_change_asked')
        await mailLater(tx, { kind: 'change_email', personId, to: email })
      })
      return { email }
    },
  )
  serveAccountWithoutTransaction(
    app,
    accountProfileApi.confirmEmail,
    async ({ signer, body: { token }, client, inTx }) => {
      await consumeRateLimit(app, 'link', { address: client.ip })
      return inTx(async tx => {
        const { personId, email, before } = await store.takeEmail(tx, token)
        insistOnHolder({ personId }, signer.personId)
        await recordSecurityEvent(tx, {
          ...own('email_changed', personId),
          before: { email: before },
          details: { email },
          client,
        })
        await noticeLater(tx, personId, 'email_changed', before)
        return { email }
      })
    },
  )

  serveAccountWithoutTransaction(
    app,
    accountProfileApi.deleteAccount,
    async ({ signer: { personId }, body, inTx }) => {
      await insistOnPassword(app, inTx, personId, body.password)
      const { ended, avatar } = await inTx(tx => deleteAccount(tx, personId))
      await dropFile(avatar)
      for (const sessionId of ended) invalidateMembership(sessionId)
      return undefined
    },
  )
}

/** The audit names people as they are called now, so it keeps what they were called: nobody does a thing under another name unseen. */
async function changeProfile(
  tx: Tx,
  personId: string,
  { fullName, avatar }: Partial<store.Profile>,
) {
  const before = await store.setProfile(tx, personId, {
    ...(fullName !== undefined && { fullName }),
    ...(avatar !== undefined && { avatar }),
  })
  if (fullName !== undefined && fullName !== before.fullName)
    await recordSecurityEvent(tx, {
      ...own('profile_changed', personId),
      before: { full_name: before.fullName },
      details: { full_name: fullName },
    })
  if (avatar !== undefined && avatar !== before.avatar)
    await recordSecurityEvent(tx, {
      ...own('profile_changed', personId),
      before: { avatar: before.avatar },
      details: { avatar },
    })
  return before
}
