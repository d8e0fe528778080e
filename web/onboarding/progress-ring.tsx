import { useFormatters } from '../lib/formatters.ts'
import css from './onboarding.module.css'

const size = 56
const strokeWidth = 5
const radius = (size - strokeWidth) / 2
const circumference = 2 * Math.PI * radius

/**
 * A ring that shows the progress. Hidden from screen readers, because the text beside it says the
 * same.
 */
export function OnboardingProgressRing({
  doneCount,
  totalCount,
}: {
  doneCount: number
  totalCount: number
}) {
  const format = useFormatters()
  return (
    <span className={css.ring} aria-hidden>
      <svg aria-hidden="true" width={size} height={size} viewBox={`0 0 ${size} ${size}`}>
        <circle
          className={css.track}
          cx={size / 2}
          cy={size / 2}
          r={radius}
          strokeWidth={strokeWidth}
        />
        <circle
          className={css.progress}
          cx={size / 2}
          cy={size / 2}
          r={radius}
          strokeWidth={strokeWidth}
          strokeDasharray={circumference}
          strokeDashoffset={circumference * (1 - doneCount / totalCount)}
          data-started={doneCount > 0 || undefined}
        />
      </svg>
      <span className={css.count}>
        {format.number(doneCount)}
        <small>/{format.number(totalCount)}</small>
      </span>
    </span>
  )
}
