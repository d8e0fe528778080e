import type { Paint } from './picture-paint.ts'
import { area, at, mix, oval, stroke, times } from './picture-paint.ts'

/** Marks of the demo's stores; they fill the square. */
export const logos: Record<string, (p: Paint) => string> = {
  mill: p =>
    area('M0 0h1000v1000H0z', p.base) +
    wheel(mix(p.base, '#ffffff', 0.88)) +
    stroke(
      'M120 800q95-70 190 0t190 0 190 0 190 0M190 890q77-56 155 0t155 0 155 0 155 0',
      mix(p.base, '#ffffff', 0.55),
      34,
    ),
  fold: p =>
    area('M0 0h1000v1000H0z', p.base) +
    area('M250 230h340l160 160v380H250z', '#f7f1e4') +
    area('M590 230v160h160z', mix(p.base, '#f7f1e4', 0.55)) +
    area('M250 770 590 390h160v380z', mix(p.base, '#f7f1e4', 0.82)) +
    stroke('M250 770 590 390', mix(p.base, '#f7f1e4', 0.4), 12),
}

const wheel = (colour: string) =>
  stroke('M500 130a300 300 0 0 1 0 600 300 300 0 0 1 0-600z', colour, 40) +
  times(8, i =>
    at(
      `rotate(${i * 45} 500 430)`,
      stroke('M500 400V150', colour, 30),
      area('M455 84h90v60h-90z', colour),
    ),
  ) +
  oval(500, 430, 62, 62, colour)
