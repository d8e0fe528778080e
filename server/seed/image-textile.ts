import type { PaintColors } from './image-paint.ts'
import {
  drawArea,
  drawEllipse,
  drawFlat,
  drawLeaf,
  drawRounded,
  drawShadow,
  drawSprig,
  drawStroke,
  mixColors,
  repeat,
  roundedRectPath,
  transformGroup,
  withLiftShadow,
} from './image-paint.ts'

const pillow =
  'M226 330c40-16 70-8 110 4 110 26 220 26 330 0 40-12 70-20 110-4 16 40 8 70-2 106-22 92-22 180 0 260 10 36 16 62 2 98-40 14-70 4-108-4-112 6-224 6-336 0-38 8-68 18-108 4-14-36-8-62 2-98 22-80 22-168 0-260-10-36-18-66 0-106z'

/** Even threads across a shape; the shape is used as the cut. */
const weave = (id: string, d: string, lines: string) =>
  `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})">${lines}</g>`

const folds = (x: number, y: number, w: number, p: PaintColors) =>
  [0, 1, 2]
    .map(i => {
      const fill = i === 1 ? mixColors(p.base, p.dark, 0.35) : p.base
      return (
        drawRounded(roundedRectPath(x + i * 12, y + i * 76, w - i * 6, 92, 46), fill) +
        drawStroke(`M${x + 60 + i * 12} ${y + i * 76 + 62}h${w - 130}`, p.deep, 3, 'opacity=".25"')
      )
    })
    .reverse()
    .join('')

