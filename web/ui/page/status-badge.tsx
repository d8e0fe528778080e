import css from './status-badge.module.css'

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'neutral'

/** A state as dot and word: never the colour alone. `hollow` for what has not begun. */
export function StatusBadge({
  tone,
  label,
  hollow = false,
}: {
  tone: Tone
  label: string
  hollow?: boolean
}) {
  return (
    <span className={css.badge} data-tone={tone} data-hollow={hollow || undefined}>
      {label}
    </span>
  )
}
