import { accountApi } from '#contract/account.ts'
import { callApi } from '../call/call-api.ts'
import { ApiError } from '../call/request.ts'
import {
  getBusinessId,
  getPermissions,
  getSessionUser,
  saveUser,
  setBusinessId,
} from './session.ts'

/** Asks what the person may do here by now. Somebody who is no longer in this store is then in another with this tab, or in none. */
export async function refreshPermissions(): Promise<'same' | 'changed' | 'elsewhere'> {
  const businessBefore = getBusinessId() ?? null
  const abilitiesBefore = JSON.stringify(getPermissions().ability)
  const account = await callApi(accountApi.me, {})
  if (getBusinessId() !== (businessBefore ?? undefined)) return 'same'
  if (account.business !== businessBefore) setBusinessId(account.business)
  saveUser(account)
  if (account.business !== businessBefore) return 'elsewhere'
  return JSON.stringify(account.ability) === abilitiesBefore ? 'same' : 'changed'
}

/** Works in this store from now on. */
export async function switchBusiness(id: string): Promise<void> {
  setBusinessId(id)
  saveUser(await callApi(accountApi.me, {}))
}

const minIntervalMs = 5000
let lastRefreshAt = 0

/** A refusal that this page did not expect: what it believes of somebody's rights is old. For when nobody could tell it. */
export function refreshPermissionsAfterRefusal(error: unknown): void {
  const isPermissionError =
    error instanceof ApiError &&
    (error.problem.code.endsWith('forbidden') || error.problem.code === 'no_such_store')
  if (!isPermissionError || !getSessionUser() || Date.now() - lastRefreshAt < minIntervalMs) return
  lastRefreshAt = Date.now()
  void refreshPermissions().catch(() => undefined)
}
