import { ActionIcon } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { StoreNotification } from '#contract/notification.ts'
import { useFormat } from '../lib/format.ts'
import css from './notice.module.css'
import { linkOf, noticeLooks, useNoticeWords } from './notice-words.ts'

type Props = { notice: StoreNotification; onRead: (id: string) => void; onGo: () => void }

/** One notice: opening what it is about is reading it. */
export function NoticeRow({ notice, onRead, onGo }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const { title, line } = useNoticeWords()(notice)
  const { icon: Icon, tone } = noticeLooks[notice.kind]
  const read = () => {
    if (!notice.isRead) onRead(notice._id)
  }
  return (
    <li className={css.row} data-unread={!notice.isRead || undefined}>
      <span className={css.icon} data-tone={tone} aria-hidden>
        <Icon size={18} stroke={1.75} />
      </span>
      <div className={css.words}>
        <Link
          to={linkOf(notice)}
          className={css.link}
          onClick={() => {
            read()
            onGo()
          }}
          onAuxClick={event => {
            if (event.button === 1) read()
          }}
        >
          {!notice.isRead && <span className="sw-hidden">{t('notice.isUnread')}: </span>}
          {title}
        </Link>
        <span className={css.line}>{line}</span>
        <time
          className={css.when}
          dateTime={notice.createdAt}
          title={format.dateTime(notice.createdAt)}
        >
          {format.ago(notice.createdAt)}
        </time>
      </div>
      {!notice.isRead && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          className={css.mark}
          aria-label={`${t('notice.readOne')}: ${title}`}
          title={t('notice.readOne')}
          onClick={event => {
            event.currentTarget.closest('li')?.querySelector('a')?.focus()
            read()
          }}
        >
          <span className={css.dot} aria-hidden />
          <IconCheck size={16} stroke={2} className={css.check} aria-hidden />
        </ActionIcon>
      )}
    </li>
  )
}
