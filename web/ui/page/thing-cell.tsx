import { IconPhoto } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import css from './thing-cell.module.css'

/** The first column of a list: picture (40 px; `null` for a thing without one), name, a dimmed second line. */
export function ThingCell({
  picture,
  title,
  line,
  badge,
}: {
  picture?: string | null
  title: ReactNode
  line?: ReactNode
  badge?: ReactNode
}) {
  return (
    <span className={css.thing}>
      {picture !== undefined && (
        <span className={css.frame}>
          {picture ? (
            <img
              src={picture}
              alt=""
              width={40}
              height={40}
              loading="lazy"
              className={css.picture}
            />
          ) : (
            <IconPhoto size={18} stroke={1.5} aria-hidden />
          )}
        </span>
      )}
      <span className={css.words}>
        <span className={css.title}>
          <span className={css.text}>{title}</span>
          {badge}
        </span>
        {line && <span className={css.line}>{line}</span>}
      </span>
    </span>
  )
}
