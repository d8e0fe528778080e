import { listColorSchemes, type ThemeSettings } from '#contract/theme/theme.ts'
import { getSchemeSettings, isDarkBackground, toCssValue } from '#contract/theme/theme-css.ts'

/** Colors the frame of the browser, and the window until the style sheets arrive. */
export function ColorSchemeTags({ settings }: { settings: ThemeSettings }) {
  const schemes = listColorSchemes(settings)
  const palettes = schemes.map(scheme => getSchemeSettings(settings, scheme))
  return (
    <>
      <meta
        name="color-scheme"
        content={palettes.map(palette => (isDarkBackground(palette) ? 'dark' : 'light')).join(' ')}
      />
      {palettes.map(({ background = '' }, index) => (
        <meta
          key={schemes[index]}
          name="theme-color"
          content={toCssValue('background', background)}
          media={schemes.length > 1 ? `(prefers-color-scheme: ${schemes[index]})` : undefined}
        />
      ))}
    </>
  )
}
