import type { StorefrontFrame, StorefrontPage } from '#contract/storefront/storefront-page.ts'

type Props = { frame: StorefrontFrame; themeFonts: StorefrontPage['assets']['themeFonts'] }

/**
 * Loads the typefaces of the theme together with its style sheets. Until they arrive, text has a font of
 * the system with the same widths (`size-adjust`), so that it does not move.
 */
export function FontPreloads({ frame: { theme, language }, themeFonts }: Props) {
  const { code, settings } = theme
  const bodyFont = themeFonts[`${code}-${settings['bodyFont']}`]
  const headingName = `${code}-${settings['headingFont']}`
  const headingFont = themeFonts[`${headingName}-heading`] ?? themeFonts[headingName]
  // The typefaces have no Arabic letters.
  const paths = language === 'ar' ? [] : new Set([headingFont, bodyFont])
  return [...paths].map(
    path =>
      path && (
        <link key={path} rel="preload" href={path} as="font" type="font/woff2" crossOrigin="" />
      ),
  )
}
