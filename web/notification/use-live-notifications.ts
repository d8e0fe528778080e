import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import {
  type NotificationKind,
  NotificationState,
  notificationApi,
  StoreNotification,
} from '#contract/notification.ts'
import type { StreamEvent } from '../lib/call/event-stream.ts'
import { parseJson } from '../lib/call/request.ts'
import { toast } from '../lib/page/toast.ts'
import { refreshPermissions } from '../lib/session/refresh-permissions.ts'
import { useBusinessId, useSession } from '../lib/session/session.ts'
import { getNotificationState, setNotificationState } from './notification-state.ts'
import { shareNotificationStream } from './shared-notification-stream.ts'
import { getNotificationLink, useNotificationLabels } from './use-notification-labels.ts'

/** What each kind makes stale: the features whose lists and figures show it. */
const staleFeatures: Record<NotificationKind, readonly string[]> = {
  order_created: ['order', 'customer', 'product', 'dashboard', 'onboarding'],
  stock_low: ['product', 'dashboard'],
  import_ready: ['import'],
  import_done: ['import', 'product', 'category', 'order', 'customer', 'dashboard', 'onboarding'],
  import_failed: ['import'],
  domain_active: ['domain', 'onboarding'],
  domain_failed: ['domain', 'onboarding'],
  webhook_off: ['webhook'],
  webhook_left: ['webhook'],
}
/** What comes within this time is read anew, and announced, once. */
const batchDelayMs = 300
const announceDelayMs = 1500

/** Listens while the frame is shown, and keeps what is on the page true. Gives what a screen reader is to hear. */
export function useLiveNotifications(): string {
  const { t } = useTranslation()
  const client = useQueryClient()
  const personId = useSession()?._id
  const businessId = useBusinessId()
  const [announcement, setAnnouncement] = useState('')
  const getLabels = useNotificationLabels()
  const showImportToast = useRef((_notice: StoreNotification) => {})
  showImportToast.current = notice => {
    const isFresh = Date.now() - Date.parse(notice.createdAt) < 120_000
    if (
      notice.subject !== 'import' ||
      !isFresh ||
      document.visibilityState !== 'visible' ||
      location.pathname === getNotificationLink(notice)
    )
      return
    if (notice.kind === 'import_failed') toast.error(getLabels(notice).title)
    else toast.success(getLabels(notice).title)
  }
  const updatePermissions = useRef(() => {})
  const navigate = useNavigate()
  updatePermissions.current = () =>
    void refreshPermissions().then(
      outcome => {
        if (outcome === 'unchanged') return undefined
        if (outcome === 'changed') {
          toast.info(t('shell.roleChanged'))
          return client.invalidateQueries()
        }
        toast.error(t('ui.error.storeClosed'))
        return navigate('/dashboard')
      },
      () => undefined,
    )
  const announce = useRef((_count: number) => {})
  announce.current = count => setAnnouncement(count > 0 ? t('notice.arrived', { count }) : '')

  useEffect(
    function subscribeToNotifications() {
      if (!personId || !businessId) return
      const invalidator = createBatchedInvalidator(client)
      const seenIds = new Set<string>()
      let newCount = 0
      let timer: ReturnType<typeof setTimeout> | undefined
      function handleNotification(notification: StoreNotification) {
        // After a break the server looks a little further back than it must.
        if (seenIds.has(notification._id)) return
        seenIds.add(notification._id)
        invalidator.add(['notice', ...staleFeatures[notification.kind]])
        showImportToast.current(notification)
        newCount += 1
        timer ??= setTimeout(() => {
          announce.current(newCount)
          newCount = 0
          // Emptied again, so that the same words later are heard again.
          timer = setTimeout(() => {
            announce.current(0)
            timer = undefined
          }, announceDelayMs)
        }, announceDelayMs)
      }
      const stream = shareNotificationStream(
        `storewright-notice ${personId} ${businessId}`,
        event =>
          event.event === 'rights'
            ? updatePermissions.current()
            : handleEvent(event, handleNotification, invalidator),
      )
      const reconnectIfVisible = () => {
        if (document.visibilityState === 'visible') stream.reconnect()
      }
      window.addEventListener('online', reconnectIfVisible)
      document.addEventListener('visibilitychange', reconnectIfVisible)
      return () => {
        window.removeEventListener('online', reconnectIfVisible)
        document.removeEventListener('visibilitychange', reconnectIfVisible)
        clearTimeout(timer)
        invalidator.stop()
        stream.close()
        setNotificationState()
      }
    },
    [client, personId, businessId],
  )
  return announcement
}

function handleEvent(
  { event, data }: StreamEvent,
  onNotification: (notification: StoreNotification) => void,
  invalidator: BatchedInvalidator,
) {
  if (event === 'gap') return invalidator.add(Object.values(staleFeatures).flat())
  const payload = parseJson(data)
  if (event === 'notice') {
    // A kind that this page is too old to know says nothing to it.
    const notification = StoreNotification.safeParse(payload)
    if (notification.success) onNotification(notification.data)
  }
  if (event === 'state') {
    const state = NotificationState.safeParse(payload)
    if (!state.success) return
    if (state.data.unread !== getNotificationState().unread)
      invalidator.add([notificationApi.list.feature])
    setNotificationState(state.data)
  }
}

type BatchedInvalidator = { add: (features: readonly string[]) => void; stop: () => void }

/** Makes features be read anew, a moment after the first word of it. */
function createBatchedInvalidator(client: QueryClient): BatchedInvalidator {
  const pendingFeatures = new Set<unknown>()
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    add(features) {
      for (const feature of features) pendingFeatures.add(feature)
      timer ??= setTimeout(() => {
        timer = undefined
        const dueFeatures = new Set(pendingFeatures)
        pendingFeatures.clear()
        // Not the one thing that somebody may be editing: its form stays as it was made.
        void client.invalidateQueries({
          predicate: ({ queryKey: [feature, name] }) => dueFeatures.has(feature) && name !== 'get',
        })
      }, batchDelayMs)
    },
    stop: () => clearTimeout(timer),
  }
}
