import { useFormat } from '../lib/format.ts'
import css from './first-steps.module.css'

const size = 56
const width = 5
const radius = (size - width) / 2
const around = 2 * Math.PI * radius

/** How far one has come, as a ring that closes; the words beside it say the same. */
export function FirstStepsRing({ done, all }: { done: number; all: number }) {
  const format = useFormat()
  return (
    <span className={css.ring} aria-hidden>
      <svg aria-hidden="true" width={size} height={size} viewBox={`0 0 ${size} ${size}`}>
        <circle className={css.track} cx={size / 2} cy={size / 2} r={radius} strokeWidth={width} />
        <circle
          className={css.way}
          cx={size / 2}
          cy={size / 2}
          r={radius}
          strokeWidth={width}
          strokeDasharray={around}
          strokeDashoffset={around * (1 - done / all)}
          data-begun={done > 0 || undefined}
        />
      </svg>
      <span className={css.count}>
        {format.number(done)}
        <small>/{format.number(all)}</small>
      </span>
    </span>
  )
}
