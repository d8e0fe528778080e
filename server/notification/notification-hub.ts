import { type Principal, revalidate, revalidateAll } from '../lib/call/authenticate.ts'
import type { App } from '../lib/call/serve.ts'
import { withTransaction } from '../lib/db/db.ts'
import type { EventStream } from '../lib/http/stream.ts'
import { startChannelListener } from './channel-listener.ts'
import {
  type NotificationGroup,
  type NotificationSubscriber,
  openNotificationGroup,
} from './notification-group.ts'
import { getResumePosition, overlapMs } from './notification-position.ts'
import { listMessagesSince } from './notification-store.ts'

const heartbeatMs = 20_000
const pollMs = 3000
const permissionCheckMs = 1000

/**
 * Tells the open pages of this process what is new. The database says that something is (one connection for all pages);
 * what it is each person's own read says, so nobody hears of what they may not see. Behind a pooler that lends its
 * connections by the transaction nothing can be heard, so there this looks every few seconds, once for all pages.
 */
export function openNotificationHub(app: App, listenUrl: string) {
  const groups = new Map<string, NotificationGroup>()
  const timers = new Set<NodeJS.Timeout>()
  let listener: { stop: () => Promise<void> } | undefined
  let isStopped = false

  function schedule(callback: () => void, ms: number) {
    if (isStopped) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      callback()
    }, ms)
    timers.add(timer)
  }
  const onMessage = (message: string) => {
    for (const group of groups.values()) dispatch(app, group, message)
  }
  function sendDueHeartbeats() {
    for (const group of groups.values())
      for (const subscriber of group.subscribers)
        if (subscriber.nextHeartbeatAt <= performance.now()) sendHeartbeat(app, subscriber)
    schedule(sendDueHeartbeats, 1000)
  }
  async function pollMessages(lookbackSeconds: number) {
    const businessIds = [
      ...new Set([...groups.values()].map(({ principal }) => principal.businessId)),
    ]
    if (businessIds.length === 0) return
    for (const { news } of await withTransaction(app.db, {}, tx =>
      listMessagesSince(tx, businessIds, lookbackSeconds),
    ))
      onMessage(news)
  }
  /** What was said while nothing could be heard: before the first page's ears were open, or while they were cut off. */
  const catchUp = (missedSeconds: number) =>
    Promise.all([
      pollMessages(missedSeconds + overlapMs / 1000),
      revalidateAllSubscribers(app, groups),
    ])
  // Further back than the last look, for what was committed late.
  const schedulePoll = () =>
    schedule(
      () =>
        void pollMessages((5 * pollMs) / 1000)
          .catch(() => {})
          .finally(schedulePoll),
      pollMs,
    )

  const schedulePermissionCheck = () =>
    schedule(
      () =>
        void revalidateAllSubscribers(app, groups)
          .catch(() => {})
          .finally(schedulePermissionCheck),
      permissionCheckMs,
    )

  function start() {
    if (app.config.usesPreparedStatements)
      listener = startChannelListener(listenUrl, 'notice', {
        onMessage,
        onReady: missedSeconds => void catchUp(missedSeconds).catch(() => {}),
      })
    else {
      schedulePoll()
      schedulePermissionCheck()
    }
    sendDueHeartbeats()
  }

  let isStarted = false
  return {
    join(principal: Principal, stream: EventStream, lastEventId: string | undefined) {
      if (!isStarted) start()
      isStarted = true
      const key = `${principal.businessId} ${principal.personId}`
      const group = groups.get(key) ?? openNotificationGroup(app, principal, schedule)
      groups.set(key, group)
      const subscriber: NotificationSubscriber = {
        principal,
        stream,
        isNew: true,
        resumeFrom: getResumePosition(lastEventId),
        nextHeartbeatAt: performance.now() + heartbeatMs * (0.75 + Math.random() / 4),
      }
      stream.onEnd(() => {
        group.subscribers.delete(subscriber)
        if (group.subscribers.size === 0 && groups.get(key) === group) groups.delete(key)
      })
      // Headers leave with the first line, so that the page knows it is through.
      stream.heartbeat()
      group.join(subscriber)
      // Who this is may be remembered from a moment ago, and nobody told it what changed since.
      void revalidateSubscriber(app, subscriber)
    },
    async stop() {
      isStopped = true
      for (const timer of timers) clearTimeout(timer)
      await listener?.stop()
    },
  }
}

/** What one line of `notify_processes` means to these pages. */
function dispatch(
  app: App,
  { principal, subscribers: watchers, wake }: NotificationGroup,
  message: string,
) {
  const [eventName, subjectId, detailId] = message.split(' ')
  const isSameStore = subjectId === principal.businessId
  if (eventName === 'new' && isSameStore) wake(detailId)
  if (eventName === 'work' && isSameStore) wake()
  if (eventName === 'read' && isSameStore && detailId === principal.personId) wake()
  if (eventName === 'session')
    for (const subscriber of watchers)
      if (subscriber.principal.sessionId === subjectId) subscriber.stream.end()
  if (eventName === 'rights' && subjectId === principal.personId)
    for (const subscriber of watchers) void revalidateSubscriber(app, subscriber)
}

function sendHeartbeat(app: App, subscriber: NotificationSubscriber) {
  subscriber.nextHeartbeatAt = performance.now() + heartbeatMs
  subscriber.stream.heartbeat()
  void revalidateSubscriber(app, subscriber)
}

/** Tells somebody whose rights have changed, and ends their stream: the page asks anew, for its rights and for another stream. */
function endIfPermissionsChanged(
  { principal, stream }: NotificationSubscriber,
  currentPrincipal: Principal | undefined,
) {
  if (JSON.stringify(currentPrincipal) === JSON.stringify(principal)) return
  stream.send('rights', {})
  stream.end()
}

async function revalidateSubscriber(app: App, subscriber: NotificationSubscriber) {
  try {
    endIfPermissionsChanged(subscriber, await revalidate(app.db, subscriber.principal))
  } catch {
    /* the database is away: the next beat asks again */
  }
}

/** `check` for every page of this process, where nothing is heard of rights that change, or was not for a while. */
async function revalidateAllSubscribers(app: App, groups: ReadonlyMap<string, NotificationGroup>) {
  const subscribers = [...groups.values()].flatMap(group => [...group.subscribers])
  if (subscribers.length === 0) return
  const currentPrincipals = await revalidateAll(
    app.db,
    subscribers.map(({ principal }) => principal),
  )
  for (const [i, subscriber] of subscribers.entries())
    endIfPermissionsChanged(subscriber, currentPrincipals[i])
}
