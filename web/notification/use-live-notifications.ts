import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { BulkProgress } from '#contract/lib/call/bulk.ts'
import { type Subject, subjects } from '#contract/lib/call/permission.ts'
import { RecordChange } from '#contract/lib/call/record-change.ts'
import {
  type NotificationKind,
  NotificationState,
  notificationApi,
  StoreNotification,
} from '#contract/staff/notification.ts'
import { getDataAge, setLoadStart } from '../lib/call/api.ts'
import { reportBulkProgress } from '../lib/call/bulk-progress.ts'
import { recordStreamEvent } from '../lib/call/data-position.ts'
import type { StreamEvent } from '../lib/call/event-stream.ts'
import { parseJson } from '../lib/call/request.ts'
import { tabId } from '../lib/call/tab-id.ts'
import { toast } from '../lib/page/toast.ts'
import { i18next, loadLazyTexts } from '../lib/preference/i18n.ts'
import { refreshPermissions } from '../lib/session/refresh-permissions.ts'
import { useSession, useStoreId } from '../lib/session/session.ts'
import { importTitles } from './import-titles.ts'
import { getNotificationLink } from './notification-link.ts'
import { getNotificationState, setNotificationState } from './notification-state.ts'
import { shareNotificationStream } from './shared-notification-stream.ts'

/** The features whose data each kind changes. */
const staleFeatures: Record<NotificationKind, readonly string[]> = {
  order_created: ['order', 'customer', 'product', 'dashboard', 'onboarding'],
  stock_low: ['product', 'dashboard'],
  import_ready: ['import'],
  import_done: ['import', 'product', 'category', 'order', 'customer', 'dashboard', 'onboarding'],
  import_failed: ['import'],
  message_received: ['conversation', 'desk'],
  order_canceled: ['order', 'product', 'dashboard'],
  order_withdrawn: ['order'],
  return_requested: ['order'],
  claim_requested: ['order'],
  review_added: ['review'],
  payment_failed: ['order', 'product', 'dashboard'],
  payment_late: ['order'],
  payment_mismatch: ['order', 'product'],
  payment_unsettled: ['order'],
  payment_account_failed: ['paymentAccount'],
  refund_failed: ['order', 'dashboard'],
  refund_due: ['order'],
  payment_disputed: ['order'],
  dispute_won: ['order'],
  dispute_lost: ['order'],
  task_assigned: ['task', 'desk'],
  task_due: ['task'],
  event_soon: [],
  conversation_assigned: ['conversation', 'desk'],
  conversation_mentioned: ['conversation', 'desk'],
  campaign_paused: ['campaign'],
  limit_near: ['plan'],
  limit_reached: ['plan'],
  domain_active: ['domain', 'onboarding'],
  domain_failed: ['domain', 'onboarding'],
  webhook_off: ['webhook'],
  webhook_left: ['webhook'],
}
/** What the panel beside a record shows. Its call needs no permission of its own. */
const deskSubjects: readonly Subject[] = ['calendar', 'conversation', 'task']
/** Notifications within these times cause one refetch and one announcement. */
const batchDelayMs = 300
const announceDelayMs = 1500
/** A page shows no toast for older imports. */
const maxToastAgeMs = 120_000

/** Keeps the data of the page current. Returns the announcement for screen readers. */
export function useLiveNotifications(): string {
  const { t } = useTranslation()
  const client = useQueryClient()
  const personId = useSession()?._id
  const storeId = useStoreId()
  const [newCount, setNewCount] = useState(0)
  const currentUpdate = usePermissionUpdate()
  const updatePermissions = useRef(currentUpdate)
  updatePermissions.current = currentUpdate

  useEffect(
    function subscribeToNotifications() {
      if (!personId || !storeId) return
      const invalidator = createBatchedInvalidator(client)
      const announcer = createBatchedAnnouncer(setNewCount)
      const seenIds = new Set<string>()
      function handleNotification(notification: StoreNotification) {
        // After a reconnect the server sends some notifications again.
        if (seenIds.has(notification._id)) return
        seenIds.add(notification._id)
        const { feature } = notificationApi.list
        invalidator.add([feature, ...staleFeatures[notification.kind]])
        void showImportToast(notification)
        announcer.add()
      }
      const stream = shareNotificationStream(
        `storewright-notification ${personId} ${storeId}`,
        () => getDataAge(client),
        event => {
          recordStreamEvent()
          if (event.event === 'permissions') void updatePermissions.current()
          else handleEvent(event, handleNotification, invalidator)
        },
      )
      const reconnectIfVisible = () => {
        if (document.visibilityState === 'visible') stream.reconnect()
      }
      window.addEventListener('online', reconnectIfVisible)
      document.addEventListener('visibilitychange', reconnectIfVisible)
      return () => {
        window.removeEventListener('online', reconnectIfVisible)
        document.removeEventListener('visibilitychange', reconnectIfVisible)
        announcer.stop()
        invalidator.stop()
        stream.close()
        setNotificationState()
        // The next data is that of another store or person.
        setLoadStart(client)
      }
    },
    [client, personId, storeId],
  )
  return newCount > 0 ? t('notification.newNotifications', { count: newCount }) : ''
}

