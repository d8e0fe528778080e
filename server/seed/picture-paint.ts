/** Colours of glaze, cloth, wood and metal by the names that the catalogue uses. */
const pigments: Record<string, string> = {
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

export interface Paint {
  base: string
  light: string
  dark: string
  deep: string
  /** The two halves of the room behind it, chosen to set the thing off. */
  wall: string
  table: string
}

const channels = (hex: string) => [1, 3, 5].map(i => Number.parseInt(hex.slice(i, i + 2), 16))

/** The colour `share` (0–1) of the way from one to the other. */
export function mix(from: string, to: string, share: number) {
  const target = channels(to)
  const blended = channels(from).map((c, i) => Math.round(c + ((target[i] ?? c) - c) * share))
  return `#${blended.map(c => c.toString(16).padStart(2, '0')).join('')}`
}

const rooms = [
  { wall: '#e9e4f0', table: '#d9cfdf' },
  { wall: '#f1e6d8', table: '#e3cfb6' },
  { wall: '#dfe8e6', table: '#c6d6d3' },
  { wall: '#f2e0d9', table: '#e2c3b7' },
  { wall: '#e4e8ee', table: '#cbd3df' },
]
const roomOf: Record<string, number> = {
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

export function paintOf(colour: string): Paint {
  const base = pigments[colour] ?? '#8d8bb8'
  const room = rooms[roomOf[colour] ?? 0] ?? { wall: '#e9e4f0', table: '#d9cfdf' }
  return {
    base,
    light: mix(base, '#ffffff', 0.28),
    dark: mix(base, '#2a2030', 0.24),
    deep: mix(base, '#2a2030', 0.5),
    ...room,
  }
}

/** A filled outline. */
export const area = (d: string, fill: string, more = '') =>
  `<path d="${d}" fill="${fill}" ${more}/>`

/** A body that is round from left to right: its colour, then light and shade across it. */
export const round = (d: string, fill: string) => area(d, fill) + area(d, 'url(#round)')

/** Something flat lit from the upper left. */
export const flat = (d: string, fill: string) => area(d, fill) + area(d, 'url(#flat)')

export const stroke = (d: string, colour: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`

export const oval = (cx: number, cy: number, rx: number, ry: number, fill: string, more = '') =>
  `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${fill}" ${more}/>`

export const box = (x: number, y: number, w: number, h: number, r: number) =>
  `M${x + r} ${y}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${h - 2 * r}a${r} ${r} 0 0 1-${r} ${r}h-${w - 2 * r}a${r} ${r} 0 0 1-${r}-${r}v-${h - 2 * r}a${r} ${r} 0 0 1 ${r}-${r}z`

export const at = (transform: string, ...parts: string[]) =>
  `<g transform="${transform}">${parts.join('')}</g>`

/** The soft patch that a standing thing leaves on the table. */
export const ground = (cx: number, y: number, rx: number) =>
  oval(
    cx + rx * 0.16,
    y - 4,
    rx * 1.16,
    rx * 0.15 + 10,
    '#2a2030',
    'opacity=".26" filter="url(#blur)"',
  ) +
  oval(
    cx + rx * 0.03,
    y - 2,
    rx * 0.96,
    rx * 0.05 + 7,
    '#2a2030',
    'opacity=".3" filter="url(#blur-small)"',
  )

/** Lifts flat things off the table. */
export const lifted = (...parts: string[]) => `<g filter="url(#lift)">${parts.join('')}</g>`

export const times = <T>(count: number, draw: (i: number) => T) =>
  Array.from({ length: count }, (_, i) => draw(i))

/** A leaf from its stalk at 0,0 upwards. */
export const leaf = (
  length: number,
  width: number,
  colour: string,
  vein = mix(colour, '#ffffff', 0.3),
) =>
  area(
    `M0 0C${-width} ${-length * 0.3} ${-width * 0.8} ${-length * 0.8} 0 ${-length}C${width * 0.8} ${-length * 0.8} ${width} ${-length * 0.3} 0 0z`,
    colour,
  ) +
  area(
    `M0 0C${width} ${-length * 0.3} ${width * 0.8} ${-length * 0.8} 0 ${-length}z`,
    mix(colour, '#1d2a1a', 0.16),
  ) +
  stroke(`M0 0V${-length * 0.86}`, vein, 3, 'opacity=".6"')

/** A dry stem with paired leaves, `height` tall from 0,0. */
export function sprig(height: number, colour: string, lean = 0) {
  const pairs = Math.max(3, Math.round(height / 70))
  const leaves = times(pairs, i => {
    const t = (i + 1.4) / (pairs + 1)
    const size = 64 - t * 22
    const [x, y] = [lean * t * t, -height * t]
    return at(
      `translate(${x} ${y})`,
      at('rotate(-56)', leaf(size, 24, colour)),
      at('rotate(52)', leaf(size, 24, mix(colour, '#1d2a1a', 0.14))),
    )
  })
  const tip = at(`translate(${lean} ${-height}) rotate(${lean / 8})`, leaf(58, 20, colour))
  return (
    stroke(`M0 0Q0 ${-height * 0.6} ${lean} ${-height}`, mix(colour, '#3a2a1a', 0.35), 6) +
    leaves.join('') +
    tip
  )
}
