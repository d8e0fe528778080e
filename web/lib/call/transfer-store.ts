import { useSyncExternalStore } from 'react'
import { createListeners } from '../listeners.ts'

/** A running upload or download. */
export type Transfer = {
  id: number
  /** Empty until the response of the server contains the name. */
  name: string
  /** The received bytes of a download. The server does not know the total in advance. */
  bytes: number
  /** The sent part of an upload, from 0 to 1. */
  fraction?: number
  stop: () => void
}

let transfers: readonly Transfer[] = []
let lastId = 0
const listeners = createListeners()
const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault()

function setTransfers(newTransfers: readonly Transfer[]) {
  transfers = newTransfers
  // Transfers survive a change of page, but not the end of the tab, so the browser asks before
  // that.
  if (newTransfers.length > 0) window.addEventListener('beforeunload', confirmLeaving)
  else window.removeEventListener('beforeunload', confirmLeaving)
  listeners.notify()
}

/** Returns the running transfers of all pages. */
export const useTransfers = () => useSyncExternalStore(listeners.add, () => transfers)

/** Adds a transfer. Returns functions that update its progress and remove it. */
export function startTransfer(stop: () => void, name = '') {
  lastId += 1
  const id = lastId
  setTransfers([...transfers, { id, name, bytes: 0, stop }])
  return {
    update: (changes: Partial<Pick<Transfer, 'name' | 'bytes' | 'fraction'>>) =>
      setTransfers(
        transfers.map(transfer => (transfer.id === id ? { ...transfer, ...changes } : transfer)),
      ),
    finish: () => setTransfers(transfers.filter(transfer => transfer.id !== id)),
  }
}
