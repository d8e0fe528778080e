import { IconPhoto } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import css from './entity-cell.module.css'

/** The first column of a list: picture (40 px; `null` for a thing without one), name, a dimmed second line. */
export function EntityCell({
  imageUrl,
  title,
  details,
  badge,
}: {
  imageUrl?: string | null
  title: ReactNode
  details?: ReactNode
  badge?: ReactNode
}) {
  return (
    <span className={css.thing}>
      {imageUrl !== undefined && (
        <span className={css.frame}>
          {imageUrl ? (
            <img
              src={imageUrl}
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
        {details && <span className={css.line}>{details}</span>}
      </span>
    </span>
  )
}
