import type { Principal } from '../lib/call/authenticate.ts'
import type { App } from '../lib/call/serve.ts'
import { executeBatch } from '../lib/db/execute-batch.ts'
import { loadNotificationUpdate, type NotificationUpdate } from './notification-store.ts'
import type { NotificationSubscriber } from './notification-subscriber.ts'

/**
 * The pages of one person in one store. One query with the permissions of that person serves them
 * all.
 */
export type NotificationGroup = {
  principal: Principal
  subscribers: Set<NotificationSubscriber>
  /** Loads and sends new data, such as the notification with this id. */
  wake: (notificationId?: string) => void
  join: (subscriber: NotificationSubscriber) => void
}
type ScheduleCallback = (callback: () => void, ms: number) => void

/** Messages that arrive within this time are served by one query. */
const batchWindowMs = 100
const retryMs = 1000
const sentIdsLimit = 500

export function openNotificationGroup(
  app: App,
  principal: Principal,
  schedule: ScheduleCallback,
): NotificationGroup {
  const pendingIds = new Set<string>()
  const subscribers = new Set<NotificationSubscriber>()
  const broadcast = createBroadcast(subscribers)
  let isScheduled = false
  let isLoading = false
  const group: NotificationGroup = {
    principal,
    subscribers,
    wake(id) {
      if (id && broadcast.hasSent(id)) return
      if (id) pendingIds.add(id)
      scheduleDelivery(batchWindowMs)
    },
    join(subscriber) {
      group.principal = subscriber.principal
      subscribers.add(subscriber)
      scheduleDelivery(0)
    },
  }
  function scheduleDelivery(ms: number) {
    if (isScheduled) return
    isScheduled = true
    schedule(() => void deliver(), ms)
  }

  async function deliver() {
    // One load at a time, so that an older state never replaces a newer one.
    if (isLoading) return schedule(() => void deliver(), batchWindowMs)
    isScheduled = false
    isLoading = true
    const ids = [...pendingIds]
    pendingIds.clear()
    const newSubscribers = [...subscribers].filter(subscriber => subscriber.isNew)
    try {
      const update = await loadUpdate(app, group.principal, ids, newSubscribers)
      broadcast.send(update, ids, newSubscribers)
    } catch (error) {
      app.log.warn({ err: error }, 'Notifications could not be loaded. The load is retried.')
      for (const id of ids) pendingIds.add(id)
      scheduleDelivery(retryMs)
    } finally {
      isLoading = false
    }
  }
  return group
}

/**
 * Loads the notifications with these ids, and all that any of the new subscribers may have missed.
 */
function loadUpdate(
  app: App,
  principal: Principal,
  ids: readonly string[],
  newSubscribers: readonly NotificationSubscriber[],
): Promise<NotificationUpdate> {
  const { personId, storeId } = principal
  const [since] = newSubscribers.flatMap(subscriber => subscriber.resumeFrom ?? []).toSorted()
  return executeBatch(app.db, { personId, storeId }, tx =>
    loadNotificationUpdate(tx, { ids, since }, principal),
  )
}

/** Sends updates to the subscribers and remembers which notifications were sent. */
function createBroadcast(subscribers: ReadonlySet<NotificationSubscriber>) {
  const sentIds = new Set<string>()
  let lastState = ''
  return {
    hasSent: (id: string) => sentIds.has(id),
    /** Sends the state last, so that a page with the state has all notifications before it. */
    send(
      { notifications, state, position }: NotificationUpdate,
      ids: readonly string[],
      newSubscribers: readonly NotificationSubscriber[],
    ) {
      const requestedIds = new Set(ids)
      const hasStateChanged = JSON.stringify(state) !== lastState
      lastState = JSON.stringify(state)
      for (const subscriber of subscribers) {
        const isNew = newSubscribers.includes(subscriber)
        const unseen = notifications.filter(({ _id }) =>
          isNew
            ? subscriber.resumeFrom !== undefined && _id > subscriber.resumeFrom
            : requestedIds.has(_id),
        )
        for (const notification of unseen)
          subscriber.stream.send('notification', notification, notification._id)
        if (isNew || (!subscriber.isNew && (hasStateChanged || unseen.length > 0)))
          subscriber.stream.send('state', state, position)
        if (isNew) subscriber.isNew = false
      }
      for (const id of ids) sentIds.add(id)
      for (const id of [...sentIds].slice(0, -sentIdsLimit)) sentIds.delete(id)
    },
  }
}
