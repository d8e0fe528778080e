import { Alert, Button, Progress } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Import } from '#contract/import.ts'
import { useFormat } from '../lib/format.ts'
import css from './import.module.css'
import { isBusy, listOf } from './import-words.ts'

/** What is going on, in a sentence: how far a job is, what there is to do, or how it ended. */
export function ImportNotice({ one }: { one: Import }) {
  const { t } = useTranslation()
  const { status, kind, counts, message } = one
  if (isBusy(status)) return <Busy words={t(status === 'planning' ? 'import.busy.planning' : 'import.busy.running')} fraction={one.progress} />
  if (status === 'failed') {
    const wasStarted = one.startedAt !== null
    return <Alert color="red" role="alert" icon={<IconAlertCircle size={18} stroke={1.75} />} title={t(wasStarted ? 'import.broken' : 'import.failed')}>{message}</Alert>
  }
  if (status === 'cancelled') return <Alert color="gray" icon={<IconInfoCircle size={18} stroke={1.75} />} title={t('import.cancelled.title')}>{t('import.cancelled.text')}</Alert>
  if (status === 'done') {
    return (
      <Alert color="green" role="status" icon={<IconCircleCheck size={18} stroke={1.75} />} title={t('import.done.title')}>
        <Button component={Link} to={listOf[kind]} variant="white" size="compact-sm" mt={4}>{t(`import.done.${kind}`)}</Button>
      </Alert>
    )
  }
  const isNothing = counts.create + counts.update === 0
  return <Alert color={isNothing ? 'gray' : 'blue'} icon={<IconInfoCircle size={18} stroke={1.75} />} title={t(isNothing ? 'import.nothingToDo.title' : 'import.ready.title')}>{t(isNothing ? 'import.nothingToDo.text' : 'import.ready.text')}</Alert>
}

export function Busy({ words, fraction }: { words: string; fraction: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className={css.busy} role="status">
      <div className={css.busyLine}><strong>{words}</strong><span className="sw-numbers">{format.percent(Math.floor(fraction * 100) / 100)}</span></div>
      <Progress value={Math.max(fraction * 100, 2)} size="md" animated aria-label={words} />
      <span className={css.small}>{t('import.busy.leave')}</span>
    </div>
  )
}
