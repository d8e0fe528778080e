import { useSyncExternalStore } from 'react'

// The server says 503 for a moment when many want the same, and a phone loses its network in a lift. Neither is worth a
// page of its own. So a refused contact is only a suspicion, and it takes two failed questions after it to be believed.
const askAgainMs = 1500
const [firstWaitMs, longestWaitMs] = [2000, 15_000]

let isAway = false
let isAsking = false
let wake = () => {}
const watchers = new Set<() => void>()
const returns = new Set<() => void>()

const subscribe = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** Whether the server has been away for longer than a moment. */
export const useAway = () => useSyncExternalStore(subscribe, () => isAway)

/** Called once the server is back; gives the way to stop listening. */
export function onReturn(listener: () => void) {
  returns.add(listener)
  return () => void returns.delete(listener)
}

/** Told of an answer that may mean the server is away: none at all (0), or one of a proxy or of the server itself. */
export function suspect(status: number) {
  if (![0, 502, 503, 504].includes(status) || isAway || isAsking) return
  isAsking = true
  void findOut().finally(() => {
    isAsking = false
  })
}

/** Asks at once instead of at the next turn. */
export const askNow = () => wake()

async function findOut() {
  if (await isReady()) return
  await new Promise(resolve => setTimeout(resolve, askAgainMs))
  if (await isReady()) return
  turn(true)
  void waitForReturn()
}

async function waitForReturn() {
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 1.5, longestWaitMs)) {
    await nextTurn(waitMs)
    if (await isReady()) break
  }
  turn(false)
  for (const listener of returns) listener()
}

/** After this time, or when somebody asks or the network is back. */
const nextTurn = (waitMs: number) =>
  new Promise<void>(resolve => {
    const go = () => {
      clearTimeout(timer)
      window.removeEventListener('online', go)
      resolve()
    }
    const timer = setTimeout(go, waitMs)
    window.addEventListener('online', go)
    wake = go
  })

export const isReady = () =>
  fetch('/health/ready', { cache: 'no-store', signal: AbortSignal.timeout(5000) }).then(
    answer => answer.ok,
    () => false,
  )

function turn(away: boolean) {
  isAway = away
  for (const watcher of watchers) watcher()
}
