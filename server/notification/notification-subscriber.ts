import { type Principal, revalidate, revalidateAll } from '../lib/call/authenticate.ts'
import type { App } from '../lib/call/serve.ts'
import type { EventStream } from '../lib/http/stream.ts'

export const heartbeatMs = 20_000

/** An open page that receives notifications. */
export type NotificationSubscriber = {
  principal: Principal
  stream: EventStream
  /** Whether the page has not received its first state yet. */
  isNew: boolean
  /**
   * Notifications with a greater id may be missing on the page; undefined if it needs no earlier
   * ones.
   */
  resumeFrom: string | undefined
  nextHeartbeatAt: number
}

/** Sends a heartbeat and checks the permissions again. */
export function sendHeartbeat(app: App, subscriber: NotificationSubscriber): void {
  subscriber.nextHeartbeatAt = performance.now() + heartbeatMs
  subscriber.stream.heartbeat()
  void revalidateSubscriber(app, subscriber)
}

/** Ends the stream if the permissions of its person have changed. */
export async function revalidateSubscriber(
  app: App,
  subscriber: NotificationSubscriber,
): Promise<void> {
  try {
    endIfPermissionsChanged(subscriber, await revalidate(app.db, subscriber.principal))
  } catch {
    // The database is unavailable. The next heartbeat checks again.
  }
}

/** Ends the streams of all persons whose permissions have changed, with one query. */
export async function revalidateSubscribers(
  app: App,
  subscribers: readonly NotificationSubscriber[],
): Promise<void> {
  if (subscribers.length === 0) return
  const currentPrincipals = await revalidateAll(
    app.db,
    subscribers.map(({ principal }) => principal),
  )
  for (const [i, subscriber] of subscribers.entries())
    endIfPermissionsChanged(subscriber, currentPrincipals[i])
}

/** The page then requests its current permissions and opens another stream. */
function endIfPermissionsChanged(
  { principal, stream }: NotificationSubscriber,
  currentPrincipal: Principal | undefined,
) {
  if (JSON.stringify(currentPrincipal) === JSON.stringify(principal)) return
  stream.send('permissions', {})
  stream.end()
}
