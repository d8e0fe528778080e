import { Button, Progress } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Import } from '#contract/import.ts'
import { useFormat } from '../lib/format.ts'
import type { Tone } from '../ui/page/status-badge.tsx'
import css from './import.module.css'
import { isBusy, listOf } from './import-words.ts'

/** What is going on, in a sentence: how far a job is, what there is to do, or how it ended. */
export function ImportNotice({ one }: { one: Import }) {
  const { t } = useTranslation()
  const { status, kind, counts, message } = one
  if (isBusy(status))
    return (
      <Busy
        words={t(status === 'planning' ? 'import.busy.planning' : 'import.busy.running')}
        fraction={one.progress}
      />
    )
  if (status === 'failed')
    return (
      <Notice tone="bad" title={t(one.startedAt !== null ? 'import.broken' : 'import.failed')}>
        {message}
      </Notice>
    )
  if (status === 'cancelled')
    return (
      <Notice tone="neutral" title={t('import.cancelled.title')}>
        {t('import.cancelled.text')}
      </Notice>
    )
  if (status === 'done') {
    return (
      <Notice
        tone="good"
        title={t('import.done.title')}
        action={
          <Button component={Link} to={listOf[kind]} variant="default" size="xs">
            {t(`import.done.${kind}`)}
          </Button>
        }
      >
        {t('import.done.text')}
      </Notice>
    )
  }
  const isNothing = counts.create + counts.update === 0
  return (
    <Notice
      tone={isNothing ? 'neutral' : 'info'}
      title={t(isNothing ? 'import.nothingToDo.title' : 'import.ready.title')}
    >
      {t(isNothing ? 'import.nothingToDo.text' : 'import.ready.text')}
    </Notice>
  )
}

function Notice({
  tone,
  title,
  action,
  children,
}: {
  tone: Tone
  title: string
  action?: ReactNode
  children: ReactNode
}) {
  const Icon = tone === 'bad' ? IconAlertCircle : tone === 'good' ? IconCircleCheck : IconInfoCircle
  return (
    <div className={css.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon size={20} stroke={1.75} aria-hidden />
      <div className={css.noticeWords}>
        <strong>{title}</strong>
        <span>{children}</span>
      </div>
      {action}
    </div>
  )
}

function Busy({ words, fraction }: { words: string; fraction: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className={css.busy} role="status">
      <div className={css.busyLine}>
        <strong>{words}</strong>
        <span className="sw-numbers">{format.percent(Math.floor(fraction * 100) / 100)}</span>
      </div>
      <Progress value={Math.max(fraction * 100, 2)} size="md" animated aria-label={words} />
      <span className={css.small}>{t('import.busy.leave')}</span>
    </div>
  )
}
