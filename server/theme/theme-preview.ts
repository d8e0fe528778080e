import type { ThemeSettings } from '#contract/theme/theme.ts'
import { getPreviewSettings } from '#contract/theme/theme-css.ts'

interface Rect {
  x: number
  y: number
  width: number
  height: number
  fill: string
  radius?: number
}

const getSafeValue = (settings: ThemeSettings, key: string) =>
  String(settings[key] ?? '').replace(/[^#\w-]/g, '')

const renderRect = ({ x, y, width, height, fill, radius = 0 }: Rect) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`

/**
 * Returns a small storefront in the colors and shapes of the settings, as the data URL of an SVG
 * with 320 × 200 units. It consists of rectangles and has no text.
 */
export function renderPreview(settings: ThemeSettings): string {
  const schemeSettings = getPreviewSettings(settings)
  const getColor = (key: string) => getSafeValue(schemeSettings, key)
  const cornerRadius = Math.min(12, Number(settings['radius'] ?? 0) / 2)
  const columns = Math.max(2, Math.min(5, Number(settings['perRow'] ?? 3)))
  const rects = [
    { x: 0, y: 0, width: 320, height: 200, fill: getColor('background') },
    ...createHeader(getColor),
    ...createHero(getColor, cornerRadius),
    ...Array.from({ length: columns }, (_, index) =>
      createCard(getColor, { index, columns, cornerRadius }),
    ).flat(),
  ]
  const content = rects.map(renderRect).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200">${content}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

type GetColor = (key: string) => string

function createHeader(getColor: GetColor): Rect[] {
  const fill = getColor('muted')
  const links = [220, 250, 280].map(x => ({ x, y: 12, width: 20, height: 4, fill, radius: 2 }))
  return [
    { x: 16, y: 10, width: 46, height: 8, fill: getColor('text'), radius: 2 },
    ...links,
    { x: 0, y: 27, width: 320, height: 1, fill: getColor('line') },
  ]
}

function createHero(getColor: GetColor, cornerRadius: number): Rect[] {
  const buttonRadius = Math.min(6, cornerRadius)
  return [
    { x: 16, y: 38, width: 288, height: 68, fill: getColor('surface'), radius: cornerRadius },
    { x: 32, y: 54, width: 110, height: 9, fill: getColor('text'), radius: 2 },
    { x: 32, y: 70, width: 80, height: 5, fill: getColor('muted'), radius: 2 },
    { x: 32, y: 84, width: 48, height: 13, fill: getColor('accent'), radius: buttonRadius },
  ]
}

function createCard(
  getColor: GetColor,
  { index, columns, cornerRadius }: { index: number; columns: number; cornerRadius: number },
): Rect[] {
  const width = (288 - (columns - 1) * 10) / columns
  const x = 16 + index * (width + 10)
  const image = { x, y: 120, width, height: 44, radius: cornerRadius }
  return [
    { ...image, fill: getColor('surface') },
    { ...image, fill: `${getColor('muted')}33` },
    { x, y: 170, width: width * 0.7, height: 5, fill: getColor('text'), radius: 2 },
    { x, y: 180, width: width * 0.4, height: 5, fill: getColor('muted'), radius: 2 },
  ]
}
