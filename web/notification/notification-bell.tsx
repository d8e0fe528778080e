import { ActionIcon, Drawer, Popover } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useTransfers } from '../lib/call/transfer-store.ts'
import { withLazyTexts } from '../lib/preference/i18n.ts'
import css from './notification-bell.module.css'
import { useNotificationState } from './notification-state.ts'
import { useLiveNotifications } from './use-live-notifications.ts'

/** The panel also names running imports, whose texts load separately. */
const loadPanel = () =>
  withLazyTexts(import('./notification-panel.tsx').then(m => ({ default: m.NotificationPanel })))
const NotificationPanel = lazy(loadPanel)

const maxBadgeCount = 99

/**
 * The bell with its panel of notifications and running jobs. On a phone the panel covers the page.
 */
export function NotificationBell() {
  const { t } = useTranslation()
  const announcement = useLiveNotifications()
  const isPhone = useMediaQuery('(max-width: 640px)') ?? false
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const panel = (
    <Suspense fallback={<div className={css.panelFallback} tabIndex={-1} data-autofocus />}>
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
            aria-label={t('notification.label')}
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
        title={t('notification.label')}
        classNames={{ header: 'sw-hidden' }}
      >
        {panel}
      </Drawer>
    </>
  )
}

function BellButton({ isOpen, onClick, ...rest }: { isOpen: boolean; onClick: () => void }) {
  const { t } = useTranslation()
  const { unread, runningImports: jobs } = useNotificationState()
  const runningCount = jobs.length + useTransfers().length
  const unreadLabel =
    unread > maxBadgeCount
      ? t('notification.unreadMany')
      : t('notification.unread', { count: unread })
  const labelParts = [
    t('notification.bell'),
    ...(unread > 0 ? [unreadLabel] : []),
    ...(runningCount > 0 ? [t('notification.running', { count: runningCount })] : []),
  ]
  const hasOnlyJobs = jobs.length > 0 && jobs.length === runningCount
  const averageProgress = jobs.reduce((sum, { progress }) => sum + progress, 0) / jobs.length
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
      {runningCount > 0 && <ProgressRing fraction={hasOnlyJobs ? averageProgress : undefined} />}
      {unread > 0 && (
        <span className={css.badge} aria-hidden>
          {unread > maxBadgeCount ? `${maxBadgeCount}+` : unread}
        </span>
      )}
    </ActionIcon>
  )
}

/**
 * A ring that shows the progress of running jobs, or only that they run if there is no fraction.
 */
function ProgressRing({ fraction }: { fraction: number | undefined }) {
  return (
    <svg
      className={css.ring}
      viewBox="0 0 36 36"
      aria-hidden
      data-indeterminate={fraction === undefined || undefined}
    >
      <circle className={css.track} cx="18" cy="18" r="16.5" />
      <circle
        className={css.progress}
        cx="18"
        cy="18"
        r="16.5"
        pathLength={1}
        strokeDasharray={`${Math.max(fraction ?? 0.25, 0.03)} 1`}
      />
    </svg>
  )
}
