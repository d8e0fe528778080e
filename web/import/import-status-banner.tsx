import { Button, Progress } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Import } from '#contract/import/import.ts'
import { translateError } from '../lib/call/translate-server-message.ts'
import { useFormatters } from '../lib/formatters.ts'
import type { StatusTone } from '../ui/message/status-badge.tsx'
import css from './import.module.css'
import { hasNoChanges, importListPaths, isImportRunning } from './import-labels.ts'

/** The state of the import: its progress, the next step, or its result. */
export function ImportStatusBanner({ importJob }: { importJob: Import }) {
  const { t } = useTranslation()
  const { status, kind, counts } = importJob
  if (isImportRunning(status))
    return (
      <ProgressBanner
        label={t(status === 'planning' ? 'import.progress.planning' : 'import.progress.running')}
        fraction={importJob.progress}
      />
    )
  if (status === 'matching')
    return (
      <StatusBanner tone="info" title={t('importMatch.banner.title')}>
        {t('importMatch.banner.text')}
      </StatusBanner>
    )
  if (status === 'failed')
    return (
      <StatusBanner
        tone="bad"
        title={t(importJob.startedAt !== null ? 'import.incomplete' : 'import.failed')}
      >
        {translateError(importJob)}
      </StatusBanner>
    )
  if (status === 'cancelled')
    return (
      <StatusBanner tone="neutral" title={t('import.canceled.title')}>
        {t('import.canceled.text')}
      </StatusBanner>
    )
  if (status === 'done') {
    return (
      <StatusBanner
        tone="good"
        title={t('import.done.title')}
        action={
          <Button component={Link} to={importListPaths[kind]} variant="default" size="xs">
            {t(`import.done.${kind}`)}
          </Button>
        }
      >
        <WithProblemCounts text={t('import.done.text')} counts={counts} />
      </StatusBanner>
    )
  }
  return <PlanBanner importJob={importJob} />
}

/** The next step of a planned import, or a note that it would change nothing. */
function PlanBanner({ importJob }: { importJob: Import }) {
  const { t } = useTranslation()
  const { counts } = importJob
  if (!hasNoChanges(importJob))
    return (
      <StatusBanner tone="info" title={t('import.review.title')}>
        <WithProblemCounts text={t('import.review.text')} counts={counts} />
      </StatusBanner>
    )
  const isSkipped = counts.skip + counts.error > 0
  return (
    <StatusBanner
      tone="neutral"
      title={t(isSkipped ? 'import.upToDate.skippedTitle' : 'import.upToDate.title')}
    >
      <WithProblemCounts
        text={t(isSkipped ? 'import.upToDate.skippedText' : 'import.upToDate.text')}
        counts={counts}
      />
    </StatusBanner>
  )
}

function WithProblemCounts({ text, counts }: { text: string; counts: Import['counts'] }) {
  const { t } = useTranslation()
  const { error, warn } = counts
  return [
    text,
    ...(error > 0 ? [t('import.errorCount', { count: error })] : []),
    ...(warn > 0 ? [t('import.warningCount', { count: warn })] : []),
  ].join(' ')
}

const iconByTone: Partial<Record<StatusTone, typeof IconInfoCircle>> = {
  bad: IconAlertCircle,
  good: IconCircleCheck,
}

function StatusBanner({
  tone,
  title,
  action,
  children,
}: {
  tone: StatusTone
  title: string
  action?: ReactNode
  children: ReactNode
}) {
  const Icon = iconByTone[tone] ?? IconInfoCircle
  return (
    <div className={css.banner} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon size={20} stroke={1.75} aria-hidden />
      <div className={css.bannerText}>
        <strong>{title}</strong>
        <span>{children}</span>
      </div>
      {action}
    </div>
  )
}

function ProgressBanner({ label, fraction }: { label: string; fraction: number }) {
  const { t } = useTranslation()
  const format = useFormatters()
  return (
    <div className={css.progress} role="status">
      <div className={css.progressLine}>
        <strong>{label}</strong>
        <span className="sw-numbers">{format.percent(Math.floor(fraction * 100) / 100)}</span>
      </div>
      <Progress value={Math.max(fraction * 100, 2)} size="md" animated aria-label={label} />
      <span className={css.hint}>{t('import.progress.leave')}</span>
    </div>
  )
}
