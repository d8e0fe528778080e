import type { CSSProperties } from 'react'
import { fontStacks, type ThemeSettings } from '#contract/theme.ts'
import { PreviewProductCard } from './preview-product-card.tsx'
import css from './store-preview.module.css'
import type { PreviewContent } from './use-preview-content.ts'

type Props = {
  settings: ThemeSettings
  content: PreviewContent
  label: string
  device?: 'desktop' | 'phone'
  /** The parts of the page to show. All by default. */
  sections?: readonly PreviewSection[]
}
type PreviewSection = 'announcement' | 'header' | 'hero' | 'products' | 'footer'
const allSections: readonly PreviewSection[] = [
  'announcement',
  'header',
  'hero',
  'products',
  'footer',
]

const ratios: Record<string, string> = { square: '1', portrait: '4 / 5', landscape: '4 / 3' }
const toText = (value: ThemeSettings[string] | undefined) => String(value ?? '')

/** Returns the theme settings as variables of the style sheet. */
const getCssVariables = (settings: ThemeSettings): CSSProperties => ({
  '--background': toText(settings['background']),
  '--surface': toText(settings['surface']),
  '--text': toText(settings['text']),
  '--muted': toText(settings['muted']),
  '--accent': toText(settings['accent']),
  '--on-accent': toText(settings['onAccent']),
  '--line': toText(settings['line']),
  '--heading-font': fontStacks[toText(settings['headingFont'])],
  '--body-font': fontStacks[toText(settings['bodyFont'])],
  '--text-size': toText(settings['textSize']),
  '--radius': toText(settings['radius']),
  '--ratio': ratios[toText(settings['imageRatio'])] ?? '1',
})

/**
 * A small preview of the home page of a store with the settings of a theme. All sizes follow the
 * width of the frame, so that it works as a thumbnail and as a large preview.
 */
export function StorePreview({
  settings,
  content,
  label,
  device = 'desktop',
  sections = allSections,
}: Props) {
  const isPhone = device === 'phone'
  const perRow = isPhone ? 2 : Number(settings['perRow'] ?? 3)
  const button = toText(settings['button'])
  return (
    <div
      className={css.frame}
      role="img"
      aria-label={label}
      data-device={device}
      dir={content.direction}
      style={{ ...getCssVariables(settings), '--page-width': isPhone ? '390' : '1180' }}
    >
      <div className={css.store} aria-hidden>
        {sections.includes('announcement') && content.announcement && (
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
        {sections.includes('header') && (
          <PreviewHeader
            layout={isPhone ? 'phone' : toText(settings['headerLayout'])}
            content={content}
          />
        )}
        {sections.includes('hero') && content.slide && (
          <PreviewHero
            layout={toText(settings['heroLayout'])}
            slide={content.slide}
            button={button}
          />
        )}
        {sections.includes('products') && (
          <div className={css.products}>
            <p className={css.productsTitle}>{content.productsTitle}</p>
            <div
              className={css.grid}
              style={{ gridTemplateColumns: `repeat(${perRow}, minmax(0, 1fr))` }}
              data-card={toText(settings['cardStyle'])}
            >
              {content.products.slice(0, isPhone ? 4 : perRow).map(product => (
                <PreviewProductCard
                  key={product.key}
                  product={product}
                  hasVendor={settings['showVendor'] === true}
                />
              ))}
            </div>
          </div>
        )}
        {sections.includes('footer') && <PreviewFooter content={content} />}
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

function PreviewHero({
  layout,
  slide,
  button,
}: {
  layout: string
  slide: NonNullable<PreviewContent['slide']>
  button: string
}) {
  const image = slide.image ? (
    <img src={slide.image} alt="" className={css.heroImage} />
  ) : (
    <span className={css.heroImage} />
  )
  return (
    <div className={css.hero} data-layout={layout} data-has-image={slide.image !== '' || undefined}>
      {layout !== 'quiet' && image}
      <div className={css.heroContent}>
        <p className={css.heading}>{slide.heading}</p>
        <p className={css.heroText}>{slide.text}</p>
        {slide.buttonLabel && (
          <span className={css.button} data-kind={button}>
            {slide.buttonLabel}
          </span>
        )}
      </div>
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
