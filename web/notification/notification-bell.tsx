import { ActionIcon, Drawer, Popover } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useTransfers } from '../lib/call/transfer-store.ts'
import css from './notice.module.css'
import { useNotificationState } from './notification-state.ts'
import { useLiveNotifications } from './use-live-notifications.ts'

const loadPanel = () => import('./notification-panel.tsx')
const NotificationPanel = lazy(() =>
  loadPanel().then(({ NotificationPanel: Component }) => ({ default: Component })),
)

const maxBadgeCount = 99

/** What happened, and what is going on: beside the page on a desk, over it on a phone. */
export function NotificationBell() {
  const { t } = useTranslation()
  const announcement = useLiveNotifications()
  const isPhone = useMediaQuery('(max-width: 640px)') ?? false
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const panel = (
    <Suspense fallback={<div className={css.coming} tabIndex={-1} data-autofocus />}>
      <NotificationPanel onClose={close} hasClose={isPhone} />
    </Suspense>
  )
  const bell = <BellButton isOpen={isOpen} onClick={toggle} />
  return (
    <>
      <span className="sw-hidden" role="status">
        {announcement}
      </span>
      {isPhone ? (
        bell
      ) : (
        <Popover
          opened={isOpen}
          onChange={open => {
            if (!open) close()
          }}
          position="bottom-end"
          width={408}
          offset={12}
          trapFocus
          returnFocus
          withRoles={false}
          transitionProps={{ duration: 100 }}
        >
          <Popover.Target>{bell}</Popover.Target>
          <Popover.Dropdown
            p={0}
            className={css.dropdown}
            role="dialog"
            aria-label={t('notice.label')}
          >
            {panel}
          </Popover.Dropdown>
        </Popover>
      )}
      <Drawer
        opened={isPhone && isOpen}
        onClose={close}
        position="right"
        size="100%"
        padding={0}
        withCloseButton={false}
        title={t('notice.label')}
        classNames={{ header: 'sw-hidden' }}
      >
        {panel}
      </Drawer>
    </>
  )
}

function BellButton({ isOpen, onClick, ...rest }: { isOpen: boolean; onClick: () => void }) {
  const { t } = useTranslation()
  const { unread, work } = useNotificationState()
  const runningCount = work.length + useTransfers().length
  const labelParts = [
    t('notice.bell'),
    ...(unread > maxBadgeCount
      ? [t('notice.unreadMany')]
      : unread > 0
        ? [t('notice.unread', { count: unread })]
        : []),
    ...(runningCount > 0 ? [t('notice.running', { count: runningCount })] : []),
  ]
  return (
    <ActionIcon
      {...rest}
      variant="subtle"
      color="gray"
      size={36}
      className={css.bell}
      aria-label={labelParts.join(', ')}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={onClick}
      onPointerEnter={() => void loadPanel()}
      onFocus={() => void loadPanel()}
    >
      <IconBell size={18} stroke={1.75} />
      {runningCount > 0 && (
        <ProgressRing
          fraction={
            work.length > 0 && work.length === runningCount
              ? work.reduce((sum, { progress }) => sum + progress, 0) / work.length
              : undefined
          }
        />
      )}
      {unread > 0 && (
        <span className={css.badge} aria-hidden>
          {unread > maxBadgeCount ? `${maxBadgeCount}+` : unread}
        </span>
      )}
    </ActionIcon>
  )
}

/** How far what is going on is; without a fraction only that it goes on. */
function ProgressRing({ fraction }: { fraction: number | undefined }) {
  return (
    <svg
      className={css.ring}
      viewBox="0 0 36 36"
      aria-hidden
      data-moving={fraction === undefined || undefined}
    >
      <circle className={css.track} cx="18" cy="18" r="16.5" />
      <circle
        className={css.done}
        cx="18"
        cy="18"
        r="16.5"
        pathLength={1}
        strokeDasharray={`${Math.max(fraction ?? 0.25, 0.03)} 1`}
      />
    </svg>
  )
}
