import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { usePageTitle } from '../lib/navigation/page-title.ts'
import { useBusinessId, useSession } from '../lib/session/session.ts'

export type Recent = { to: string; title: string }
type Kept = { person: string; stores: Record<string, Recent[]> }

// Kept in this browser and not on the server: it is read at once with the palette, writing it with every page would be a
// request more for each, and what somebody had open on another device is rarely what they look for on this one.
const key = 'recent'
const keptAtMost = 12
const thing = /^\/apps\/(order\/orderDetail|product\/update|customer\/view)\/[^/]+$/

function isKept(value: unknown): value is Kept {
  return (
    typeof value === 'object' &&
    value !== null &&
    'person' in value &&
    'stores' in value &&
    typeof value.stores === 'object'
  )
}

function read(person: string): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    // Whoever logs in on a shared computer finds nothing of the one before.
    if (isKept(kept) && kept.person === person) return kept
  } catch {
    /* made by hand: begun anew */
  }
  return { person, stores: {} }
}

const listeners = new Set<() => void>()

export function keepRecent(person: string, store: string, recent: Recent) {
  const kept = read(person)
  const rest = (kept.stores[store] ?? []).filter(({ to }) => to !== recent.to)
  localStorage.setItem(
    key,
    JSON.stringify({
      person,
      stores: { ...kept.stores, [store]: [recent, ...rest].slice(0, keptAtMost) },
    }),
  )
  for (const listener of listeners) listener()
}

/** What this person opened last in this store, the latest first. */
export function useRecent(): Recent[] {
  const [person, store] = [useSession()?._id, useBusinessId()]
  const raw = useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => localStorage.getItem(key),
  )
  return raw && person && store ? (read(person).stores[store] ?? []) : []
}

/** Notes each order, product and customer whose page is opened, by whatever way. */
export function useKeepingRecent() {
  const [person, store] = [useSession()?._id, useBusinessId()]
  const { pathname } = useLocation()
  const title = usePageTitle()
  useEffect(
    function noteOpened() {
      if (!person || !store || !title || !thing.test(pathname)) return
      // The title of the page before stands until the new one has drawn its own.
      const timer = setTimeout(() => keepRecent(person, store, { to: pathname, title }), 400)
      return () => clearTimeout(timer)
    },
    [person, store, pathname, title],
  )
}
