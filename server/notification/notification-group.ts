import type { Principal } from '../lib/call/authenticate.ts'
import type { App } from '../lib/call/serve.ts'
import { executeBatch } from '../lib/db/db.ts'
import type { EventStream } from '../lib/http/stream.ts'
import { loadNotificationUpdate, type NotificationUpdate } from './notification-store.ts'

/** A page that listens. Until it has had its first state it is new; `since`: what it has seen already ends there. */
export type NotificationSubscriber = {
  principal: Principal
  stream: EventStream
  isNew: boolean
  resumeFrom: string | undefined
  nextHeartbeatAt: number
}
/** The pages of one person in one store: what they are told is read once for all of them, as that person. */
export type NotificationGroup = {
  principal: Principal
  subscribers: Set<NotificationSubscriber> /** Something is new. */
  wake: (notificationId?: string) => void
  join: (subscriber: NotificationSubscriber) => void
}
type ScheduleCallback = (callback: () => void, ms: number) => void

/** What comes within this time is read together. */
const batchWindowMs = 100
const retryMs = 1000
const sentIdsLimit = 500

export function openNotificationGroup(
  app: App,
  principal: Principal,
  schedule: ScheduleCallback,
): NotificationGroup {
  const pendingIds = new Set<string>()
  const sentIds = new Set<string>()
  let lastState = ''
  let isScheduled = false
  let isLoading = false
  const group: NotificationGroup = {
    principal,
    subscribers: new Set(),
    wake(id) {
      if (id && sentIds.has(id)) return
      if (id) pendingIds.add(id)
      scheduleDelivery(batchWindowMs)
    },
    join(subscriber) {
      group.principal = subscriber.principal
      group.subscribers.add(subscriber)
      scheduleDelivery(0)
    },
  }

  function scheduleDelivery(ms: number) {
    if (isScheduled) return
    isScheduled = true
    schedule(() => void deliver(), ms)
  }

  async function deliver() {
    // One read after the other, so that an older state never overtakes a newer one.
    if (isLoading) return schedule(() => void deliver(), batchWindowMs)
    isScheduled = false
    isLoading = true
    const ids = [...pendingIds]
    pendingIds.clear()
    const newSubscribers = [...group.subscribers].filter(subscriber => subscriber.isNew)
    const resumeFrom = newSubscribers
      .flatMap(subscriber => subscriber.resumeFrom ?? [])
      .toSorted()[0]
    try {
      const { personId, businessId } = group.principal
      broadcast(
        newSubscribers,
        ids,
        await executeBatch(app.db, { personId, businessId }, tx =>
          loadNotificationUpdate(tx, { ids, since: resumeFrom }, group.principal),
        ),
      )
    } catch (error) {
      app.log.warn({ err: error }, 'notices could not be read')
      for (const id of ids) pendingIds.add(id)
      scheduleDelivery(retryMs)
    } finally {
      isLoading = false
    }
  }

  /** Gives each page what it has not had yet, the state last: whoever has that has all before it. */
  function broadcast(
    newSubscribers: readonly NotificationSubscriber[],
    ids: readonly string[],
    { notifications, state, position }: NotificationUpdate,
  ) {
    const requestedIds = new Set(ids)
    const hasStateChanged = JSON.stringify(state) !== lastState
    lastState = JSON.stringify(state)
    for (const subscriber of group.subscribers) {
      const isNew = newSubscribers.includes(subscriber)
      const unseen = notifications.filter(({ _id }) =>
        isNew
          ? subscriber.resumeFrom !== undefined && _id > subscriber.resumeFrom
          : requestedIds.has(_id),
      )
      for (const notification of unseen)
        subscriber.stream.send('notice', notification, notification._id)
      if (isNew || (!subscriber.isNew && (hasStateChanged || unseen.length > 0)))
        subscriber.stream.send('state', state, position)
      if (isNew) subscriber.isNew = false
    }
    for (const id of ids) sentIds.add(id)
    for (const id of [...sentIds].slice(0, -sentIdsLimit)) sentIds.delete(id)
  }
  return group
}
