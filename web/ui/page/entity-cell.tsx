import { IconPhoto } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import css from './entity-cell.module.css'

/**
 * The first column of a list: image, title and a dimmed second line. `imageUrl` is `null` for a
 * record without an image, and undefined for records that never have one.
 */
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
    <span className={css.entity}>
      {imageUrl !== undefined && (
        <span className={css.imageBox}>
          {imageUrl ? (
            <img
              src={imageUrl}
              alt=""
              width={40}
              height={40}
              loading="lazy"
              className={css.image}
            />
          ) : (
            <IconPhoto size={18} stroke={1.5} aria-hidden />
          )}
        </span>
      )}
      <span className={css.text}>
        <span className={css.title}>
          <span className={css.titleText}>{title}</span>
          {badge}
        </span>
        {details && <span className={css.details}>{details}</span>}
      </span>
    </span>
  )
}
