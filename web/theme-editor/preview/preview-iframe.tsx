import { Skeleton } from '@mantine/core'
import { useResizeObserver } from '@mantine/hooks'
import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from '../theme-editor.module.css'
import { deviceWidths, type PreviewDevice } from './preview-page.ts'

/** A narrower window would show the layout of a tablet. The preview is scaled down instead. */
const minDesktopWidth = 1200

/** The store in an iframe of the width of a device, scaled to the room that it has. */
export function PreviewIframe({
  iframeRef,
  url,
  device,
  isReady,
}: {
  iframeRef: RefObject<HTMLIFrameElement | null>
  url: string | undefined
  device: PreviewDevice
  isReady: boolean
}) {
  const { t } = useTranslation()
  const [ref, { width, height }] = useResizeObserver()
  const [loadedUrl, setLoadedUrl] = useState<string>()
  const pageWidth = deviceWidths[device] ?? Math.max(width, minDesktopWidth)
  const scale = width > 0 ? Math.min(1, width / pageWidth) : 1
  return (
    <div className={css.stage} data-device={device}>
      <div ref={ref} className={css.screen}>
        {url && (
          <iframe
            ref={iframeRef}
            src={url}
            title={t('themeEditor.preview')}
            className={css.iframe}
            // The store is on a host of its own, so its scripts can't reach this page.
            sandbox="allow-scripts allow-same-origin allow-forms"
            referrerPolicy="no-referrer"
            onLoad={() => setLoadedUrl(url)}
            style={{
              width: pageWidth,
              height: height / scale,
              transform: `scale(${scale})`,
              left: Math.max(0, (width - pageWidth * scale) / 2),
            }}
          />
        )}
        {!isReady && loadedUrl !== url && (
          <div className={css.iframeLoading} role="status" aria-label={t('ui.list.loading')}>
            <Skeleton h="100%" radius={0} />
          </div>
        )}
      </div>
    </div>
  )
}
