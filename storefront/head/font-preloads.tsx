import type { StorefrontFrame, StorefrontPage } from '#contract/storefront/storefront-page.ts'

type Props = { frame: StorefrontFrame; themeFonts: StorefrontPage['assets']['themeFonts'] }

/**
 * Loads the typefaces of the theme together with its style sheets. A typeface that arrives after the
 * first paint is not used on the page (`font-display: optional`), so that no text moves.
 */
export function FontPreloads({ frame: { theme, language }, themeFonts }: Props) {
  const { code, settings } = theme
  const values = new Set([settings['headingFont'], settings['bodyFont']])
  // The typefaces have no Arabic letters.
  const paths = language === 'ar' ? [] : [...values].map(value => themeFonts[`${code}-${value}`])
  return paths.map(
    path =>
      path && (
        <link key={path} rel="preload" href={path} as="font" type="font/woff2" crossOrigin="" />
      ),
  )
}
