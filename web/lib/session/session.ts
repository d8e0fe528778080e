import { useSyncExternalStore } from 'react'
import type { z } from 'zod'
import type { Person, SessionUser, TokenPair } from '#contract/account/account.ts'
import type { Route } from '#contract/lib/call/api.ts'
import { type Ability, hasPermission, type Permission } from '#contract/lib/call/permission.ts'
import { replacePreferences } from '../preference/preferences.ts'

const userKey = 'userData'
const accessKey = 'accessToken'
const refreshKey = 'refreshToken'
const storeKey = 'storeId'
/** The key of tabs that an earlier version has opened. */
const earlierStoreKey = 'businessId'
const lockKey = 'locked'
const lastActiveKey = 'lastActive'
const permissionsKey = 'permissions'

const listeners = new Set<() => void>()
let cachedUser: { raw: string | null; user: Person | undefined } = { raw: null, user: undefined }
let wasLoggedOutByUser = false
let wasLoggedIn = false

function notifyListeners() {
  for (const listener of listeners) listener()
}

function subscribeToSession(listener: () => void) {
  listeners.add(listener)
  // Logins, logouts and new tokens of other tabs arrive as storage events.
  if (listeners.size === 1) window.addEventListener('storage', notifyListeners)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', notifyListeners)
  }
}

export function getSessionUser(): Person | undefined {
  const raw = localStorage.getItem(accessKey) === null ? null : localStorage.getItem(userKey)
  if (raw !== cachedUser.raw) cachedUser = { raw, user: parseUser(raw) }
  if (cachedUser.user) wasLoggedIn = true
  return cachedUser.user
}

function parseUser(raw: string | null): Person | undefined {
  try {
    // Only `saveSession` and `saveUser` write this key. A forged value only ends its own session.
    return raw === null ? undefined : (JSON.parse(raw) as Person)
  } catch {
    return undefined
  }
}

export const useSession = () => useSyncExternalStore(subscribeToSession, getSessionUser)

export const getAccessToken = () => localStorage.getItem(accessKey)
export const getRefreshToken = () => localStorage.getItem(refreshKey)

export function saveTokens(tokens: z.infer<typeof TokenPair>) {
  localStorage.setItem(accessKey, tokens.accessToken)
  localStorage.setItem(refreshKey, tokens.refreshToken)
}

/**
 * Stores the reply of a login or sign-up. Applies the preferences first, before any page renders.
 */
export async function saveSession({
  accessToken: newAccessToken,
  refreshToken: newRefreshToken,
  ...user
}: SessionUser) {
  wasLoggedOutByUser = false
  await replacePreferences(user.preferences)
  localStorage.removeItem(lockKey)
  recordActivity()
  for (const key of [storeKey, earlierStoreKey, permissionsKey]) sessionStorage.removeItem(key)
  localStorage.setItem(userKey, JSON.stringify(user))
  saveTokens({ accessToken: newAccessToken, refreshToken: newRefreshToken })
  notifyListeners()
}

/**
 * Stores the reply of `account/me`. The permissions are stored per tab, because another tab can be
 * in another store.
 */
export function saveUser(user: Person) {
  // The user can have logged out during the request, or another user logged in.
  if (getSessionUser()?._id !== user._id) return
  if (user.business === getStoreId())
    sessionStorage.setItem(
      permissionsKey,
      JSON.stringify({
        person: user._id,
        store: user.business,
        isOwner: user.isOwner,
        ability: user.ability,
      }),
    )
  localStorage.setItem(userKey, JSON.stringify({ ...getSessionUser(), ...user }))
  notifyListeners()
}

export function clearSession({ isByUser }: { isByUser: boolean }) {
  wasLoggedOutByUser = isByUser
  for (const key of [userKey, accessKey, refreshKey, lockKey, lastActiveKey])
    localStorage.removeItem(key)
  for (const key of [storeKey, earlierStoreKey, permissionsKey]) sessionStorage.removeItem(key)
  notifyListeners()
}

