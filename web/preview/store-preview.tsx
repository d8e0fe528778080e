import type { CSSProperties } from 'react'
import type { ThemeSettings } from '#contract/theme/theme.ts'
import { fontStacks, getPreviewSettings } from '#contract/theme/theme-css.ts'
import css from './store-preview.module.css'
import type { PreviewContent } from './use-preview-content.ts'

type Props = {
  settings: ThemeSettings
  content: PreviewContent
  label: string
  device?: 'desktop' | 'phone'
  parts: readonly PreviewPart[]
}
export type PreviewPart = 'announcement' | 'header' | 'footer'

const toText = (value: ThemeSettings[string] | undefined) => String(value ?? '')

/** Returns the theme settings as variables of the style sheet. */
const getCssVariables = (settings: ThemeSettings): CSSProperties => ({
  '--background': toText(settings['background']),
  '--surface': toText(settings['surface']),
  '--text': toText(settings['text']),
  '--muted': toText(settings['muted']),
  '--line': toText(settings['line']),
  '--heading-font': fontStacks[toText(settings['headingFont'])],
  '--body-font': fontStacks[toText(settings['bodyFont'])],
  '--text-size': toText(settings['textSize']),
})

/**
 * A small preview of parts of a store's pages with the settings of a theme. All sizes follow the
 * width of the preview.
 */
export function StorePreview({ settings, content, label, device = 'desktop', parts }: Props) {
  const isPhone = device === 'phone'
  return (
    <div
      className={css.preview}
      role="img"
      aria-label={label}
      data-device={device}
      dir={content.direction}
      style={{
        ...getCssVariables(getPreviewSettings(settings)),
        '--page-width': isPhone ? '390' : '1180',
      }}
    >
      <div className={css.store} aria-hidden>
        {parts.includes('announcement') && content.announcement && (
          <p
            className={css.announcement}
            style={{
              background: content.announcement.background,
              color: content.announcement.color,
            }}
          >
            {content.announcement.text}
          </p>
        )}
        {parts.includes('header') && (
          <PreviewHeader
            layout={isPhone ? 'phone' : toText(settings['headerLayout'])}
            content={content}
          />
        )}
        {parts.includes('footer') && <PreviewFooter content={content} />}
      </div>
    </div>
  )
}

function PreviewHeader({ layout, content }: { layout: string; content: PreviewContent }) {
  const brand = content.logo ? (
    <img src={content.logo} alt="" className={css.logo} />
  ) : (
    <span className={css.siteTitle}>{content.title}</span>
  )
  const menu = (
    <span className={css.menu}>
      {content.menu.map(entry => (
        <span key={entry}>{entry}</span>
      ))}
    </span>
  )
  const cartIcon = <span className={css.cartIcon} />
  return (
    <div className={css.header} data-layout={layout}>
      {layout === 'phone' && (
        <>
          <span className={css.menuIcon} />
          {brand}
          {cartIcon}
        </>
      )}
      {layout === 'split' && (
        <>
          {menu}
          {brand}
          {cartIcon}
        </>
      )}
      {layout === 'centred' && (
        <>
          {brand}
          {menu}
        </>
      )}
      {(layout === 'left' || layout === '') && (
        <>
          {brand}
          {menu}
          {cartIcon}
        </>
      )}
    </div>
  )
}

const PreviewFooter = ({ content }: { content: PreviewContent }) => (
  <div className={css.footer}>
    <div>
      <p className={css.siteTitle}>{content.title}</p>
      {content.footer.text && <p className={css.footerText}>{content.footer.text}</p>}
    </div>
    <div className={css.footerMenu}>
      {content.footer.menu.map(entry => (
        <span key={entry}>{entry}</span>
      ))}
    </div>
    <p className={css.copyright}>{content.footer.copyright}</p>
  </div>
)
