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
import { readJson } from '../lib/call/request.ts'
import { toast } from '../lib/page/toast.ts'
import { refreshRights } from '../lib/session/rights.ts'
import { useBusinessId, useSession } from '../lib/session/session.ts'
import { keepNoticeState, noticeStateNow } from './notice-state.ts'
import { shareLine } from './notice-tabs.ts'
import { linkOf, useNoticeWords } from './notice-words.ts'

/** What each kind makes stale: the features whose lists and figures show it. */
const stale: Record<NotificationKind, readonly string[]> = {
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
const gatherMs = 300
const announceMs = 1500

/** Listens while the frame is shown, and keeps what is on the page true. Gives what a screen reader is to hear. */
export function useLiveNotices(): string {
  const { t } = useTranslation()
  const client = useQueryClient()
  const person = useSession()?._id
  const business = useBusinessId()
  const [said, setSaid] = useState('')
  const wordsOf = useNoticeWords()
  const toastEnd = useRef((_notice: StoreNotification) => {})
  toastEnd.current = notice => {
    const isFresh = Date.now() - Date.parse(notice.createdAt) < 120_000
    if (
      notice.subject !== 'import' ||
      !isFresh ||
      document.visibilityState !== 'visible' ||
      location.pathname === linkOf(notice)
    )
      return
    if (notice.kind === 'import_failed') toast.bad(wordsOf(notice).title)
    else toast.good(wordsOf(notice).title)
  }
  const learnRights = useRef(() => {})
  const navigate = useNavigate()
  learnRights.current = () =>
    void refreshRights().then(
      outcome => {
        if (outcome === 'same') return undefined
        if (outcome === 'changed') {
          toast.plain(t('shell.roleChanged'))
          return client.invalidateQueries()
        }
        toast.bad(t('ui.error.storeClosed'))
        return navigate('/dashboard')
      },
      () => undefined,
    )
  const announce = useRef((_count: number) => {})
  announce.current = count => setSaid(count > 0 ? t('notice.arrived', { count }) : '')

  useEffect(
    function listen() {
      if (!person || !business) return
      const refresh = gatherer(client)
      const told = new Set<string>()
      let news = 0
      let timer: ReturnType<typeof setTimeout> | undefined
      function onNotice(notice: StoreNotification) {
        // After a break the server looks a little further back than it must.
        if (told.has(notice._id)) return
        told.add(notice._id)
        refresh.add(['notice', ...stale[notice.kind]])
        toastEnd.current(notice)
        news += 1
        timer ??= setTimeout(() => {
          announce.current(news)
          news = 0
          // Emptied again, so that the same words later are heard again.
          timer = setTimeout(() => {
            announce.current(0)
            timer = undefined
          }, announceMs)
        }, announceMs)
      }
      const line = shareLine(`storewright-notice ${person} ${business}`, event =>
        event.event === 'rights' ? learnRights.current() : onEvent(event, onNotice, refresh),
      )
      const wake = () => {
        if (document.visibilityState === 'visible') line.wake()
      }
      window.addEventListener('online', wake)
      document.addEventListener('visibilitychange', wake)
      return () => {
        window.removeEventListener('online', wake)
        document.removeEventListener('visibilitychange', wake)
        clearTimeout(timer)
        refresh.stop()
        line.close()
        keepNoticeState()
      }
    },
    [client, person, business],
  )
  return said
}

function onEvent(
  { event, data }: StreamEvent,
  onNotice: (notice: StoreNotification) => void,
  refresh: Gatherer,
) {
  if (event === 'gap') return refresh.add(Object.values(stale).flat())
  const json = readJson(data)
  if (event === 'notice') {
    // A kind that this page is too old to know says nothing to it.
    const notice = StoreNotification.safeParse(json)
    if (notice.success) onNotice(notice.data)
  }
  if (event === 'state') {
    const state = NotificationState.safeParse(json)
    if (!state.success) return
    if (state.data.unread !== noticeStateNow().unread) refresh.add([notificationApi.list.feature])
    keepNoticeState(state.data)
  }
}

type Gatherer = { add: (features: readonly string[]) => void; stop: () => void }

/** Makes features be read anew, a moment after the first word of it. */
function gatherer(client: QueryClient): Gatherer {
  const waiting = new Set<unknown>()
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    add(features) {
      for (const feature of features) waiting.add(feature)
      timer ??= setTimeout(() => {
        timer = undefined
        const due = new Set(waiting)
        waiting.clear()
        // Not the one thing that somebody may be editing: its form stays as it was made.
        void client.invalidateQueries({
          predicate: ({ queryKey: [feature, name] }) => due.has(feature) && name !== 'get',
        })
      }, gatherMs)
    },
    stop: () => clearTimeout(timer),
  }
}
