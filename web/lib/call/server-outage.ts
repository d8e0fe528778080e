import { useSyncExternalStore } from 'react'

// The server says 503 for a moment when many want the same, and a phone loses its network in a lift. Neither is worth a
// page of its own. So a refused contact is only a suspicion, and it takes two failed questions after it to be believed.
const recheckDelayMs = 1500
const [initialDelayMs, maxDelayMs] = [2000, 15_000]

let isServerDown = false
let isChecking = false
let endWait = () => {}
const statusListeners = new Set<() => void>()
const recoveryListeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  statusListeners.add(listener)
  return () => void statusListeners.delete(listener)
}

/** Whether the server has been away for longer than a moment. */
export const useServerDown = () => useSyncExternalStore(subscribe, () => isServerDown)

/** Called once the server is back; gives the way to stop listening. */
export function onServerRecovery(listener: () => void) {
  recoveryListeners.add(listener)
  return () => void recoveryListeners.delete(listener)
}

/** Told of an answer that may mean the server is away: none at all (0), or one of a proxy or of the server itself. */
export function reportFailure(status: number) {
  if (![0, 502, 503, 504].includes(status) || isServerDown || isChecking) return
  isChecking = true
  void confirmOutage().finally(() => {
    isChecking = false
  })
}

/** Asks at once instead of at the next turn. */
export const checkServerNow = () => endWait()

async function confirmOutage() {
  if (await isServerReady()) return
  await new Promise(resolve => setTimeout(resolve, recheckDelayMs))
  if (await isServerReady()) return
  setServerDown(true)
  void waitForRecovery()
}

async function waitForRecovery() {
  for (let waitMs = initialDelayMs; ; waitMs = Math.min(waitMs * 1.5, maxDelayMs)) {
    await waitForNextCheck(waitMs)
    if (await isServerReady()) break
  }
  setServerDown(false)
  for (const listener of recoveryListeners) listener()
}

/** After this time, or when somebody asks or the network is back. */
const waitForNextCheck = (waitMs: number) =>
  new Promise<void>(resolve => {
    const go = () => {
      clearTimeout(timer)
      window.removeEventListener('online', go)
      resolve()
    }
    const timer = setTimeout(go, waitMs)
    window.addEventListener('online', go)
    endWait = go
  })

export const isServerReady = () =>
  fetch('/health/ready', { cache: 'no-store', signal: AbortSignal.timeout(5000) }).then(
    response => response.ok,
    () => false,
  )

function setServerDown(isDown: boolean) {
  isServerDown = isDown
  for (const listener of statusListeners) listener()
}
