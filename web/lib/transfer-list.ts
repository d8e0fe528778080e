import { useSyncExternalStore } from 'react'

/** A file on its way to this browser. How long it will be the server does not know beforehand. */
export type Transfer = { id: number; /** Empty until the server has said it. */ name: string; bytes: number; stop: () => void }

let transfers: readonly Transfer[] = []
let count = 0
const listeners = new Set<() => void>()
const keep = (next: readonly Transfer[]) => {
  transfers = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The files on their way, whichever page asked for them. */
export const useTransfers = () => useSyncExternalStore(subscribe, () => transfers)

/** Adds one; `told` says what has come of it, `ended` takes it away again. */
export function addTransfer(stop: () => void) {
  count += 1
  const id = count
  keep([...transfers, { id, name: '', bytes: 0, stop }])
  return {
    told: (name: string, bytes: number) => keep(transfers.map(one => (one.id === id ? { ...one, name, bytes } : one))),
    ended: () => keep(transfers.filter(one => one.id !== id)),
  }
}
