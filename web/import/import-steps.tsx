import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ImportStatus } from '#contract/import/import-state.ts'
import css from './import-steps.module.css'

const steps = ['upload', 'check', 'run', 'report'] as const
const stepsWithMatching = ['upload', 'match', 'check', 'run', 'report'] as const
type Step = (typeof stepsWithMatching)[number]

/** Returns the current step; undefined when all are done. */
function getCurrentStep(status: ImportStatus, wasStarted: boolean): Step | undefined {
  if (status === 'done') return undefined
  if (status === 'matching') return 'match'
  return status === 'running' || wasStarted ? 'run' : 'check'
}

function getStepState(index: number, currentIndex: number) {
  if (index === currentIndex) return 'now'
  return index < currentIndex ? 'done' : 'later'
}

type Props = { status: ImportStatus; wasStarted: boolean; hasMatching: boolean }

export function ImportSteps({ status, wasStarted, hasMatching }: Props) {
  const { t } = useTranslation()
  const shownSteps: readonly Step[] = hasMatching ? stepsWithMatching : steps
  const currentStep = getCurrentStep(status, wasStarted)
  const currentIndex = currentStep ? shownSteps.indexOf(currentStep) : shownSteps.length
  return (
    <ol className={css.steps} aria-label={t('import.step.label')}>
      {shownSteps.map((step, index) => (
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
