import { useSyncExternalStore } from 'react'

/** A file on its way to this browser or from it. */
export type Transfer = {
  id: number
  /** Empty until the server has said it. */
  name: string
  /** What has come. How long such a file will be the server does not know beforehand. */
  bytes: number
  /** How much of a file that is sent has left (0–1). */
  fraction?: number
  stop: () => void
}

let transfers: readonly Transfer[] = []
let lastId = 0
const listeners = new Set<() => void>()
const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault()

function setTransfers(next: readonly Transfer[]) {
  transfers = next
  // They go on from page to page, but not without the tab: the browser asks whoever would close it.
  if (next.length > 0) window.addEventListener('beforeunload', confirmLeaving)
  else window.removeEventListener('beforeunload', confirmLeaving)
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The files on their way, whichever page asked for them. */
export const useTransfers = () => useSyncExternalStore(subscribe, () => transfers)

/** Adds one; `told` says what has come of it, `ended` takes it away again. */
export function startTransfer(stop: () => void, name = '') {
  lastId += 1
  const id = lastId
  setTransfers([...transfers, { id, name, bytes: 0, stop }])
  return {
    update: (changes: Partial<Pick<Transfer, 'name' | 'bytes' | 'fraction'>>) =>
      setTransfers(transfers.map(one => (one.id === id ? { ...one, ...changes } : one))),
    finish: () => setTransfers(transfers.filter(one => one.id !== id)),
  }
}
