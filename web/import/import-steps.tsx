import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ImportStatus } from '#contract/import.ts'
import css from './import-steps.module.css'

const steps = ['upload', 'check', 'run', 'report'] as const

/** Returns the position of the current step. The steps before it are done. */
function getStepIndex(status: ImportStatus, wasStarted: boolean): number {
  if (status === 'done') return 4
  if (status === 'running' || wasStarted) return 2
  return status === 'planned' ? 2 : 1
}

function getStepState(index: number, currentIndex: number) {
  if (index === currentIndex) return 'now'
  return index < currentIndex ? 'done' : 'later'
}

export function ImportSteps({ status, wasStarted }: { status: ImportStatus; wasStarted: boolean }) {
  const { t } = useTranslation()
  const currentIndex = getStepIndex(status, wasStarted)
  return (
    <ol className={css.steps} aria-label={t('import.step.label')}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={css.step}
          data-state={getStepState(index, currentIndex)}
          aria-current={index === currentIndex ? 'step' : undefined}
        >
          <span className={css.mark} aria-hidden>
            {index < currentIndex ? <IconCheck size={14} stroke={2.5} /> : index + 1}
          </span>
          {t(`import.step.${step}`)}
          {index < currentIndex && <span className="sw-hidden">{t('import.step.done')}</span>}
        </li>
      ))}
    </ol>
  )
}
