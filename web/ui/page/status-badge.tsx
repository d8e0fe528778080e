import css from './status-badge.module.css'

export type StatusTone = 'good' | 'warn' | 'bad' | 'info' | 'neutral'

/** A state as dot and word: never the colour alone. `hollow` for what has not begun. */
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
