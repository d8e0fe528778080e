import { useSyncExternalStore } from 'react'
import { createListeners } from '../listeners.ts'

// A busy server replies 503 for a moment, and a phone loses its network in an elevator. Neither
// should show the outage page. So after a failed request, two readiness checks must fail too.
const recheckDelayMs = 1500
const [initialDelayMs, maxDelayMs] = [2000, 15_000]

let isServerDown = false
let confirmation: Promise<void> | undefined
let skipWait = () => {}
let recovery: Promise<void> | undefined
const statusListeners = createListeners()
const recoveryListeners = createListeners()

/** Returns whether the server is unavailable. */
export const useServerDown = () => useSyncExternalStore(statusListeners.add, () => isServerDown)

/** Calls the listener when the server is available again. Returns a function that removes it. */
export const onServerRecovery = recoveryListeners.add

/**
 * Starts a check of the server if the status can mean an outage: 0 for no response, or 502 to 504
 * from a proxy or the server.
 */
export function reportFailure(status: number) {
  if (![0, 502, 503, 504].includes(status) || isServerDown) return
  confirmation ??= confirmOutage().finally(() => {
    confirmation = undefined
  })
}

/** Checks the server now instead of at the next interval. */
export const checkServerNow = () => skipWait()

/** Waits for a running check and ends an outage, so that neither affects the next test. */
export async function endOutage(): Promise<void> {
  await confirmation
  checkServerNow()
  await recovery
}

async function confirmOutage() {
  if (await isServerReady()) return
  await new Promise(resolve => setTimeout(resolve, recheckDelayMs))
  if (await isServerReady()) return
  setServerDown(true)
  recovery = waitForRecovery()
}

async function waitForRecovery() {
  for (let waitMs = initialDelayMs; ; waitMs = Math.min(waitMs * 1.5, maxDelayMs)) {
    await waitForNextCheck(waitMs)
    if (await isServerReady()) break
  }
  setServerDown(false)
  recoveryListeners.notify()
}

/** Waits until the time is over, the user asks for a check, or the network is available again. */
const waitForNextCheck = (waitMs: number) =>
  new Promise<void>(resolve => {
    const listening = new AbortController()
    const finishWait = () => {
      clearTimeout(timer)
      listening.abort()
      resolve()
    }
    const timer = setTimeout(finishWait, waitMs)
    window.addEventListener('online', finishWait, { signal: listening.signal })
    skipWait = finishWait
  })

export const isServerReady = () =>
  fetch('/health/ready', { cache: 'no-store', signal: AbortSignal.timeout(5000) }).then(
    response => response.ok,
    () => false,
  )

function setServerDown(isDown: boolean) {
  isServerDown = isDown
  statusListeners.notify()
}
