import type { CSSProperties } from 'react'
import { fontStacks, type ThemeSettings } from '#contract/theme.ts'
import { PreviewProductCard } from './preview-product-card.tsx'
import css from './store-preview.module.css'
import type { PreviewContent } from './use-preview-content.ts'

type Props = {
  settings: ThemeSettings
  content: PreviewContent
  label: string
  device?: 'desktop' | 'phone' /** Only a part of the page, as in the content settings. */
  sections?: readonly PreviewSection[]
}
type PreviewSection = 'announcement' | 'header' | 'hero' | 'goods' | 'footer'
const allSections: readonly PreviewSection[] = ['announcement', 'header', 'hero', 'goods', 'footer']

const ratios: Record<string, string> = { square: '1', portrait: '4 / 5', landscape: '4 / 3' }
const toText = (value: ThemeSettings[string] | undefined) => String(value ?? '')

/** The settings as what the style sheet reads. */
const cssVariablesFor = (settings: ThemeSettings): CSSProperties => ({
  '--background': toText(settings['background']),
  '--surface': toText(settings['surface']),
  '--ink': toText(settings['text']),
  '--muted': toText(settings['muted']),
  '--accent': toText(settings['accent']),
  '--on-accent': toText(settings['onAccent']),
  '--line': toText(settings['line']),
  '--heading-font': fontStacks[toText(settings['headingFont'])],
  '--body-font': fontStacks[toText(settings['bodyFont'])],
  '--text-size': toText(settings['textSize']),
  '--round': toText(settings['radius']),
  '--ratio': ratios[toText(settings['imageRatio'])] ?? '1',
})

/**
 * A store's front page in miniature, painted from a theme's settings. Everything in it is sized by the width of its
 * frame, so that one drawing serves as thumbnail and as preview.
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
      style={{ ...cssVariablesFor(settings), '--virtual': isPhone ? '390' : '1180' }}
    >
      <div className={css.shop} aria-hidden>
        {sections.includes('announcement') && content.announcement && (
          <p
            className={css.announcement}
            style={{
              background: content.announcement.background,
              color: content.announcement.colour,
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
        {sections.includes('goods') && (
          <div className={css.goods}>
            <p className={css.goodsTitle}>{content.productsTitle}</p>
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
    <span className={css.mark}>{content.title}</span>
  )
  const menu = (
    <span className={css.menu}>
      {content.menu.map(entry => (
        <span key={entry}>{entry}</span>
      ))}
    </span>
  )
  const cartIcon = <span className={css.bag} />
  return (
    <div className={css.header} data-layout={layout}>
      {layout === 'phone' && (
        <>
          <span className={css.burger} />
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
    <img src={slide.image} alt="" className={css.heroPicture} />
  ) : (
    <span className={css.heroPicture} />
  )
  return (
    <div className={css.hero} data-layout={layout} data-pictured={slide.image !== '' || undefined}>
      {layout !== 'quiet' && image}
      <div className={css.heroWords}>
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
      <p className={css.mark}>{content.title}</p>
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
