import { type Staff, staffApi } from '#contract/staff.ts'
import { type App, serve, serveSlow } from '../lib/call/serve.ts'
import { forgetStandings, type Who } from '../lib/call/session.ts'
import type { Tx } from '../lib/db/db.ts'
import { inParts } from '../lib/job/jobs.ts'
import { drawLetterBox } from '../lib/security/attempt.ts'
import * as ownership from './ownership-store.ts'
import { mailJobs, mailLater } from './staff-mail.ts'
import * as store from './staff-store.ts'

type InTx = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
/** Passwords are the account's matter. */
type Means = {
  insistOnPassword: (inTx: InTx, personId: string, password: string) => Promise<unknown>
}

export function staffRoutes(app: App, { insistOnPassword }: Means) {
  Object.assign(app.jobs, mailJobs(app))
  app.jobs['staff.forget'] = inParts(app, store.forgetSome)

  const mailInvitation = async (tx: Tx, { _id, email }: Staff, { businessId, personId }: Who) => {
    await drawLetterBox(tx, app, email, personId)
    await mailLater(tx, { kind: 'invitation', businessId, id: _id })
  }

  serve(app, staffApi.list, ({ tx, query, who }) => store.listStaff(tx, query, who.businessId))
  serve(app, staffApi.get, ({ tx, params }) => store.getStaff(tx, params.id))
  serve(app, staffApi.invite, async ({ tx, body, who }) => {
    const invited = await store.invite(tx, body, who)
    await mailInvitation(tx, invited, who)
    return invited
  })
  serve(app, staffApi.resend, async ({ tx, params, who }) => {
    const renewed = await store.renewInvitation(tx, params.id, who)
    await mailInvitation(tx, renewed, who)
    return renewed
  })
  serve(app, staffApi.revoke, async ({ tx, params, who }) => {
    await store.revokeInvitation(tx, params.id, who)
  })
  serve(app, staffApi.update, async ({ tx, params, body, who }) => {
    const changed = await store.changeStaff(tx, params.id, body, who)
    forgetStandings()
    return changed
  })
  serve(app, staffApi.remove, async ({ tx, params, who }) => {
    await store.removeStaff(tx, params.id, who)
    forgetStandings()
  })
  serve(app, staffApi.leave, async ({ tx, who }) => {
    await store.leaveStore(tx, who)
    forgetStandings()
  })

  serveSlow(app, staffApi.offerOwnership, async ({ body: { password, ...offer }, who, inTx }) => {
    await insistOnPassword(inTx, who.personId, password)
    return inTx(async tx => {
      const made = await ownership.offerOwnership(tx, offer, who)
      await mailLater(tx, {
        kind: 'ownership_offered',
        businessId: who.businessId,
        id: made.to._id,
      })
      return made
    })
  })
  serve(app, staffApi.ownership, ({ tx, who }) => ownership.findOffer(tx, who.personId))
  serveSlow(app, staffApi.acceptOwnership, async ({ body, who, inTx }) => {
    await insistOnPassword(inTx, who.personId, body.password)
    await inTx(async tx => {
      const { from } = await ownership.acceptOwnership(tx, who)
      await mailLater(tx, {
        kind: 'ownership_taken',
        businessId: who.businessId,
        id: from._id,
        by: who.personId,
      })
    })
    forgetStandings()
  })
  serve(app, staffApi.endOwnership, async ({ tx, who }) => {
    await ownership.endOffer(tx, who)
  })
}
