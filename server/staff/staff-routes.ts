import { type Staff, staffApi } from '#contract/staff/staff.ts'
import type { CredentialGuard } from '../account/rule/credential-guard.ts'
import { invalidateAllMemberships, type Principal } from '../lib/call/authenticate.ts'
import { type App, serve, serveWithoutTransaction } from '../lib/call/serve.ts'
import { serveDownload } from '../lib/call/serve-download.ts'
import type { Tx } from '../lib/db/db.ts'
import { consumeRateLimitInTransaction, recipientMailLimit } from '../lib/security/rate-limit.ts'
import { writeCsvTable, writeXlsxTable } from '../lib/text/write-table.ts'
import {
  acceptOwnershipOffer,
  createOwnershipOffer,
  deleteOwnershipOffer,
  findOwnershipOffer,
} from './ownership-store.ts'
import { loadStaffTable } from './staff-export.ts'
import { getStaff, listStaff } from './staff-list.ts'
import { enqueueStaffMail, staffMailJobs } from './staff-mail.ts'
import {
  createInvitation,
  deleteStaff,
  isInvitationExpired,
  leaveStore,
  renewInvitation,
  revokeInvitation,
  updateStaff,
} from './staff-store.ts'

export function staffRoutes(app: App, credentialGuard: CredentialGuard) {
  Object.assign(app.jobs, staffMailJobs(app))

  serveInvitations(app)
  serveStaff(app)
  serveOwnership(app, credentialGuard)
}

function serveInvitations(app: App) {
  const mailInvitation = async (
    tx: Tx,
    { _id, email }: Staff,
    { storeId, personId }: Principal,
  ) => {
    const request = recipientMailLimit(personId, email)
    await consumeRateLimitInTransaction(tx, app, 'recipientMail', request)
    await enqueueStaffMail(tx, { kind: 'invitation', storeId, id: _id })
  }

  serve(app, staffApi.invite, async ({ tx, body, principal }) => {
    const invitedStaff = await createInvitation(tx, body, principal)
    await mailInvitation(tx, invitedStaff, principal)
    return invitedStaff
  })
  serve(app, staffApi.resend, async ({ tx, params, principal }) => {
    // An expired invitation does not count.
    if (app.planGuard && (await isInvitationExpired(tx, params.id)))
      await app.planGuard(tx, { resource: 'staff', ...principal })
    const renewedInvitation = await renewInvitation(tx, params.id, principal)
    await mailInvitation(tx, renewedInvitation, principal)
    return renewedInvitation
  })
  serve(app, staffApi.revoke, async ({ tx, params, principal }) => {
    await revokeInvitation(tx, params.id, principal)
  })
}

const toFileName = (ending: string) => `staff-${new Date().toISOString().slice(0, 10)}.${ending}`

function serveStaff(app: App) {
  serve(app, staffApi.list, ({ tx, query, principal }) => listStaff(tx, query, principal.storeId))
  serveDownload(app, staffApi.exportCsv, async ({ query, inTx }) => ({
    fileName: toFileName('csv'),
    stream: writeCsvTable(await loadStaffTable(inTx, query)),
  }))
  serveDownload(app, staffApi.exportXlsx, async ({ query, inTx }) => ({
    fileName: toFileName('xlsx'),
    stream: await writeXlsxTable(await loadStaffTable(inTx, query)),
  }))
  serve(app, staffApi.get, ({ tx, params }) => getStaff(tx, params.id))
  serve(app, staffApi.update, async ({ tx, params, body, principal }) => {
    const updatedStaff = await updateStaff(tx, params.id, body, principal)
    invalidateAllMemberships()
    return updatedStaff
  })
  serve(app, staffApi.delete, async ({ tx, params, principal }) => {
    await deleteStaff(tx, params.id, principal)
    invalidateAllMemberships()
  })
  serve(app, staffApi.leave, async ({ tx, principal }) => {
    await leaveStore(tx, principal)
    invalidateAllMemberships()
  })
}

function serveOwnership(app: App, { requireReauthentication }: CredentialGuard) {
  serveWithoutTransaction(app, staffApi.offerOwnership, async call => {
    const { body, principal, inTx } = call
    await requireReauthentication(call)
    return inTx(async tx => {
      const createdOffer = await createOwnershipOffer(tx, body, principal)
      await enqueueStaffMail(tx, {
        kind: 'ownership_offered',
        storeId: principal.storeId,
        id: createdOffer.to._id,
      })
      return createdOffer
    })
  })
  serve(app, staffApi.getOwnershipOffer, ({ tx, principal }) =>
    findOwnershipOffer(tx, principal.personId),
  )
  serveWithoutTransaction(app, staffApi.acceptOwnership, async call => {
    const { principal, inTx } = call
    await requireReauthentication(call)
    await inTx(async tx => {
      const { from } = await acceptOwnershipOffer(tx, principal)
      await enqueueStaffMail(tx, {
        kind: 'ownership_taken',
        storeId: principal.storeId,
        id: from._id,
        by: principal.personId,
      })
    })
    invalidateAllMemberships()
  })
  serve(app, staffApi.cancelOwnershipOffer, async ({ tx, principal }) => {
    await deleteOwnershipOffer(tx, principal)
  })
}
