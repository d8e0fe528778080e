import { accountApi } from '#contract/account.ts'
import { call } from '../call/call.ts'
import { ApiError } from '../call/request.ts'
import { chooseBusiness, currentBusiness, keepUser, rightsNow, sessionUser } from './session.ts'

/** Asks what the person may do here by now. Somebody who is no longer in this store is then in another with this tab, or in none. */
export async function refreshRights(): Promise<'same' | 'changed' | 'elsewhere'> {
  const wanted = currentBusiness() ?? null
  const before = JSON.stringify(rightsNow().ability)
  const me = await call(accountApi.me, {})
  if (currentBusiness() !== (wanted ?? undefined)) return 'same'
  if (me.business !== wanted) chooseBusiness(me.business)
  keepUser(me)
  if (me.business !== wanted) return 'elsewhere'
  return JSON.stringify(me.ability) === before ? 'same' : 'changed'
}

/** Works in this store from now on. */
export async function enterBusiness(id: string): Promise<void> {
  chooseBusiness(id)
  keepUser(await call(accountApi.me, {}))
}

const pauseMs = 5000
let askedAt = 0

/** A refusal that this page did not expect: what it believes of somebody's rights is old. For when nobody could tell it. */
export function doubtRights(error: unknown): void {
  const isDoubtful =
    error instanceof ApiError &&
    (error.problem.code === 'forbidden' || error.problem.code === 'no_such_store')
  if (!isDoubtful || !sessionUser() || Date.now() - askedAt < pauseMs) return
  askedAt = Date.now()
  void refreshRights().catch(() => undefined)
}
