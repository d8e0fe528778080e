import type { Disk } from 'flydrive'
import { accountProfileApi } from '#contract/account/account-profile.ts'
import { invalidateMembership } from '../../lib/call/authenticate.ts'
import { createFieldProblem } from '../../lib/call/problem.ts'
import { type App, serveAccount, serveAccountWithoutTransaction } from '../../lib/call/serve.ts'
import { serveAccountUpload } from '../../lib/call/serve-upload.ts'
import type { Tx } from '../../lib/db/db.ts'
import { openRequestDisk } from '../../lib/file/disk.ts'
import { readUploadedImages } from '../../lib/file/image-upload.ts'
import { consumeRateLimit, recipientMailLimit } from '../../lib/security/rate-limit.ts'
import { recordSecurityEvent } from '../../lib/security/security-event.ts'
import { createAccountEvent } from '../account-event.ts'
import { getPerson } from '../account-store.ts'
import { enqueueAccountMail, enqueueAccountNotification } from '../mail/account-mail.ts'
import { assertLinkOwner } from '../mail/mail-link.ts'
import { requirePasswordAndSecondStep } from '../password/require-reauthentication.ts'
import { deleteAccount } from './account-deletion.ts'
import { confirmEmailChange, type Profile, saveProfile } from './account-profile-store.ts'
import { saveAvatar } from './avatar.ts'

export function accountProfileRoutes(app: App) {
  const disk = openRequestDisk(app.config)
  profileRoutes(app, disk)
  emailChangeRoutes(app)
  accountDeletionRoutes(app, disk)
}

function profileRoutes(app: App, disk: Disk) {
  serveAccount(
    app,
    accountProfileApi.updateProfile,
    async ({ tx, claims: { personId }, principal, body: { fullName } }) => {
      await updateProfile(tx, personId, { fullName })
      return getPerson(tx, personId, principal?.storeId)
    },
  )
  serveAccountUpload(
    app,
    accountProfileApi.setAvatar,
    async ({ claims: { personId }, principal, files, inTx }) => {
      const images = await readUploadedImages(files, {
        owner: personId,
        dataDir: app.config.dataDir,
      })
      const avatar = await saveAvatar(images, disk, personId)
      const previousProfile = await inTx(tx => updateProfile(tx, personId, { avatar }))
      await deleteAvatarFile(app, disk, previousProfile.avatar)
      return inTx(tx => getPerson(tx, personId, principal?.storeId))
    },
  )
  serveAccountWithoutTransaction(
    app,
    accountProfileApi.deleteAvatar,
    async ({ claims: { personId }, principal, inTx }) => {
      const previousProfile = await inTx(tx => updateProfile(tx, personId, { avatar: '' }))
      await deleteAvatarFile(app, disk, previousProfile.avatar)
      return inTx(tx => getPerson(tx, personId, principal?.storeId))
    },
  )
}

function emailChangeRoutes(app: App) {
  serveAccountWithoutTransaction(
    app,
    accountProfileApi.changeEmail,
    async ({ claims: { personId }, body: { email, ...proof }, client, inTx }) => {
      await requirePasswordAndSecondStep(app, inTx, { ...proof, personId, client })
      await consumeRateLimit(app, 'recipientMail', recipientMailLimit(personId, email))
      await inTx(async tx => {
        if ((await getPerson(tx, personId)).email === email)
          throw createFieldProblem('email', 'same_email')
        await recordSecurityEvent(tx, createAccountEvent('email_change_requested', personId))
        await enqueueAccountNotification(tx, personId, 'email_change_requested')
        await enqueueAccountMail(tx, { kind: 'change_email', personId, to: email })
      })
      return { email }
    },
  )
  serveAccountWithoutTransaction(
    app,
    accountProfileApi.confirmEmail,
    async ({ claims, body: { token }, client, inTx }) => {
      await consumeRateLimit(app, 'lookup', { source: client.ip })
      return inTx(async tx => {
        const { personId, email, previousEmail } = await confirmEmailChange(tx, token)
        assertLinkOwner({ personId }, claims.personId)
        await recordSecurityEvent(tx, {
          ...createAccountEvent('email_changed', personId),
          before: { email: previousEmail },
          details: { email },
          client,
        })
        await enqueueAccountNotification(tx, personId, 'email_changed', previousEmail)
        return { email }
      })
    },
  )
}

function accountDeletionRoutes(app: App, disk: Disk) {
  serveAccountWithoutTransaction(
    app,
    accountProfileApi.deleteAccount,
    async ({ claims: { personId }, body, client, inTx }) => {
      await requirePasswordAndSecondStep(app, inTx, { ...body, personId, client })
      const { endedSessionIds, avatar } = await inTx(tx => deleteAccount(tx, personId))
      await deleteAvatarFile(app, disk, avatar)
      for (const sessionId of endedSessionIds) invalidateMembership(sessionId)
      return undefined
    },
  )
}

/**
 * Deletes the image file of a replaced avatar. A failure is logged and does not fail the request.
 */
async function deleteAvatarFile(app: App, disk: Disk, avatarUrl: string): Promise<void> {
  if (!avatarUrl.startsWith('/media/')) return
  try {
    await disk.delete(avatarUrl.slice('/media/'.length))
  } catch (error) {
    app.log.warn({ err: error, avatarUrl }, 'The avatar file of a person could not be deleted.')
  }
}

/**
 * Updates the profile and returns the previous one. The audit records each change, because audit
 * entries display people with their current name.
 */
async function updateProfile(
  tx: Tx,
  personId: string,
  { fullName, avatar }: Partial<Profile>,
): Promise<Profile> {
  const previousProfile = await saveProfile(tx, personId, {
    ...(fullName !== undefined && { fullName }),
    ...(avatar !== undefined && { avatar }),
  })
  if (fullName !== undefined && fullName !== previousProfile.fullName)
    await recordSecurityEvent(tx, {
      ...createAccountEvent('profile_changed', personId),
      before: { full_name: previousProfile.fullName },
      details: { full_name: fullName },
    })
  if (avatar !== undefined && avatar !== previousProfile.avatar)
    await recordSecurityEvent(tx, {
      ...createAccountEvent('profile_changed', personId),
      before: { avatar: previousProfile.avatar },
      details: { avatar },
    })
  return previousProfile
}
