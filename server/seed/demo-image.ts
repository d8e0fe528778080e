import sharp from 'sharp'
import { ceramics } from './image-ceramic.ts'
import { homeware } from './image-home.ts'
import { logos } from './image-logo.ts'
import type { PaintColors } from './image-paint.ts'
import { createPaintColors, drawArea, mixColors } from './image-paint.ts'
import { paperware } from './image-paper.ts'
import { textiles } from './image-textile.ts'

const drawingByKind: Record<string, (p: PaintColors) => string> = {
  ...ceramics,
  ...textiles,
  ...paperware,
  ...homeware,
  ...logos,
}

/** Things that lie on the table and are seen from above; all others stand before a wall. */
const flatKinds = new Set([
  'plate',
  'platter',
  'tapers',
  'towel',
  'apron',
  'glove',
  'napkin',
  'runner',
  'notebook',
  'pocketbooks',
  'deskpad',
  'pencils',
  'pen',
  'cards',
  'wrap',
  'tray',
  'spoons',
  'brush',
  'giftcard',
])
/** Small and low things are seen from nearer by. */
const zoomByKind: Record<string, number> = {
  mug: 1.3,
  espresso: 1.4,
  bowl: 1.22,
  bowls: 1.2,
  teapot: 1.15,
  jug: 1.3,
  carafe: 1.2,
  candle: 1.35,
  tin: 1.35,
  cushion: 1.22,
  velvet: 1.22,
  throw: 1.18,
  tote: 1.2,
  basket: 1.2,
  weekender: 1.12,
  soap: 1.28,
  pen: 1.2,
  pencils: 1.2,
  cards: 1.15,
  tapers: 1.15,
  napkin: 1.1,
  glove: 1.1,
  wrap: 1.1,
}
const hangingKinds = new Set(['hanging', 'print', 'clock', 'calendar'])

/** The still life for a picture name such as `mug-tide` or `mug-tide-close`, as SVG; `size` is its edge in pixels. */
export function drawImageSvg(name: string, size = 1000) {
  const [kind = '', color = '', scene] = name.split('-')
  const drawObject = drawingByKind[kind]
  if (!drawObject) throw new Error(`No drawing for "${name}"`)
  const isClose = scene === 'close'
  const paint = createPaintColors(color)
  const background = isClose
    ? { wall: mixColors(paint.base, '#ffffff', 0.72), table: mixColors(paint.base, '#f4ece4', 0.5) }
    : paint
  const zoom = isClose ? 1.55 : (zoomByKind[kind] ?? 1)
  const objectMarkup = `<g transform="translate(${500 - 500 * zoom} ${620 - 620 * zoom + (flatKinds.has(kind) ? (zoom - 1) * 110 : 0)}) scale(${zoom})">${drawObject(paint)}</g>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000" width="${size}" height="${size}">${defs}${drawBackdrop(kind, background)}${objectMarkup}</svg>`
}

/** A PNG of the picture, as somebody would upload it. */
export const renderImage = (name: string, size = 800) =>
  sharp(Buffer.from(drawImageSvg(name, size)))
    .png({ compressionLevel: 1 })
    .toBuffer()

function drawBackdrop(kind: string, { wall, table }: Pick<PaintColors, 'wall' | 'table'>) {
  if (flatKinds.has(kind))
    return (
      drawArea('M0 0h1000v1000H0z', mixColors(wall, table, 0.5)) +
      drawSunlight('M-80 300 560-240l240 0L-80 520zM-80 620 900-240l130 0L-80 740z') +
      vignette
    )
  const floor = hangingKinds.has(kind)
    ? ''
    : drawArea('M0 690h1000v310H0z', table) + drawArea('M0 690h1000v90H0z', 'url(#edge)')
  return (
    drawArea('M0 0h1000v1000H0z', wall) +
    drawSunlight('M60 690 360 0h200L330 690zM390 690 610 0h110L520 690z') +
    floor +
    vignette
  )
}

// Edges without a blur: filters over the whole picture are what drawing costs most.
const drawSunlight = (d: string) => drawArea(d, '#ffffff', 'opacity=".3"')
const vignette = drawArea('M0 0h1000v1000H0z', 'url(#vignette)')

// Ids are looked up by librsvg in the same document only, so every picture brings its own.
const defs = `<defs>
<linearGradient id="round"><stop offset="0" stop-color="#2a2030" stop-opacity=".1"/><stop offset=".22" stop-color="#fff" stop-opacity=".2"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#2a2030" stop-opacity=".34"/></linearGradient>
<linearGradient id="flat" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".2"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#2a2030" stop-opacity=".16"/></linearGradient>
<linearGradient id="edge" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#2a2030" stop-opacity=".1"/><stop offset="1" stop-color="#2a2030" stop-opacity="0"/></linearGradient>
<radialGradient id="vignette" cx=".45" cy=".42" r=".8"><stop offset=".55" stop-color="#2a2030" stop-opacity="0"/><stop offset="1" stop-color="#2a2030" stop-opacity=".1"/></radialGradient>
<radialGradient id="glow"><stop offset="0" stop-color="#fff3cf" stop-opacity=".95"/><stop offset="1" stop-color="#fff3cf" stop-opacity="0"/></radialGradient>
<filter id="blur" x="-40%" y="-120%" width="180%" height="340%"><feGaussianBlur stdDeviation="22"/></filter>
<filter id="blur-small" x="-30%" y="-80%" width="160%" height="260%"><feGaussianBlur stdDeviation="8"/></filter>
<filter id="lift" x="-20%" y="-20%" width="150%" height="150%"><feDropShadow dx="16" dy="22" stdDeviation="18" flood-color="#2a2030" flood-opacity=".3"/></filter>
</defs>`