export const textiles: Record<string, (p: PaintColors) => string> = {
  cushion: p =>
    drawShadow(500, 800, 290) +
    drawFlat(pillow, p.base) +
    weave(
      'rib',
      pillow,
      repeat(17, i =>
        drawStroke(
          `M${232 + i * 34} 300q-18 250 0 520`,
          i % 2 ? p.dark : p.light,
          i % 2 ? 5 : 9,
          'opacity=".5"',
        ),
      ).join(''),
    ) +
    drawArea(pillow, 'url(#round)') +
    drawStroke('M236 338c176 44 356 44 528 0', p.deep, 3, 'opacity=".3"'),
  velvet: p =>
    drawShadow(500, 800, 290) +
    drawFlat(pillow, p.base) +
    weave(
      'pile',
      pillow,
      drawArea(
        'M240 760c60-240 220-330 420-340 60 0 90 10 120 20v-140H240z',
        '#ffffff',
        'opacity=".14" filter="url(#blur)"',
      ) +
        drawArea(
          'M330 820c120-160 300-150 470-260v280H330z',
          p.deep,
          'opacity=".38" filter="url(#blur)"',
        ),
    ) +
    drawArea(pillow, 'url(#round)') +
    drawStroke(pillow, p.dark, 7, 'opacity=".55"') +
    drawEllipse(500, 560, 13, 13, p.deep) +
    [
      [-60, -30],
      [64, -26],
      [-56, 38],
      [60, 36],
    ]
      .map(([x, y]) =>
        drawStroke(`M500 560q${Number(x) * 0.5} ${y} ${x} ${y}`, p.deep, 4, 'opacity=".4"'),
      )
      .join(''),
  throw: p =>
    drawShadow(500, 800, 310) +
    folds(206, 560, 576, p) +
    drawArea(
      'M560 470h190c28 0 36 20 36 46v200c0 20-10 24-26 24H560z',
      mixColors(p.base, p.light, 0.3),
    ) +
    drawArea('M560 470h190c28 0 36 20 36 46v200c0 20-10 24-26 24H560z', 'url(#flat)') +
    drawRounded(roundedRectPath(206, 470, 576, 96, 48), mixColors(p.base, p.light, 0.3)) +
    weave(
      'check',
      'M560 470h190c28 0 36 20 36 46v224H560z',
      repeat(4, i =>
        drawStroke(
          `M${590 + i * 52} 460v300M540 ${508 + i * 62}h260`,
          i % 2 ? p.dark : p.light,
          i % 2 ? 6 : 14,
          'opacity=".45"',
        ),
      ).join(''),
    ) +
    repeat(14, i =>
      drawStroke(
        `M${566 + i * 16} 738q${i % 2 ? 6 : -5} 26 ${i % 3 ? 2 : -3} 52`,
        mixColors(p.base, p.light, 0.2),
        7,
      ),
    ).join(''),
  towel: p =>
    transformGroup(
      'translate(60 30) rotate(9 500 500)',
      cloth(mixColors(p.base, '#ffffff', 0.72), p.base, 'b'),
    ) + transformGroup('translate(-70 -20) rotate(-7 500 500)', cloth('#f4eee3', p.base, 'a')),
  apron: p =>
    withLiftShadow(
      drawStroke('M400 220c-40-150 240-150 200 0', p.dark, 22),
      drawStroke('M270 500C150 540 150 660 230 720M730 500c120 40 120 160 40 220', p.dark, 18),
      drawArea(
        'M392 210h216c10 110 40 220 132 270v360a20 20 0 0 1-20 20H280a20 20 0 0 1-20-20V480c92-50 122-160 132-270z',
        p.base,
      ),
    ) +
    drawArea(
      'M392 210h216c10 110 40 220 132 270v360a20 20 0 0 1-20 20H280a20 20 0 0 1-20-20V480c92-50 122-160 132-270z',
      'url(#flat)',
    ) +
    drawStroke('M404 226h192M276 846h448', p.light, 4, 'stroke-dasharray="12 9" opacity=".7"') +
    drawFlat(roundedRectPath(360, 560, 280, 180, 14), mixColors(p.base, p.light, 0.25)) +
    drawStroke('M370 580h260M500 570v160', p.dark, 4, 'stroke-dasharray="12 9" opacity=".6"') +
    drawFlat(roundedRectPath(436, 320, 128, 104, 10), mixColors(p.base, p.light, 0.25)) +
    drawStroke('M444 336h112', p.dark, 4, 'stroke-dasharray="12 9" opacity=".6"') +
    transformGroup('translate(560 330) rotate(14)', woodenSpoon()),
  glove: p =>
    transformGroup(
      'rotate(-14 500 500)',
      withLiftShadow(drawArea(mitt, p.base)),
      weave(
        'quilt',
        mitt,
        repeat(15, i =>
          drawStroke(
            `M${-200 + i * 100} 100l800 800M${i * 100 + 100} 100l-800 800`,
            p.dark,
            4,
            'opacity=".4"',
          ),
        ).join(''),
      ),
      drawArea(mitt, 'url(#flat)'),
      drawFlat(roundedRectPath(318, 736, 344, 84, 18), mixColors(p.base, '#ffffff', 0.65)),
      drawStroke('M640 770c70-10 70 60 6 54', mixColors(p.base, '#ffffff', 0.5), 12),
    ),
  napkin: p =>
    [-21, -7, 7, 21]
      .map((turn, i) =>
        transformGroup(
          `translate(${(i - 1.5) * 70} ${Math.abs(turn) * 1.4 - 20}) rotate(${turn} 500 560)`,
          napkin(i % 2 ? mixColors(p.base, p.light, 0.4) : p.base, p),
        ),
      )
      .join('') + transformGroup('translate(420 700) rotate(38)', drawSprig(230, '#74805a', 20)),
  runner: p => runner(p),
  tote: p =>
    drawShadow(500, 800, 260) +
    drawStroke('M400 450c-20-250 220-250 200 0', p.deep, 26) +
    drawFlat('M270 430h460l34 340a26 26 0 0 1-26 30H262a26 26 0 0 1-26-30z', p.base) +
    drawArea(
      'M270 430h460l34 340a26 26 0 0 1-26 30H262a26 26 0 0 1-26-30z',
      'url(#round)',
      'opacity=".6"',
    ) +
    drawArea(
      'M236 730h528l4 40a26 26 0 0 1-26 30H262a26 26 0 0 1-26-30z',
      p.dark,
      'opacity=".35"',
    ) +
    drawStroke('M384 520V440c0-240 232-240 232 0v80', mixColors(p.base, p.light, 0.25), 28) +
    drawStroke(
      'M372 522h24M604 522h24M284 452h432',
      p.light,
      5,
      'stroke-dasharray="10 8" opacity=".8"',
    ) +
    transformGroup(
      'translate(500 730)',
      [-52, -26, 0, 26, 52]
        .map(t =>
          transformGroup(
            `rotate(${t})`,
            drawLeaf(
              t === 0 ? 150 : 128 - Math.abs(t) * 0.4,
              24,
              mixColors(p.base, '#ffffff', 0.62),
              p.base,
            ),
          ),
        )
        .join(''),
    ),
  weekender: p =>
    drawShadow(500, 800, 330) +
    drawStroke('M380 500c-20-190 260-190 240 0', '#6f4a32', 26) +
    drawFlat(
      'M210 500c0-50 30-70 80-70h420c50 0 80 20 80 70l24 230c4 46-20 70-64 70H250c-44 0-68-24-64-70z',
      p.base,
    ) +
    drawArea(
      'M210 500c0-50 30-70 80-70h420c50 0 80 20 80 70l24 230c4 46-20 70-64 70H250c-44 0-68-24-64-70z',
      'url(#round)',
    ) +
    drawFlat('M196 640h608l10 90c4 46-20 70-64 70H250c-44 0-68-24-64-70z', '#7d5439') +
    drawStroke('M230 478c180-26 360-26 540 0', p.deep, 9, 'stroke-dasharray="4 7"') +
    drawStroke('M356 652V500c10-170 278-170 288 0v152', '#8d6144', 30) +
    drawStroke(
      'M204 656h592M356 560v80M644 560v80',
      '#c69d6c',
      4,
      'stroke-dasharray="11 8" opacity=".8"',
    ) +
    drawArea(roundedRectPath(334, 560, 44, 20, 5), '#c9a04e') +
    drawArea(roundedRectPath(622, 560, 44, 20, 5), '#c9a04e') +
    drawFlat(roundedRectPath(466, 520, 68, 90, 10), '#8d6144') +
    drawEllipse(500, 590, 6, 6, '#c9a04e'),
  basket: p => drawShadow(500, 800, 290) + basket(p),
}

