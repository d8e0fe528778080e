import css from './status-badge.module.css'

export type StatusTone = 'good' | 'warn' | 'bad' | 'info' | 'neutral'

/** A status with a colored dot and a label. `isHollow` marks a status that has not started. */
export function StatusBadge({
  tone,
  label,
  isHollow = false,
}: {
  tone: StatusTone
  label: string
  isHollow?: boolean
}) {
  return (
    <span className={css.badge} data-tone={tone} data-hollow={isHollow || undefined}>
      {label}
    </span>
  )
}
