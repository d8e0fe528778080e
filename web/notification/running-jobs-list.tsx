import { Button, Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Transfer, useTransfers } from '../lib/call/transfer-store.ts'
import { useFormatters } from '../lib/formatters.ts'
import { getNotificationLink } from './notification-link.ts'
import css from './notification-panel.module.css'
import { useNotificationState } from './notification-state.ts'

/** Lists the running imports of the store and the uploads and downloads of this tab. */
export function RunningJobsList({ onNavigate }: { onNavigate: () => void }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { runningImports: jobs } = useNotificationState()
  const transfers = useTransfers()
  if (jobs.length + transfers.length === 0) return null
  return (
    <section aria-label={t('notification.inProgress.title')}>
      <h3 className={css.heading}>{t('notification.inProgress.title')}</h3>
      <ul className={css.list}>
        {jobs.map(job => (
          <li key={job._id} className={css.job}>
            <div className={css.jobHeader}>
              <Link
                to={getNotificationLink({ subject: 'import', subjectId: job._id })}
                className={css.link}
                onClick={onNavigate}
              >
                {job.fileName}
              </Link>
              <span className="sw-numbers">
                {format.percent(Math.floor(job.progress * 100) / 100)}
              </span>
            </div>
            <Progress.Root size={6}>
              <Progress.Section value={job.progress * 100} aria-label={job.fileName} />
            </Progress.Root>
            <span className={css.details}>
              {t(
                job.status === 'planning'
                  ? 'notification.inProgress.planning'
                  : 'notification.inProgress.running',
              )}
            </span>
          </li>
        ))}
        {transfers.map(transfer => (
          <TransferRow key={transfer.id} transfer={transfer} />
        ))}
      </ul>
    </section>
  )
}

function TransferRow({ transfer: { name, bytes, fraction, stop } }: { transfer: Transfer }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const title = name || t('notification.inProgress.export')
  return (
    <li className={css.job}>
      <div className={css.jobHeader}>
        <span className={css.transferName}>{title}</span>
        <Button
          variant="default"
          size="compact-xs"
          onClick={stop}
          aria-label={t('notification.inProgress.stopOf', { name: title })}
        >
          {t('notification.inProgress.stop')}
        </Button>
      </div>
      {fraction === undefined ? (
        <span className={css.details}>
          {t('notification.inProgress.received', { size: format.bytes(bytes) })}
        </span>
      ) : (
        <Progress.Root size={6}>
          <Progress.Section
            value={fraction * 100}
            aria-label={t('import.drop.uploading', { name })}
          />
        </Progress.Root>
      )}
    </li>
  )
}