const cloth = (fill: string, stripe: string, id: string) =>
  withLiftShadow(
    drawStroke('M500 180c-30-50 30-50 0 0', stripe, 9),
    drawArea(roundedRectPath(310, 180, 380, 640, 8), fill),
  ) +
  weave(
    `cloth-${id}`,
    roundedRectPath(310, 180, 380, 640, 8),
    drawArea(
      'M340 180h14v640h-14zM366 180h6v640h-6zM646 180h14v640h-14zM628 180h6v640h-6zM310 640h380v22H310zM310 676h380v54H310zM310 744h380v22H310z',
      stripe,
      'opacity=".85"',
    ) +
      drawArea('M500 180h190v640H500z', '#2a2030', 'opacity=".05"') +
      drawStroke('M500 180v640', '#2a2030', 3, 'opacity=".14"'),
  ) +
  drawArea(roundedRectPath(310, 180, 380, 640, 8), 'url(#flat)')

const mitt =
  'M330 750V400c0-120 50-220 170-220s170 90 170 200c40-60 110-60 120 0 8 50-40 100-80 150-30 40-48 60-48 100v120z'

const woodenSpoon = () =>
  drawStroke('M0 0v-130', '#b98a58', 15) +
  drawArea('M-32-180a32 48 0 1 1 64 0c0 34-18 46-32 60-14-14-32-26-32-60z', '#c69d6c') +
  drawEllipse(0, -184, 19, 29, '#a87a49', 'opacity=".6"')

const napkin = (fill: string, p: PaintColors) => {
  const edge = 'M350 300h300v420H350z'
  return (
    withLiftShadow(drawArea(edge, fill)) +
    drawArea(edge, 'url(#flat)') +
    drawStroke('M366 316h268v388H366z', p.dark, 3, 'stroke-dasharray="9 7" opacity=".5"') +
    drawStroke('M500 300v420', p.deep, 3, 'opacity=".14"')
  )
}

