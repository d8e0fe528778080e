import { type Staff, staffApi } from '#contract/staff.ts'
import { invalidateAllMemberships, type Principal } from '../lib/call/authenticate.ts'
import { type App, serve, serveWithoutTransaction } from '../lib/call/serve.ts'
import type { Tx } from '../lib/db/db.ts'
import { runInBatches } from '../lib/job/jobs.ts'
import { consumeRecipientMailLimit } from '../lib/security/rate-limit.ts'
import * as ownership from './ownership-store.ts'
import { enqueueStaffMail, staffMailJobs } from './staff-mail.ts'
import * as store from './staff-store.ts'

type StaffTransactionRunner = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
/** Passwords are the account's matter. */
type StaffRoutesOptions = {
  requireReauthentication: (
    inTx: StaffTransactionRunner,
    personId: string,
    password: string,
  ) => Promise<unknown>
}

export function staffRoutes(app: App, { requireReauthentication }: StaffRoutesOptions) {
  Object.assign(app.jobs, staffMailJobs(app))
  app.jobs['staff.forget'] = runInBatches(app, store.deleteExpiredInvitations)

  const mailInvitation = async (
    tx: Tx,
    { _id, email }: Staff,
    { businessId, personId }: Principal,
  ) => {
    await consumeRecipientMailLimit(tx, app, email, personId)
    await enqueueStaffMail(tx, { kind: 'invitation', businessId, id: _id })
  }

  serve(app, staffApi.list, ({ tx, query, principal: who }) =>
    store.listStaff(tx, query, who.businessId),
  )
  serve(app, staffApi.get, ({ tx, params }) => store.getStaff(tx, params.id))
  serve(app, staffApi.invite, async ({ tx, body, principal: who }) => {
    const invitedStaff = await store.createInvitation(tx, body, who)
    await mailInvitation(tx, invitedStaff, who)
    return invitedStaff
  })
  serve(app, staffApi.resend, async ({ tx, params, principal: who }) => {
    const renewedInvitation = await store.renewInvitation(tx, params.id, who)
    await mailInvitation(tx, renewedInvitation, who)
    return renewedInvitation
  })
  serve(app, staffApi.revoke, async ({ tx, params, principal: who }) => {
    await store.revokeInvitation(tx, params.id, who)
  })
  serve(app, staffApi.update, async ({ tx, params, body, principal: who }) => {
    const updatedStaff = await store.updateStaff(tx, params.id, body, who)
    invalidateAllMemberships()
    return updatedStaff
  })
  serve(app, staffApi.delete, async ({ tx, params, principal: who }) => {
    await store.deleteStaff(tx, params.id, who)
    invalidateAllMemberships()
  })
  serve(app, staffApi.leave, async ({ tx, principal: who }) => {
    await store.leaveStore(tx, who)
    invalidateAllMemberships()
  })

  serveWithoutTransaction(
    app,
    staffApi.offerOwnership,
    async ({ body: { password, ...offer }, who, inTx }) => {
      await requireReauthentication(inTx, who.personId, password)
      return inTx(async tx => {
        const createdOffer = await ownership.createOwnershipOffer(tx, offer, who)
        await enqueueStaffMail(tx, {
          kind: 'ownership_offered',
          businessId: who.businessId,
          id: createdOffer.to._id,
        })
        return createdOffer
      })
    },
  )
  serve(app, staffApi.getOwnershipOffer, ({ tx, principal: who }) =>
    ownership.findOwnershipOffer(tx, who.personId),
  )
  serveWithoutTransaction(app, staffApi.acceptOwnership, async ({ body, who, inTx }) => {
    await requireReauthentication(inTx, who.personId, body.password)
    await inTx(async tx => {
      const { from } = await ownership.acceptOwnershipOffer(tx, who)
      await enqueueStaffMail(tx, {
        kind: 'ownership_taken',
        businessId: who.businessId,
        id: from._id,
        by: who.personId,
      })
    })
    invalidateAllMemberships()
  })
  serve(app, staffApi.cancelOwnershipOffer, async ({ tx, principal: who }) => {
    await ownership.deleteOwnershipOffer(tx, who)
  })
}
