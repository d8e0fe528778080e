/** Colours of glaze, cloth, wood and metal by the names that the catalogue uses. */
const colorByName: Record<string, string> = {
  chalk: '#efe8da',
  oat: '#d8c6a4',
  clay: '#c2714c',
  moss: '#74805a',
  tide: '#4e7f8e',
  ink: '#36446a',
  plum: '#7b4a69',
  mustard: '#d5a03c',
  rose: '#d99a94',
  charcoal: '#4b4b52',
  sage: '#a8b698',
  fern: '#557f4f',
  oak: '#c69d6c',
  walnut: '#7d5439',
  brass: '#c9a04e',
  amber: '#b3692a',
  glass: '#b9d3d4',
}

export interface PaintColors {
  base: string
  light: string
  dark: string
  deep: string
  /** The two halves of the room behind it, chosen to set the thing off. */
  wall: string
  table: string
}

const parseChannels = (hex: string) => [1, 3, 5].map(i => Number.parseInt(hex.slice(i, i + 2), 16))

/** The colour `share` (0–1) of the way from one to the other. */
export function mixColors(from: string, to: string, ratio: number) {
  const target = parseChannels(to)
  const mixedChannels = parseChannels(from).map((c, i) =>
    Math.round(c + ((target[i] ?? c) - c) * ratio),
  )
  return `#${mixedChannels.map(c => c.toString(16).padStart(2, '0')).join('')}`
}

const backgrounds = [
  { wall: '#e9e4f0', table: '#d9cfdf' },
  { wall: '#f1e6d8', table: '#e3cfb6' },
  { wall: '#dfe8e6', table: '#c6d6d3' },
  { wall: '#f2e0d9', table: '#e2c3b7' },
  { wall: '#e4e8ee', table: '#cbd3df' },
]
const backgroundByColor: Record<string, number> = {
  chalk: 3,
  oat: 4,
  clay: 2,
  moss: 1,
  tide: 1,
  ink: 3,
  plum: 1,
  mustard: 0,
  rose: 4,
  charcoal: 3,
  sage: 3,
  fern: 1,
  oak: 2,
  walnut: 4,
  brass: 0,
  amber: 2,
  glass: 3,
}

export function createPaintColors(color: string): PaintColors {
  const base = colorByName[color] ?? '#8d8bb8'
  const room = backgrounds[backgroundByColor[color] ?? 0] ?? { wall: '#e9e4f0', table: '#d9cfdf' }
  return {
    base,
    light: mixColors(base, '#ffffff', 0.28),
    dark: mixColors(base, '#2a2030', 0.24),
    deep: mixColors(base, '#2a2030', 0.5),
    ...room,
  }
}

/** A filled outline. */
export const drawArea = (d: string, fill: string, more = '') =>
  `<path d="${d}" fill="${fill}" ${more}/>`

/** A body that is round from left to right: its colour, then light and shade across it. */
export const drawRounded = (d: string, fill: string) =>
  drawArea(d, fill) + drawArea(d, 'url(#round)')

/** Something flat lit from the upper left. */
export const drawFlat = (d: string, fill: string) => drawArea(d, fill) + drawArea(d, 'url(#flat)')

export const drawStroke = (d: string, colour: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`

export const drawEllipse = (
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  fill: string,
  more = '',
) => `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${fill}" ${more}/>`

export const roundedRectPath = (x: number, y: number, w: number, h: number, r: number) =>
  `M${x + r} ${y}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${h - 2 * r}a${r} ${r} 0 0 1-${r} ${r}h-${w - 2 * r}a${r} ${r} 0 0 1-${r}-${r}v-${h - 2 * r}a${r} ${r} 0 0 1 ${r}-${r}z`

export const transformGroup = (transform: string, ...parts: string[]) =>
  `<g transform="${transform}">${parts.join('')}</g>`

/** The soft patch that a standing thing leaves on the table. */
export const drawShadow = (cx: number, y: number, rx: number) =>
  drawEllipse(
    cx + rx * 0.16,
    y - 4,
    rx * 1.16,
    rx * 0.15 + 10,
    '#2a2030',
    'opacity=".26" filter="url(#blur)"',
  ) +
  drawEllipse(
    cx + rx * 0.03,
    y - 2,
    rx * 0.96,
    rx * 0.05 + 7,
    '#2a2030',
    'opacity=".3" filter="url(#blur-small)"',
  )

/** Lifts flat things off the table. */
export const withLiftShadow = (...parts: string[]) => `<g filter="url(#lift)">${parts.join('')}</g>`

export const repeat = <T>(count: number, draw: (i: number) => T) =>
  Array.from({ length: count }, (_, i) => draw(i))

/** A leaf from its stalk at 0,0 upwards. */
export const drawLeaf = (
  length: number,
  width: number,
  colour: string,
  vein = mixColors(colour, '#ffffff', 0.3),
) =>
  drawArea(
    `M0 0C${-width} ${-length * 0.3} ${-width * 0.8} ${-length * 0.8} 0 ${-length}C${width * 0.8} ${-length * 0.8} ${width} ${-length * 0.3} 0 0z`,
    colour,
  ) +
  drawArea(
    `M0 0C${width} ${-length * 0.3} ${width * 0.8} ${-length * 0.8} 0 ${-length}z`,
    mixColors(colour, '#1d2a1a', 0.16),
  ) +
  drawStroke(`M0 0V${-length * 0.86}`, vein, 3, 'opacity=".6"')

/** A dry stem with paired leaves, `height` tall from 0,0. */
export function drawSprig(height: number, colour: string, lean = 0) {
  const pairs = Math.max(3, Math.round(height / 70))
  const leaves = repeat(pairs, i => {
    const t = (i + 1.4) / (pairs + 1)
    const size = 64 - t * 22
    const [x, y] = [lean * t * t, -height * t]
    return transformGroup(
      `translate(${x} ${y})`,
      transformGroup('rotate(-56)', drawLeaf(size, 24, colour)),
      transformGroup('rotate(52)', drawLeaf(size, 24, mixColors(colour, '#1d2a1a', 0.14))),
    )
  })
  const tip = transformGroup(
    `translate(${lean} ${-height}) rotate(${lean / 8})`,
    drawLeaf(58, 20, colour),
  )
  return (
    drawStroke(
      `M0 0Q0 ${-height * 0.6} ${lean} ${-height}`,
      mixColors(colour, '#3a2a1a', 0.35),
      6,
    ) +
    leaves.join('') +
    tip
  )
}