function runner(p: PaintColors) {
  const strip = 'M330 90h340v780H330z'
  const knots = repeat(
    12,
    i =>
      drawStroke(`M${344 + i * 28} 868q${i % 2 ? 7 : -6} 30 ${i % 2 ? -3 : 3} 66`, p.base, 8) +
      drawEllipse(344 + i * 28, 884, 8, 8, p.dark),
  ).join('')
  return [
    withLiftShadow(drawArea('M-60-60h1120v1120H-60z', '#b98f63')),
    repeat(6, i => drawStroke(`M0 ${20 + i * 190}h1000`, '#94693f', 4, 'opacity=".5"')).join(''),
    withLiftShadow(knots, drawArea(strip, p.base)),
    weave(
      'strip',
      strip,
      repeat(13, i =>
        drawStroke(
          `M330 ${120 + i * 62}h340`,
          i % 3 ? p.light : p.dark,
          i % 3 ? 4 : 10,
          'opacity=".5"',
        ),
      ).join(''),
    ),
    drawArea(strip, 'url(#flat)'),
    withLiftShadow(drawEllipse(500, 400, 130, 130, '#efe8da')),
    drawEllipse(500, 400, 130, 130, 'url(#flat)'),
    drawEllipse(500, 404, 98, 98, '#cfc3ab', 'opacity=".8"'),
    [
      [470, 380],
      [530, 390],
      [500, 440],
    ]
      .map(
        ([x, y]) =>
          drawEllipse(Number(x), Number(y), 42, 40, '#c2714c') +
          drawEllipse(Number(x) - 12, Number(y) - 12, 11, 8, '#ffffff', 'opacity=".4"'),
      )
      .join(''),
  ].join('')
}

function basket(p: PaintColors) {
  const body = 'M216 470h568l-52 290a50 50 0 0 1-48 40H316a50 50 0 0 1-48-40z'
  const rows = repeat(9, r =>
    repeat(17, i =>
      drawArea(
        roundedRectPath(196 + i * 38 + (r % 2 ? 19 : 0), 484 + r * 36, 34, 32, 12),
        (i + r) % 3 === 0 ? p.light : (i + r) % 3 === 1 ? p.base : mixColors(p.base, p.dark, 0.4),
      ),
    ).join(''),
  ).join('')
  return [
    drawStroke('M330 480c10-250 330-250 340 0', p.dark, 24),
    transformGroup('translate(380 470) rotate(-24)', drawLeaf(170, 44, '#74a06a')),
    transformGroup('translate(440 480) rotate(-4)', drawLeaf(210, 46, '#557f4f')),
    transformGroup('translate(520 476) rotate(16)', drawLeaf(180, 44, '#74a06a')),
    drawEllipse(610, 450, 62, 58, '#c2714c'),
    drawEllipse(592, 430, 14, 10, '#ffffff', 'opacity=".4"'),
    drawEllipse(690, 466, 50, 48, '#d5a03c'),
    drawEllipse(320, 466, 54, 52, '#7b4a69'),
    drawArea(body, p.deep),
    weave('willow', body, rows),
    drawArea(body, 'url(#round)'),
    drawRounded(roundedRectPath(202, 448, 596, 46, 23), mixColors(p.base, p.dark, 0.25)),
    repeat(20, i => drawStroke(`M${216 + i * 30} 484l20-28`, p.light, 6, 'opacity=".6"')).join(''),
    drawStroke('M300 486c0-290 400-290 400 0', p.base, 26),
    repeat(12, i => {
      const t = Math.PI * (0.12 + i * 0.069)
      const [x, y] = [500 - 196 * Math.cos(t), 470 - 196 * Math.sin(t)]
      return drawStroke(`M${x - 12} ${y - 8}l22 18`, p.dark, 6, 'opacity=".6"')
    }).join(''),
  ].join('')
}
