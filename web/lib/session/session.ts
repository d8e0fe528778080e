import { useSyncExternalStore } from 'react'
import type { z } from 'zod'
import type { Person, SessionUser, TokenPair } from '#contract/account.ts'
import { type Ability, hasPermission, type Permission } from '#contract/lib/permission.ts'
import { replacePreferences } from '../preference/preferences.ts'

const userKey = 'userData'
const accessKey = 'accessToken'
const refreshKey = 'refreshToken'
const businessKey = 'businessId'
const lockKey = 'locked'
const lastActiveKey = 'lastActive'
const permissionsKey = 'rights'

const listeners = new Set<() => void>()
let cachedUser: { raw: string | null; user: Person | undefined } = { raw: null, user: undefined }
let wasSignedOutByUser = false
let wasSignedIn = false

function notifyListeners() {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  // Another tab that logs out, logs in or is renewed tells this one.
  if (listeners.size === 1) window.addEventListener('storage', notifyListeners)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', notifyListeners)
  }
}

export function getSessionUser(): Person | undefined {
  const raw = localStorage.getItem(accessKey) === null ? null : localStorage.getItem(userKey)
  if (raw !== cachedUser.raw) cachedUser = { raw, user: parseUser(raw) }
  if (cachedUser.user) wasSignedIn = true
  return cachedUser.user
}

function parseUser(raw: string | null): Person | undefined {
  try {
    // Only `signIn` writes under this key; a hand-made value costs its owner nothing but a login.
    return raw === null ? undefined : (JSON.parse(raw) as Person)
  } catch {
    return undefined
  }
}

export const useSession = () => useSyncExternalStore(subscribe, getSessionUser)

export const getAccessToken = () => localStorage.getItem(accessKey)
export const getRefreshToken = () => localStorage.getItem(refreshKey)

export function saveTokens(tokens: z.infer<typeof TokenPair>) {
  localStorage.setItem(accessKey, tokens.accessToken)
  localStorage.setItem(refreshKey, tokens.refreshToken)
}

/** Keeps the reply of a login or sign-up; what the person likes is on the page before anything of theirs is shown. */
export async function saveSession({
  accessToken: newAccessToken,
  refreshToken: newRefreshToken,
  ...user
}: SessionUser) {
  wasSignedOutByUser = false
  await replacePreferences(user.preferences)
  localStorage.removeItem(lockKey)
  recordActivity()
  for (const key of [businessKey, permissionsKey]) sessionStorage.removeItem(key)
  localStorage.setItem(userKey, JSON.stringify(user))
  saveTokens({ accessToken: newAccessToken, refreshToken: newRefreshToken })
  notifyListeners()
}

/** Keeps what `account/me` says. What the person may do in this tab's store is the tab's own: another may be in another store. */
export function saveUser(user: Person) {
  // Somebody may have left, or somebody else come, while the answer was on its way.
  if (getSessionUser()?._id !== user._id) return
  if (user.business === getBusinessId())
    sessionStorage.setItem(
      permissionsKey,
      JSON.stringify({
        person: user._id,
        business: user.business,
        role: user.role,
        ability: user.ability,
      }),
    )
  localStorage.setItem(userKey, JSON.stringify({ ...getSessionUser(), ...user }))
  notifyListeners()
}

export function endSession({ isByUser }: { isByUser: boolean }) {
  wasSignedOutByUser = isByUser
  for (const key of [userKey, accessKey, refreshKey, lockKey, lastActiveKey])
    localStorage.removeItem(key)
  for (const key of [businessKey, permissionsKey]) sessionStorage.removeItem(key)
  notifyListeners()
}

/**
 * Hides the page behind the person's password, in every tab and over a reload. What was typed stays. It keeps passers-by
 * out of a screen that was left, not somebody who knows the browser's tools: for those there is logging out.
 */
export function lockScreen() {
  localStorage.setItem(lockKey, 'true')
  notifyListeners()
}

/** A key, a click, a touch: whoever sits here is there, in whichever tab. */
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
  useSyncExternalStore(subscribe, () => localStorage.getItem(lockKey) !== null)

/** Where to log in, and back to afterwards; somebody who left on purpose starts afresh. */
export const getLoginPath = (location: { pathname: string; search: string }) =>
  wasSignedOutByUser || location.pathname === '/'
    ? '/login'
    : `/login?next=${encodeURIComponent(location.pathname + location.search)}`

/** Whether this page was somebody's who did not leave it: their login was ended elsewhere. */
export const wasSignedOutElsewhere = () => wasSignedIn && !wasSignedOutByUser

/**
 * The store this tab works in. Each tab keeps its own, so that switching in one never sends another's save to the
 * wrong store; a new tab starts with the one chosen last.
 */
export const getBusinessId = () =>
  sessionStorage.getItem(businessKey) ?? getSessionUser()?.business ?? undefined

export const useBusinessId = () => useSyncExternalStore(subscribe, getBusinessId)

export function setBusinessId(id: string | null) {
  if (id === null) sessionStorage.removeItem(businessKey)
  else sessionStorage.setItem(businessKey, id)
  const user = getSessionUser()
  if (user) localStorage.setItem(userKey, JSON.stringify({ ...user, business: id }))
  notifyListeners()
}

type SessionPermissions = { role: string; ability: readonly Ability[] }
type TabPermissions = SessionPermissions & { person: string; business: string }
const noPermissions: SessionPermissions = { role: '', ability: [] }
let cachedTabPermissions: { raw: string | null; permissions: TabPermissions | undefined } = {
  raw: null,
  permissions: undefined,
}

function loadTabPermissions(): TabPermissions | undefined {
  const raw = sessionStorage.getItem(permissionsKey)
  // Only `keepUser` writes under this key; what is drawn by a hand-made value the server refuses to do.
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
    tabPermissions.business === getBusinessId()
    ? tabPermissions
    : (user ?? noPermissions)
}

/** The role and abilities of the person in the store that this tab works in. */
export const usePermissions = () => useSyncExternalStore(subscribe, getPermissions)

export function useHasPermission(): (permission: Permission) => boolean {
  const { ability } = usePermissions()
  return permission => hasPermission(ability, permission)
}
