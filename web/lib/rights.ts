import { accountApi } from '#contract/account.ts'
import { call } from './call.ts'
import { ApiError } from './request.ts'
import { chooseBusiness, currentBusiness, keepUser, sessionUser } from './session.ts'

/** Asks what the person may do here by now. False when they are no longer in this store: this tab is then in another, or in none. */
export async function refreshRights(): Promise<boolean> {
  const wanted = currentBusiness() ?? null
  const me = await call(accountApi.me, {})
  if (currentBusiness() !== (wanted ?? undefined)) return true
  if (me.business !== wanted) chooseBusiness(me.business)
  keepUser(me)
  return me.business === wanted
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
  const isDoubtful = error instanceof ApiError && (error.problem.code === 'forbidden' || error.problem.code === 'no_such_store')
  if (!isDoubtful || !sessionUser() || Date.now() - askedAt < pauseMs) return
  askedAt = Date.now()
  void refreshRights().catch(() => undefined)
}
