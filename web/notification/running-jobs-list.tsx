import { Button, Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Transfer, useTransfers } from '../lib/call/transfer-store.ts'
import { useFormatters } from '../lib/formatters.ts'
import css from './notice.module.css'
import { useNotificationState } from './notification-state.ts'
import { getNotificationLink } from './use-notification-labels.ts'

/** What is going on: imports on the server, whoever began them, and files on their way to this tab or from it. */
export function RunningJobsList({ onNavigate }: { onNavigate: () => void }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { work } = useNotificationState()
  const transfers = useTransfers()
  if (work.length + transfers.length === 0) return null
  return (
    <section aria-label={t('notice.work.title')}>
      <h3 className={css.day}>{t('notice.work.title')}</h3>
      <ul className={css.rows}>
        {work.map(one => (
          <li key={one._id} className={css.work}>
            <div className={css.workLine}>
              <Link
                to={getNotificationLink({ subject: 'import', subjectId: one._id })}
                className={css.link}
                onClick={onNavigate}
              >
                {one.fileName}
              </Link>
              <span className="sw-numbers">
                {format.percent(Math.floor(one.progress * 100) / 100)}
              </span>
            </div>
            <Progress.Root size={6}>
              <Progress.Section value={one.progress * 100} aria-label={one.fileName} />
            </Progress.Root>
            <span className={css.line}>
              {t(one.status === 'planning' ? 'notice.work.planning' : 'notice.work.running')}
            </span>
          </li>
        ))}
        {transfers.map(one => (
          <TransferRow key={one.id} transfer={one} />
        ))}
      </ul>
    </section>
  )
}

function TransferRow({ transfer: { name, bytes, fraction, stop } }: { transfer: Transfer }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const title = name || t('notice.work.export')
  return (
    <li className={css.work}>
      <div className={css.workLine}>
        <span className={css.plain}>{title}</span>
        <Button
          variant="default"
          size="compact-xs"
          onClick={stop}
          aria-label={t('notice.work.stopOf', { name: title })}
        >
          {t('notice.work.stop')}
        </Button>
      </div>
      {fraction === undefined ? (
        <span className={css.line}>{t('notice.work.received', { size: format.bytes(bytes) })}</span>
      ) : (
        <Progress.Root size={6}>
          <Progress.Section
            value={fraction * 100}
            aria-label={t('import.drop.sending', { name })}
          />
        </Progress.Root>
      )}
    </li>
  )
}
