import type { CSSProperties } from 'react'
import { fontStacks, type ThemeSettings } from '#contract/theme.ts'
import { MiniGood } from './mini-good.tsx'
import css from './mini-shop.module.css'
import type { ShopContent } from './shop-content.ts'

type Props = {
  settings: ThemeSettings
  content: ShopContent
  label: string
  device?: 'desktop' | 'phone' /** Only a part of the page, as in the content settings. */
  parts?: readonly Part[]
}
type Part = 'announcement' | 'header' | 'hero' | 'goods' | 'footer'
const all: readonly Part[] = ['announcement', 'header', 'hero', 'goods', 'footer']

const ratios: Record<string, string> = { square: '1', portrait: '4 / 5', landscape: '4 / 3' }
const word = (value: ThemeSettings[string] | undefined) => String(value ?? '')

/** The settings as what the style sheet reads. */
const variablesOf = (settings: ThemeSettings): CSSProperties => ({
  '--background': word(settings['background']),
  '--surface': word(settings['surface']),
  '--ink': word(settings['text']),
  '--muted': word(settings['muted']),
  '--accent': word(settings['accent']),
  '--on-accent': word(settings['onAccent']),
  '--line': word(settings['line']),
  '--heading-font': fontStacks[word(settings['headingFont'])],
  '--body-font': fontStacks[word(settings['bodyFont'])],
  '--text-size': word(settings['textSize']),
  '--round': word(settings['radius']),
  '--ratio': ratios[word(settings['imageRatio'])] ?? '1',
})

/**
 * A store's front page in miniature, painted from a theme's settings. Everything in it is sized by the width of its
 * frame, so that one drawing serves as thumbnail and as preview.
 */
export function MiniShop({ settings, content, label, device = 'desktop', parts = all }: Props) {
  const isPhone = device === 'phone'
  const perRow = isPhone ? 2 : Number(settings['perRow'] ?? 3)
  const button = word(settings['button'])
  return (
    <div
      className={css.frame}
      role="img"
      aria-label={label}
      data-device={device}
      dir={content.direction}
      style={{ ...variablesOf(settings), '--virtual': isPhone ? '390' : '1180' }}
    >
      <div className={css.shop} aria-hidden>
        {parts.includes('announcement') && content.announcement && (
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
        {parts.includes('header') && (
          <Header layout={isPhone ? 'phone' : word(settings['headerLayout'])} content={content} />
        )}
        {parts.includes('hero') && content.slide && (
          <Hero layout={word(settings['heroLayout'])} slide={content.slide} button={button} />
        )}
        {parts.includes('goods') && (
          <div className={css.goods}>
            <p className={css.goodsTitle}>{content.goodsTitle}</p>
            <div
              className={css.grid}
              style={{ gridTemplateColumns: `repeat(${perRow}, minmax(0, 1fr))` }}
              data-card={word(settings['cardStyle'])}
            >
              {content.goods.slice(0, isPhone ? 4 : perRow).map(good => (
                <MiniGood key={good.key} good={good} hasVendor={settings['showVendor'] === true} />
              ))}
            </div>
          </div>
        )}
        {parts.includes('footer') && <Footer content={content} />}
      </div>
    </div>
  )
}

function Header({ layout, content }: { layout: string; content: ShopContent }) {
  const mark = content.logo ? (
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
  const bag = <span className={css.bag} />
  return (
    <div className={css.header} data-layout={layout}>
      {layout === 'phone' && (
        <>
          <span className={css.burger} />
          {mark}
          {bag}
        </>
      )}
      {layout === 'split' && (
        <>
          {menu}
          {mark}
          {bag}
        </>
      )}
      {layout === 'centred' && (
        <>
          {mark}
          {menu}
        </>
      )}
      {(layout === 'left' || layout === '') && (
        <>
          {mark}
          {menu}
          {bag}
        </>
      )}
    </div>
  )
}

function Hero({
  layout,
  slide,
  button,
}: {
  layout: string
  slide: NonNullable<ShopContent['slide']>
  button: string
}) {
  const picture = slide.image ? (
    <img src={slide.image} alt="" className={css.heroPicture} />
  ) : (
    <span className={css.heroPicture} />
  )
  return (
    <div className={css.hero} data-layout={layout} data-pictured={slide.image !== '' || undefined}>
      {layout !== 'quiet' && picture}
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

const Footer = ({ content }: { content: ShopContent }) => (
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
