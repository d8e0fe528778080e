import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { IconChecks, IconX } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { notificationApi, type StoreNotification } from '#contract/notification.ts'
import { useSend } from '../lib/call/api.ts'
import { call } from '../lib/call/call.ts'
import { useFormat } from '../lib/format.ts'
import { useBusinessId } from '../lib/session/session.ts'
import { ArtNoNotices } from '../ui/art/art-no-notices.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import css from './notice.module.css'
import { NoticeRow } from './notice-row.tsx'
import { keepNoticeState, useNoticeState } from './notice-state.ts'
import { NoticeWorkList } from './notice-work-list.tsx'

const perPage = 20

function useNotices() {
  const business = useBusinessId()
  return useInfiniteQuery({
    queryKey: [notificationApi.list.feature, notificationApi.list.name, { business }],
    queryFn: ({ pageParam }) =>
      call(notificationApi.list, { query: { perPage, after: pageParam } }),
    initialPageParam: '',
    getNextPageParam: last => last.meta.next ?? undefined,
  })
}

export function NoticePanel({ onClose, hasClose }: { onClose: () => void; hasClose: boolean }) {
  const { t } = useTranslation()
  const found = useNotices()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(function beginAtTop() {
    heading.current?.focus({ preventScroll: true })
  }, [])
  const { unread } = useNoticeState()
  const read = useSend(notificationApi.read, { quiet: true })
  const notices = found.data?.pages.flatMap(page => page.items) ?? []
  const mark = (body: { _id: string } | { upTo: string }) =>
    read.mutate({ body }, { onSuccess: state => keepNoticeState(state) })
  // The highest id, which is not always that of the first: ids are given before the moment that rows are sorted by.
  const last = notices
    .map(({ _id }) => _id)
    .toSorted()
    .at(-1)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows are a shortcut between links that each take the focus themselves
    <div className={css.panel} onKeyDown={moveBetween}>
      <header className={css.head}>
        <h2 className={css.title} ref={heading} tabIndex={-1}>
          {t('notice.label')}
        </h2>
        {unread > 0 && last && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconChecks size={16} stroke={1.75} />}
            loading={
              read.isPending &&
              read.variables?.body &&
              'upTo' in read.variables.body &&
              Boolean(read.variables.body.upTo)
            }
            onClick={() => {
              mark({ upTo: last })
              heading.current?.focus()
            }}
          >
            {t('notice.readAll')}
          </Button>
        )}
        {hasClose && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            onClick={onClose}
            aria-label={t('notice.close')}
          >
            <IconX size={18} stroke={1.75} />
          </ActionIcon>
        )}
      </header>
      <div className={css.scroll}>
        <NoticeWorkList onGo={onClose} />
        {found.isPending && <PanelSkeleton />}
        {found.isError && notices.length === 0 && (
          <div className={css.failed} role="alert">
            {t('notice.failed')}{' '}
            <Button variant="default" size="xs" onClick={() => void found.refetch()}>
              {t('notice.again')}
            </Button>
          </div>
        )}
        {found.isSuccess && notices.length === 0 && (
          <EmptyState
            drawing={<ArtNoNotices />}
            title={t('notice.emptyTitle')}
            text={t('notice.emptyText')}
          />
        )}
        <NoticeDays notices={notices} onRead={_id => mark({ _id })} onGo={onClose} />
        {found.hasNextPage && (
          <div className={css.more}>
            <Button
              variant="subtle"
              size="xs"
              loading={found.isFetchingNextPage}
              onClick={() => void found.fetchNextPage()}
            >
              {t('notice.more')}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

/** Up and down go from one notice to the next. */
function moveBetween(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')]
  const at = links.findIndex(link => link.closest('li')?.contains(document.activeElement))
  const next = links[at === -1 ? (step > 0 ? 0 : links.length - 1) : at + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

type DaysProps = {
  notices: readonly StoreNotification[]
  onRead: (id: string) => void
  onGo: () => void
}

function NoticeDays({ notices, onRead, onGo }: DaysProps) {
  const wordOf = useDayWords()
  const days = Map.groupBy(notices, ({ createdAt }) => new Date(createdAt).toDateString())
  return [...days].map(([day, members]) => (
    <section key={day} aria-label={wordOf(day)}>
      <h3 className={css.day}>{wordOf(day)}</h3>
      <ul className={css.rows}>
        {members.map(notice => (
          <NoticeRow key={notice._id} notice={notice} onRead={onRead} onGo={onGo} />
        ))}
      </ul>
    </section>
  ))
}

function useDayWords() {
  const { t } = useTranslation()
  const format = useFormat()
  const today = new Date()
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  return (day: string) => {
    if (day === today.toDateString()) return t('notice.today')
    return day === yesterday.toDateString() ? t('notice.yesterday') : format.date(new Date(day))
  }
}

function PanelSkeleton() {
  return ['a', 'b', 'c'].map(key => (
    <div key={key} className={css.ghost}>
      <Skeleton circle height={36} />
      <div>
        <Skeleton height={12} width="60%" />
        <Skeleton height={10} width="40%" mt={8} />
      </div>
    </div>
  ))
}
