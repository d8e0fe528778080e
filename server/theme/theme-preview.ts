import type { ThemeSettings } from '#contract/theme.ts'

const getSafeValue = (settings: ThemeSettings, key: string) =>
  String(settings[key] ?? '').replace(/[^#\w-]/g, '')

/**
 * A shop in miniature, 320 × 200, in the colours and shapes of the settings; an SVG of rectangles,
 * no text.
 */
export function renderPreview(settings: ThemeSettings): string {
  const [background, surface, textColor, muted, accent, line] = [
    'background',
    'surface',
    'text',
    'muted',
    'accent',
    'line',
  ].map(key => getSafeValue(settings, key))
  const cornerRadius = Math.min(12, Number(settings['radius'] ?? 0) / 2)
  const columns = Math.max(2, Math.min(5, Number(settings['perRow'] ?? 3)))
  const width = (288 - (columns - 1) * 10) / columns
  const renderRect = (
    x: number,
    y: number,
    w: number,
    h: number,
    fill: string | undefined,
    r = 0,
  ) => `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}"/>`
  const renderCard = (n: number) => {
    const x = 16 + n * (width + 10)
    return `${renderRect(x, 120, width, 44, surface, cornerRadius)}${renderRect(x, 120, width, 44, `${muted}33`, cornerRadius)}${renderRect(x, 170, width * 0.7, 5, textColor, 2)}${renderRect(x, 180, width * 0.4, 5, muted, 2)}`
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200">${renderRect(0, 0, 320, 200, background)}${renderRect(16, 10, 46, 8, textColor, 2)}${[
    220, 250, 280,
  ]
    .map(x => renderRect(x, 12, 20, 4, muted, 2))
    .join(
      '',
    )}${renderRect(0, 27, 320, 1, line)}${renderRect(16, 38, 288, 68, surface, cornerRadius)}${renderRect(
    32,
    54,
    110,
    9,
    textColor,
    2,
  )}${renderRect(32, 70, 80, 5, muted, 2)}${renderRect(32, 84, 48, 13, accent, Math.min(6, cornerRadius))}${Array.from({ length: columns }, (_, n) => renderCard(n)).join('')}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