/**
 * Locks every tab until the user enters the password, also after a reload. Entered values stay. The
 * lock stops passers-by at an unattended screen, but not a person with developer tools; only a
 * logout does.
 */
export function lockScreen() {
  localStorage.setItem(lockKey, 'true')
  notifyListeners()
}

/** Records the time of the last key, click or touch in any tab. */
export const recordActivity = () => localStorage.setItem(lastActiveKey, String(Date.now()))

export function getIdleMs(): number {
  const lastActiveAt = Number(localStorage.getItem(lastActiveKey))
  if (!lastActiveAt) recordActivity()
  return lastActiveAt ? Date.now() - lastActiveAt : 0
}

export function unlockScreen() {
  recordActivity()
  localStorage.removeItem(lockKey)
  notifyListeners()
}

export const useIsLocked = () =>
  useSyncExternalStore(subscribeToSession, () => localStorage.getItem(lockKey) !== null)

/** Returns the path of the login page. After a logout by the user it does not lead back. */
export const getLoginPath = (location: { pathname: string; search: string }) =>
  wasLoggedOutByUser || location.pathname === '/'
    ? '/login'
    : `/login?next=${encodeURIComponent(location.pathname + location.search)}`

/** Returns whether the session ended without a logout in this tab, for example in another tab. */
export const wasLoggedOutElsewhere = () => wasLoggedIn && !wasLoggedOutByUser

/**
 * Returns the store of this tab. Each tab has its own, so that a change of store in one tab cannot
 * send a save of another tab to the wrong store. A new tab starts with the store chosen last.
 */
export const getStoreId = () =>
  sessionStorage.getItem(storeKey) ??
  sessionStorage.getItem(earlierStoreKey) ??
  getSessionUser()?.business ??
  undefined

export const useStoreId = () => useSyncExternalStore(subscribeToSession, getStoreId)

export function setStoreId(id: string | null) {
  sessionStorage.removeItem(earlierStoreKey)
  if (id === null) sessionStorage.removeItem(storeKey)
  else sessionStorage.setItem(storeKey, id)
  const user = getSessionUser()
  if (user) localStorage.setItem(userKey, JSON.stringify({ ...user, business: id }))
  notifyListeners()
}

type SessionPermissions = { isOwner: boolean; ability: readonly Ability[] }
type TabPermissions = SessionPermissions & { person: string; store: string }
const noPermissions: SessionPermissions = { isOwner: false, ability: [] }
let cachedTabPermissions: { raw: string | null; permissions: TabPermissions | undefined } = {
  raw: null,
  permissions: undefined,
}

function loadTabPermissions(): TabPermissions | undefined {
  const raw = sessionStorage.getItem(permissionsKey)
  // Only `saveUser` writes this key. The server rejects what a forged value would allow.
  if (raw !== cachedTabPermissions.raw)
    cachedTabPermissions = {
      raw,
      permissions: raw === null ? undefined : (JSON.parse(raw) as TabPermissions),
    }
  return cachedTabPermissions.permissions
}

export function getPermissions(): SessionPermissions {
  const user = getSessionUser()
  const tabPermissions = loadTabPermissions()
  return tabPermissions &&
    tabPermissions.person === user?._id &&
    tabPermissions.store === getStoreId()
    ? tabPermissions
    : (user ?? noPermissions)
}

/** Returns the ownership and abilities of the user in the store of this tab. */
export const usePermissions = () => useSyncExternalStore(subscribeToSession, getPermissions)

export function useHasPermission(): (permission: Permission) => boolean {
  const { ability } = usePermissions()
  return permission => hasPermission(ability, permission)
}

/** Returns whether the user has the permission that a call requires. */
export function useCanCall({ can }: Pick<Route, 'can'>): boolean {
  const { ability } = usePermissions()
  return can === 'public' || can === 'logged-in' || can === 'member' || hasPermission(ability, can)
}
