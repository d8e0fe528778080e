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
const activeKey = 'lastActive'
const rightsKey = 'rights'

const listeners = new Set<() => void>()
let seen: { raw: string | null; user: Person | undefined } = { raw: null, user: undefined }
let leftOnPurpose = false
let wasIn = false

function announce() {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  // Another tab that logs out, logs in or is renewed tells this one.
  if (listeners.size === 1) window.addEventListener('storage', announce)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', announce)
  }
}

export function sessionUser(): Person | undefined {
  const raw = localStorage.getItem(accessKey) === null ? null : localStorage.getItem(userKey)
  if (raw !== seen.raw) seen = { raw, user: read(raw) }
  if (seen.user) wasIn = true
  return seen.user
}

function read(raw: string | null): Person | undefined {
  try {
    // Only `signIn` writes under this key; a hand-made value costs its owner nothing but a login.
    return raw === null ? undefined : (JSON.parse(raw) as Person)
  } catch {
    return undefined
  }
}

export const useSession = () => useSyncExternalStore(subscribe, sessionUser)

export const accessToken = () => localStorage.getItem(accessKey)
export const refreshToken = () => localStorage.getItem(refreshKey)

export function keepTokens(tokens: z.infer<typeof TokenPair>) {
  localStorage.setItem(accessKey, tokens.accessToken)
  localStorage.setItem(refreshKey, tokens.refreshToken)
}

/** Keeps the reply of a login or sign-up; what the person likes is on the page before anything of theirs is shown. */
export async function signIn({ accessToken: access, refreshToken: refresh, ...user }: SessionUser) {
  leftOnPurpose = false
  await replacePreferences(user.preferences)
  localStorage.removeItem(lockKey)
  noteActive()
  for (const key of [businessKey, rightsKey]) sessionStorage.removeItem(key)
  localStorage.setItem(userKey, JSON.stringify(user))
  keepTokens({ accessToken: access, refreshToken: refresh })
  announce()
}

/** Keeps what `account/me` says. What the person may do in this tab's store is the tab's own: another may be in another store. */
export function keepUser(user: Person) {
  // Somebody may have left, or somebody else come, while the answer was on its way.
  if (sessionUser()?._id !== user._id) return
  if (user.business === currentBusiness())
    sessionStorage.setItem(
      rightsKey,
      JSON.stringify({
        person: user._id,
        business: user.business,
        role: user.role,
        ability: user.ability,
      }),
    )
  localStorage.setItem(userKey, JSON.stringify({ ...sessionUser(), ...user }))
  announce()
}

export function endSession({ onPurpose }: { onPurpose: boolean }) {
  leftOnPurpose = onPurpose
  for (const key of [userKey, accessKey, refreshKey, lockKey, activeKey])
    localStorage.removeItem(key)
  for (const key of [businessKey, rightsKey]) sessionStorage.removeItem(key)
  announce()
}

/**
 * Hides the page behind the person's password, in every tab and over a reload. What was typed stays. It keeps passers-by
 * out of a screen that was left, not somebody who knows the browser's tools: for those there is logging out.
 */
export function lockScreen() {
  localStorage.setItem(lockKey, 'true')
  announce()
}

/** A key, a click, a touch: whoever sits here is there, in whichever tab. */
export const noteActive = () => localStorage.setItem(activeKey, String(Date.now()))

export function idleMs(): number {
  const last = Number(localStorage.getItem(activeKey))
  if (!last) noteActive()
  return last ? Date.now() - last : 0
}

export function unlockScreen() {
  noteActive()
  localStorage.removeItem(lockKey)
  announce()
}

export const useLocked = () =>
  useSyncExternalStore(subscribe, () => localStorage.getItem(lockKey) !== null)

/** Where to log in, and back to afterwards; somebody who left on purpose starts afresh. */
export const loginPath = (here: { pathname: string; search: string }) =>
  leftOnPurpose || here.pathname === '/'
    ? '/login'
    : `/login?next=${encodeURIComponent(here.pathname + here.search)}`

/** Whether this page was somebody's who did not leave it: their login was ended elsewhere. */
export const wasShutOut = () => wasIn && !leftOnPurpose

/**
 * The store this tab works in. Each tab keeps its own, so that switching in one never sends another's save to the
 * wrong store; a new tab starts with the one chosen last.
 */
export const currentBusiness = () =>
  sessionStorage.getItem(businessKey) ?? sessionUser()?.business ?? undefined

export const useBusinessId = () => useSyncExternalStore(subscribe, currentBusiness)

export function chooseBusiness(id: string | null) {
  if (id === null) sessionStorage.removeItem(businessKey)
  else sessionStorage.setItem(businessKey, id)
  const user = sessionUser()
  if (user) localStorage.setItem(userKey, JSON.stringify({ ...user, business: id }))
  announce()
}

type Rights = { role: string; ability: readonly Ability[] }
type TabRights = Rights & { person: string; business: string }
const noRights: Rights = { role: '', ability: [] }
let seenRights: { raw: string | null; rights: TabRights | undefined } = {
  raw: null,
  rights: undefined,
}

function tabRights(): TabRights | undefined {
  const raw = sessionStorage.getItem(rightsKey)
  // Only `keepUser` writes under this key; what is drawn by a hand-made value the server refuses to do.
  if (raw !== seenRights.raw)
    seenRights = { raw, rights: raw === null ? undefined : (JSON.parse(raw) as TabRights) }
  return seenRights.rights
}

export function rightsNow(): Rights {
  const user = sessionUser()
  const own = tabRights()
  return own && own.person === user?._id && own.business === currentBusiness()
    ? own
    : (user ?? noRights)
}

/** The role and abilities of the person in the store that this tab works in. */
export const useRights = () => useSyncExternalStore(subscribe, rightsNow)

export function useMay(): (permission: Permission) => boolean {
  const { ability } = useRights()
  return permission => hasPermission(ability, permission)
}
