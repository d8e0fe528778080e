import type { BulkProgress } from '#contract/lib/call/bulk.ts'
import { hasPermission } from '#contract/lib/call/permission.ts'
import { RecordChange } from '#contract/lib/call/record-change.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import type { App } from '../lib/call/serve.ts'
import type { EventStream } from '../lib/http/stream.ts'
import { type NotificationGroup, openNotificationGroup } from './notification-group.ts'
import { startMessageSource } from './notification-message-source.ts'
import {
  heartbeatMs,
  type NotificationSubscriber,
  revalidateSubscriber,
  revalidateSubscribers,
  sendHeartbeat,
} from './notification-subscriber.ts'
import { createNotificationTimers } from './notification-timers.ts'

/**
 * Sends notifications to the open pages of this process. A message of the database says only that
 * there is something new. Each person's own query reads the content, so that no person receives data
 * without permission.
 */
export function openNotificationHub(app: App, listenUrl: string) {
  const groups = new Map<string, NotificationGroup>()
  const timers = createNotificationTimers()
  let messageSource: { stop: () => Promise<void> } | undefined

  const listSubscribers = () => [...groups.values()].flatMap(group => [...group.subscribers])

  function sendDueHeartbeats() {
    for (const subscriber of listSubscribers())
      if (subscriber.nextHeartbeatAt <= performance.now()) sendHeartbeat(app, subscriber)
  }

  function start() {
    timers.repeat(sendDueHeartbeats, 1000)
    return startMessageSource(app, {
      listenUrl,
      timers,
      listStoreIds: () => [
        ...new Set([...groups.values()].map(({ principal }) => principal.storeId)),
      ],
      onMessage(message) {
        for (const group of groups.values()) dispatchMessage(app, group, message)
      },
      revalidateAll: () => revalidateSubscribers(app, listSubscribers()),
    })
  }

  function addToGroup(subscriber: NotificationSubscriber) {
    const { principal, stream } = subscriber
    const key = `${principal.storeId} ${principal.personId}`
    const group = groups.get(key) ?? openNotificationGroup(app, principal, timers.schedule)
    groups.set(key, group)
    stream.onEnd(() => {
      group.subscribers.delete(subscriber)
      if (group.subscribers.size === 0 && groups.get(key) === group) groups.delete(key)
    })
    return group
  }

  return {
    join(principal: Principal, stream: EventStream, resumeFrom: string | undefined) {
      messageSource ??= start()
      const subscriber = createSubscriber(principal, stream, resumeFrom)
      const group = addToGroup(subscriber)
      // The headers are sent with the first data, so that the page knows that it is connected.
      stream.heartbeat()
      group.join(subscriber)
      // The principal may come from a cache. Changes before the stream was open sent no message to
      // it.
      void revalidateSubscriber(app, subscriber)
    },
    async stop() {
      timers.stop()
      await messageSource?.stop()
    },
  }
}

const createSubscriber = (
  principal: Principal,
  stream: EventStream,
  resumeFrom: string | undefined,
): NotificationSubscriber => ({
  principal,
  stream,
  isNew: true,
  resumeFrom,
  nextHeartbeatAt: performance.now() + heartbeatMs * (0.75 + Math.random() / 4),
})

/** Applies a message of `notify_processes` to the pages of a group. */
function dispatchMessage(app: App, group: NotificationGroup, message: string) {
  const { principal, subscribers, wake } = group
  const [topic, subjectId, detailId = '', tab] = message.split(' ')
  const isSameStore = subjectId === principal.storeId
  if (topic === 'record_changed' && isSameStore) sendRecordChange(group, { subject: detailId, tab })
  if (topic === 'bulk_progress' && subjectId === principal.personId)
    sendBulkProgress(group, { tab: detailId, processed: Number(tab) })
  if (topic === 'notification_added' && isSameStore) wake(detailId)
  if (topic === 'import_changed' && isSameStore) wake()
  if (topic === 'notifications_read' && isSameStore && detailId === principal.personId) wake()
  if (topic === 'session_ended')
    for (const subscriber of subscribers)
      if (subscriber.principal.sessionId === subjectId) subscriber.stream.end()
  if (topic === 'permissions_changed' && subjectId === principal.personId)
    for (const subscriber of subscribers) void revalidateSubscriber(app, subscriber)
}

/** Sends the change unless the person cannot view such records. */
function sendRecordChange({ principal, subscribers }: NotificationGroup, message: unknown) {
  // During an update, another process can send a subject that this one does not know.
  const change = RecordChange.safeParse(message).data
  if (!change || !hasPermission(principal.abilities, `${change.subject}:read`)) return
  for (const { stream } of subscribers) stream.send('changed', change)
}

function sendBulkProgress({ subscribers }: NotificationGroup, progress: BulkProgress) {
  for (const { stream } of subscribers) stream.send('progress', progress)
}
