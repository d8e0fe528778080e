import type { ThemeSettings } from '#contract/theme.ts'

const text = (settings: ThemeSettings, key: string) =>
  String(settings[key] ?? '').replace(/[^#\w-]/g, '')

/** A shop in miniature, 320 × 200, in the colours and shapes of the settings; an SVG of rectangles, no text. */
export function drawPreview(settings: ThemeSettings): string {
  const [background, surface, ink, muted, accent, line] = [
    'background',
    'surface',
    'text',
    'muted',
    'accent',
    'line',
  ].map(key => text(settings, key))
  const round = Math.min(12, Number(settings['radius'] ?? 0) / 2)
  const columns = Math.max(2, Math.min(5, Number(settings['perRow'] ?? 3)))
  const width = (288 - (columns - 1) * 10) / columns
  const box = (x: number, y: number, w: number, h: number, fill: string | undefined, r = 0) =>
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}"/>`
  const card = (n: number) => {
    const x = 16 + n * (width + 10)
    return `${box(x, 120, width, 44, surface, round)}${box(x, 120, width, 44, `${muted}33`, round)}${box(x, 170, width * 0.7, 5, ink, 2)}${box(x, 180, width * 0.4, 5, muted, 2)}`
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200">${box(0, 0, 320, 200, background)}${box(16, 10, 46, 8, ink, 2)}${[
    220, 250, 280,
  ]
    .map(x => box(x, 12, 20, 4, muted, 2))
    .join('')}${box(0, 27, 320, 1, line)}${box(16, 38, 288, 68, surface, round)}${box(
    32,
    54,
    110,
    9,
    ink,
    2,
  )}${box(32, 70, 80, 5, muted, 2)}${box(32, 84, 48, 13, accent, Math.min(6, round))}${Array.from({ length: columns }, (_, n) => card(n)).join('')}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
