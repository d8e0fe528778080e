import { useResizeObserver } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Theme } from '#contract/theme/theme.ts'
import { usePreviewLink } from '../preview/use-preview-link.ts'
import css from './theme.module.css'

/** The width at which a store has the layout of a desktop. */
const pageWidth = 1280

/** The home page of the store in a theme, as shoppers would see it. */
export function ThemePagePreview({ theme }: { theme: Theme }) {
  const { t } = useTranslation()
  const [ref, { width, height }] = useResizeObserver()
  const [isLoaded, setLoaded] = useState(false)
  const { data: link } = usePreviewLink(theme._id, {
    use: 'editor',
    ...(theme.publishedVersionId && { versionId: theme.publishedVersionId }),
  })
  const scale = width / pageWidth
  return (
    <div
      ref={ref}
      className={css.preview}
      role="img"
      aria-label={t('theme.list.preview', { name: theme.name })}
    >
      {/* The colors of the theme, until the page is there. */}
      <img className={css.sketch} src={theme.preview} alt="" />
      {link && width > 0 && (
        <div inert>
          <iframe
            src={link.url}
            title={t('theme.list.preview', { name: theme.name })}
            className={css.page}
            data-loaded={isLoaded || undefined}
            loading="lazy"
            // The store is on a host of its own, so its scripts can't reach this page.
            sandbox="allow-scripts allow-same-origin"
            referrerPolicy="no-referrer"
            onLoad={() => setLoaded(true)}
            style={{ width: pageWidth, height: height / scale, transform: `scale(${scale})` }}
          />
        </div>
      )}
    </div>
  )
}