/** Shows a toast for a finished import, unless its page is open. */
async function showImportToast(notification: StoreNotification) {
  const { kind, data, createdAt } = notification
  if (kind !== 'import_ready' && kind !== 'import_done' && kind !== 'import_failed') return
  const isRecent = Date.now() - Date.parse(createdAt) < maxToastAgeMs
  const isPageOpen = location.pathname === getNotificationLink(notification)
  if (!isRecent || isPageOpen || document.visibilityState !== 'visible') return
  await loadLazyTexts()
  const title = i18next.t(importTitles[kind], { file: data.fileName })
  if (kind === 'import_failed') toast.error(title)
  else toast.success(title)
}

/** Returns a function that loads the permissions and tells the user if they changed. */
function usePermissionUpdate() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    const result = await refreshPermissions().catch(() => 'unchanged' as const)
    if (result === 'changed') {
      toast.info(t('shell.roleChanged'))
      await client.invalidateQueries()
    }
    if (result === 'store_changed') {
      toast.error(t('ui.error.storeAccessLost'))
      await navigate('/dashboard')
    }
  }
}

/**
 * Counts notifications and announces their number, then 0, so that an equal text is announced
 * again.
 */
function createBatchedAnnouncer(announce: (count: number) => void) {
  let count = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  function announceCount() {
    announce(count)
    count = 0
    timer = setTimeout(() => {
      announce(0)
      timer = count > 0 ? setTimeout(announceCount, announceDelayMs) : undefined
    }, announceDelayMs)
  }
  return {
    add() {
      count += 1
      timer ??= setTimeout(announceCount, announceDelayMs)
    },
    stop: () => clearTimeout(timer),
  }
}

function handleEvent(
  { event, data }: StreamEvent,
  onNotification: (notification: StoreNotification) => void,
  invalidator: BatchedInvalidator,
) {
  // Changes are not stored, so each reconnection can have missed some.
  if (event === 'reconnected') return invalidator.addRecords(subjects)
  const payload = parseJson(data)
  if (event === 'notification') {
    // A newer server can send kinds that this page does not know.
    const notification = StoreNotification.safeParse(payload)
    if (notification.success) onNotification(notification.data)
  }
  if (event === 'changed') {
    const change = RecordChange.safeParse(payload)
    if (change.success && change.data.tab !== tabId) invalidator.addRecords([change.data.subject])
  }
  if (event === 'progress') {
    const progress = BulkProgress.safeParse(payload)
    if (progress.success && progress.data.tab === tabId) reportBulkProgress(progress.data.processed)
  }
  if (event === 'state') {
    const state = NotificationState.safeParse(payload)
    if (!state.success) return
    if (state.data.unread !== getNotificationState().unread)
      invalidator.add([notificationApi.list.feature])
    setNotificationState(state.data)
  }
}

type BatchedInvalidator = {
  add: (features: readonly string[]) => void
  /** Refetches the displayed records of these subjects, but no lists. */
  addRecords: (subjects: readonly Subject[]) => void
  stop: () => void
}

/**
 * Refetches data after a short delay, so that several changes cause one refetch. Forms with unsaved
 * changes keep them.
 */
function createBatchedInvalidator(client: QueryClient): BatchedInvalidator {
  /** Names of features, and permissions to read records. */
  const pendingNames = new Set<unknown>()
  let timer: ReturnType<typeof setTimeout> | undefined
  function add(names: readonly string[]) {
    for (const name of names) pendingNames.add(name)
    timer ??= setTimeout(() => {
      timer = undefined
      const dueNames = new Set(pendingNames)
      pendingNames.clear()
      void client.invalidateQueries({
        predicate: ({ queryKey, meta }) =>
          dueNames.has(queryKey[0]) || dueNames.has(meta?.['permission']),
      })
    }, batchDelayMs)
  }
  return {
    add,
    addRecords: changed =>
      add([
        ...changed.map(subject => `${subject}:read`),
        ...(changed.some(subject => deskSubjects.includes(subject)) ? ['desk'] : []),
      ]),
    stop: () => clearTimeout(timer),
  }
}
