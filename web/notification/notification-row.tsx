import { ActionIcon } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { StoreNotification } from '#contract/staff/notification.ts'
import { useFormatters } from '../lib/formatters.ts'
import { getNotificationLink } from './notification-link.ts'
import css from './notification-panel.module.css'
import { notificationAppearance, useNotificationLabels } from './use-notification-labels.ts'

type Props = {
  notification: StoreNotification
  onRead: (id: string) => void
  onNavigate: () => void
}

/** A notification. Opening its page marks it as read. */
export function NotificationRow({ notification, onRead, onNavigate }: Props) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { title, details } = useNotificationLabels()(notification)
  const { icon: Icon, tone } = notificationAppearance[notification.kind]
  const handleRead = () => {
    if (!notification.isRead) onRead(notification._id)
  }
  return (
    <li className={css.row} data-unread={!notification.isRead || undefined}>
      <span className={css.icon} data-tone={tone} aria-hidden>
        <Icon size={18} stroke={1.75} />
      </span>
      <div className={css.text}>
        <Link
          to={getNotificationLink(notification)}
          className={css.link}
          onClick={() => {
            handleRead()
            onNavigate()
          }}
          onAuxClick={event => {
            if (event.button === 1) handleRead()
          }}
        >
          {!notification.isRead && (
            <span className="sw-hidden">{t('notification.isUnread')}: </span>
          )}
          {title}
        </Link>
        <span className={css.details}>{details}</span>
        <time
          className={css.time}
          dateTime={notification.createdAt}
          title={format.dateTime(notification.createdAt)}
        >
          {format.relativeTime(notification.createdAt)}
        </time>
      </div>
      {!notification.isRead && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          className={css.markRead}
          aria-label={`${t('notification.readOne')}: ${title}`}
          title={t('notification.readOne')}
          onClick={event => {
            event.currentTarget.closest('li')?.querySelector('a')?.focus()
            handleRead()
          }}
        >
          <span className={css.unreadDot} aria-hidden />
          <IconCheck size={16} stroke={2} className={css.checkIcon} aria-hidden />
        </ActionIcon>
      )}
    </li>
  )
}
