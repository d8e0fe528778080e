import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { IconChecks, IconX } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { notificationApi, type StoreNotification } from '#contract/staff/notification.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { callApi } from '../lib/call/call-api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { useStoreId } from '../lib/session/session.ts'
import { getPreviousDay, toLocalDay } from '../lib/time-zone.ts'
import noNotificationsDrawing from '../ui/art/no-notifications.svg?raw'
import { EmptyState } from '../ui/message/empty-state.tsx'
import css from './notification-panel.module.css'
import { NotificationRow } from './notification-row.tsx'
import { setNotificationState, useNotificationState } from './notification-state.ts'
import { RunningJobsList } from './running-jobs-list.tsx'

const perPage = 20

function useNotifications() {
  const store = useStoreId()
  return useInfiniteQuery({
    queryKey: [notificationApi.list.feature, notificationApi.list.name, { store }],
    queryFn: ({ pageParam }) =>
      callApi(notificationApi.list, { query: { perPage, after: pageParam } }),
    initialPageParam: '',
    getNextPageParam: lastPage => lastPage.meta.next ?? undefined,
  })
}

export function NotificationPanel({
  onClose,
  hasClose,
}: {
  onClose: () => void
  hasClose: boolean
}) {
  const { t } = useTranslation()
  const query = useNotifications()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(function focusHeading() {
    heading.current?.focus({ preventScroll: true })
  }, [])
  const { unread } = useNotificationState()
  const markRead = useRouteMutation(notificationApi.read, { isSilent: true })
  const notifications = query.data?.pages.flatMap(page => page.items) ?? []
  const markAsRead = (body: { _id: string } | { upTo: string }) =>
    markRead.mutate({ body }, { onSuccess: state => setNotificationState(state) })
  const isMarkingAll =
    markRead.isPending && markRead.variables?.body && 'upTo' in markRead.variables.body
  // The highest id, which can differ from the first row: rows are sorted by time, and ids are
  // assigned earlier.
  const newestId = notifications
    .map(({ _id }) => _id)
    .toSorted()
    .at(-1)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between links, which are focusable
    <div className={css.panel} onKeyDown={handleArrowKeys}>
      <header className={css.header}>
        <h2 className={css.title} ref={heading} tabIndex={-1}>
          {t('notification.label')}
        </h2>
        {unread > 0 && newestId && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconChecks size={16} stroke={1.75} />}
            loading={isMarkingAll}
            onClick={() => {
              markAsRead({ upTo: newestId })
              heading.current?.focus()
            }}
          >
            {t('notification.readAll')}
          </Button>
        )}
        {hasClose && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            onClick={onClose}
            aria-label={t('notification.close')}
          >
            <IconX size={18} stroke={1.75} />
          </ActionIcon>
        )}
      </header>
      <div className={css.content}>
        <RunningJobsList onNavigate={onClose} />
        {query.isPending && <PanelSkeleton />}
        {query.isError && notifications.length === 0 && (
          <div className={css.error} role="alert">
            {t('notification.failed')}{' '}
            <Button variant="default" size="xs" onClick={() => void query.refetch()}>
              {t('notification.retry')}
            </Button>
          </div>
        )}
        {query.isSuccess && notifications.length === 0 && (
          <EmptyState
            drawing={noNotificationsDrawing}
            title={t('notification.emptyTitle')}
            text={t('notification.emptyText')}
          />
        )}
        <NotificationDays
          notifications={notifications}
          onRead={_id => markAsRead({ _id })}
          onNavigate={onClose}
        />
        {query.hasNextPage && (
          <div className={css.more}>
            <Button
              variant="subtle"
              size="xs"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {t('notification.showOlder')}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

/** Moves the focus to the next or previous notification with the arrow keys. */
function handleArrowKeys(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')]
  const currentIndex = links.findIndex(link => link.closest('li')?.contains(document.activeElement))
  const edgeIndex = step > 0 ? 0 : links.length - 1
  const nextLink = links[currentIndex === -1 ? edgeIndex : currentIndex + step]
  if (!nextLink) return
  event.preventDefault()
  nextLink.focus()
}

type NotificationDaysProps = {
  notifications: readonly StoreNotification[]
  onRead: (id: string) => void
  onNavigate: () => void
}

function NotificationDays({ notifications, onRead, onNavigate }: NotificationDaysProps) {
  const getDayLabel = useDayLabels()
  const { timeZone } = useFormatters()
  const days = Map.groupBy(notifications, ({ createdAt }) => toLocalDay(createdAt, timeZone))
  return [...days].map(([day, dayNotifications]) => (
    <section key={day} aria-label={getDayLabel(day)}>
      <h3 className={css.heading}>{getDayLabel(day)}</h3>
      <ul className={css.list}>
        {dayNotifications.map(notification => (
          <NotificationRow
            key={notification._id}
            notification={notification}
            onRead={onRead}
            onNavigate={onNavigate}
          />
        ))}
      </ul>
    </section>
  ))
}

function useDayLabels() {
  const { t } = useTranslation()
  const format = useFormatters()
  const today = toLocalDay(Date.now(), format.timeZone)
  return (day: string) => {
    if (day === today) return t('notification.today')
    return day === getPreviousDay(today) ? t('notification.yesterday') : format.day(day)
  }
}

function PanelSkeleton() {
  return ['a', 'b', 'c'].map(key => (
    <div key={key} className={css.skeletonRow}>
      <Skeleton circle height={36} />
      <div>
        <Skeleton height={12} width="60%" />
        <Skeleton height={10} width="40%" mt={8} />
      </div>
    </div>
  ))
}
