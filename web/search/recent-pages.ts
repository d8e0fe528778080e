import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { usePageTitle } from '../lib/navigation/use-page-title.ts'
import { useBusinessId, useSession } from '../lib/session/session.ts'

export type RecentPage = { to: string; title: string }
type StoredRecentPages = { personId: string; stores: Record<string, RecentPage[]> }

// Kept in this browser and not on the server: it is read at once with the palette, writing it with every page would be a
// request more for each, and what somebody had open on another device is rarely what they look for on this one.
const storageKey = 'recent'
const maxRecentPages = 12
const recordablePath = /^\/apps\/(order\/orderDetail|product\/update|customer\/view)\/[^/]+$/

function isStoredRecentPages(value: unknown): value is StoredRecentPages {
  return (
    typeof value === 'object' &&
    value !== null &&
    'personId' in value &&
    'stores' in value &&
    typeof value.stores === 'object'
  )
}

function loadRecentPages(personId: string): StoredRecentPages {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    // Whoever logs in on a shared computer finds nothing of the one before.
    if (isStoredRecentPages(stored) && stored.personId === personId) return stored
  } catch {
    /* made by hand: begun anew */
  }
  return { personId, stores: {} }
}

const listeners = new Set<() => void>()

export function saveRecentPage(personId: string, storeId: string, recent: RecentPage) {
  const stored = loadRecentPages(personId)
  const otherPages = (stored.stores[storeId] ?? []).filter(({ to }) => to !== recent.to)
  localStorage.setItem(
    storageKey,
    JSON.stringify({
      personId,
      stores: { ...stored.stores, [storeId]: [recent, ...otherPages].slice(0, maxRecentPages) },
    }),
  )
  for (const listener of listeners) listener()
}

/** What this person opened last in this store, the latest first. */
export function useRecentPages(): RecentPage[] {
  const [personId, storeId] = [useSession()?._id, useBusinessId()]
  const raw = useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => localStorage.getItem(storageKey),
  )
  return raw && personId && storeId ? (loadRecentPages(personId).stores[storeId] ?? []) : []
}

/** Notes each order, product and customer whose page is opened, by whatever way. */
export function useRecordRecentPages() {
  const [personId, storeId] = [useSession()?._id, useBusinessId()]
  const { pathname } = useLocation()
  const title = usePageTitle()
  useEffect(
    function recordPage() {
      if (!personId || !storeId || !title || !recordablePath.test(pathname)) return
      // The title of the page before stands until the new one has drawn its own.
      const timer = setTimeout(
        () => saveRecentPage(personId, storeId, { to: pathname, title }),
        400,
      )
      return () => clearTimeout(timer)
    },
    [personId, storeId, pathname, title],
  )
}
