import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { createListeners } from '../lib/listeners.ts'
import { usePageTitle } from '../lib/navigation/use-page-title.ts'
import { useSession, useStoreId } from '../lib/session/session.ts'

export type RecentPage = { to: string; title: string }
type StoredRecentPages = { personId: string; stores: Record<string, RecentPage[]> }

// Stored in the browser, not on the server: the palette reads it immediately, opening a page costs
// no extra request, and pages opened on another device are rarely useful here.
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
    // Another user of the same browser does not see these pages.
    if (isStoredRecentPages(stored) && stored.personId === personId) return stored
  } catch {
    /* Invalid JSON: start with an empty list. */
  }
  return { personId, stores: {} }
}

const listeners = createListeners()

/** Moves a page to the start of the recent pages of a user in a store. */
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
  listeners.notify()
}

/** Returns the pages that the user opened in this store, most recent first. */
export function useRecentPages(): RecentPage[] {
  const [personId, storeId] = [useSession()?._id, useStoreId()]
  const raw = useSyncExternalStore(listeners.add, () => localStorage.getItem(storageKey))
  return raw && personId && storeId ? (loadRecentPages(personId).stores[storeId] ?? []) : []
}

/** Records each order, product and customer page that the user opens. */
export function useRecordRecentPages() {
  const [personId, storeId] = [useSession()?._id, useStoreId()]
  const { pathname } = useLocation()
  const title = usePageTitle()
  useEffect(
    function recordPage() {
      if (!personId || !storeId || !title || !recordablePath.test(pathname)) return
      // The previous title stays until the new page has rendered its own.
      const timer = setTimeout(
        () => saveRecentPage(personId, storeId, { to: pathname, title }),
        400,
      )
      return () => clearTimeout(timer)
    },
    [personId, storeId, pathname, title],
  )
}
