import { accountApi } from '#contract/account/account.ts'
import { callApi } from '../call/call-api.ts'
import { ApiError } from '../call/request.ts'
import { getPermissions, getSessionUser, getStoreId, saveUser, setStoreId } from './session.ts'

/**
 * Loads the current permissions of the user. If the user has lost access to the store of this tab,
 * the tab changes to another store or to none.
 */
export async function refreshPermissions(): Promise<'unchanged' | 'changed' | 'store_changed'> {
  const storeBefore = getStoreId() ?? null
  const abilitiesBefore = JSON.stringify(getPermissions().ability)
  const account = await callApi(accountApi.me, {})
  if (getStoreId() !== (storeBefore ?? undefined)) return 'unchanged'
  if (account.business !== storeBefore) setStoreId(account.business)
  saveUser(account)
  if (account.business !== storeBefore) return 'store_changed'
  return JSON.stringify(account.ability) === abilitiesBefore ? 'unchanged' : 'changed'
}

/** Changes this tab to another store. */
export async function switchStore(id: string): Promise<void> {
  setStoreId(id)
  saveUser(await callApi(accountApi.me, {}))
}

const minIntervalMs = 5000
let lastRefreshAt = 0

/**
 * Loads the permissions after an unexpected 403, which means that they changed and that the page
 * missed the notification.
 */
export function refreshPermissionsAfterForbidden(error: unknown): void {
  const isPermissionError =
    error instanceof ApiError &&
    (error.problem.code.endsWith('forbidden') || error.problem.code === 'no_such_store')
  if (!isPermissionError || !getSessionUser() || Date.now() - lastRefreshAt < minIntervalMs) return
  lastRefreshAt = Date.now()
  void refreshPermissions().catch(() => undefined)
}
