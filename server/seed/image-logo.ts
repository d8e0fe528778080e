import type { PaintColors } from './image-paint.ts'
import {
  drawArea,
  drawEllipse,
  drawStroke,
  mixColors,
  repeat,
  transformGroup,
} from './image-paint.ts'

/** Marks of the demo's stores; they fill the square. */
export const logos: Record<string, (p: PaintColors) => string> = {
  mill: p =>
    drawArea('M0 0h1000v1000H0z', p.base) +
    wheel(mixColors(p.base, '#ffffff', 0.88)) +
    drawStroke(
      'M120 800q95-70 190 0t190 0 190 0 190 0M190 890q77-56 155 0t155 0 155 0 155 0',
      mixColors(p.base, '#ffffff', 0.55),
      34,
    ),
  fold: p =>
    drawArea('M0 0h1000v1000H0z', p.base) +
    drawArea('M250 230h340l160 160v380H250z', '#f7f1e4') +
    drawArea('M590 230v160h160z', mixColors(p.base, '#f7f1e4', 0.55)) +
    drawArea('M250 770 590 390h160v380z', mixColors(p.base, '#f7f1e4', 0.82)) +
    drawStroke('M250 770 590 390', mixColors(p.base, '#f7f1e4', 0.4), 12),
}

const wheel = (colour: string) =>
  drawStroke('M500 130a300 300 0 0 1 0 600 300 300 0 0 1 0-600z', colour, 40) +
  repeat(8, i =>
    transformGroup(
      `rotate(${i * 45} 500 430)`,
      drawStroke('M500 400V150', colour, 30),
      drawArea('M455 84h90v60h-90z', colour),
    ),
  ) +
  drawEllipse(500, 430, 62, 62, colour)
