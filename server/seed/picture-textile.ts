import type { Paint } from './picture-paint.ts'
import {
  area,
  at,
  box,
  flat,
  ground,
  leaf,
  lifted,
  mix,
  oval,
  round,
  sprig,
  stroke,
  times,
} from './picture-paint.ts'

const pillow =
  'M226 330c40-16 70-8 110 4 110 26 220 26 330 0 40-12 70-20 110-4 16 40 8 70-2 106-22 92-22 180 0 260 10 36 16 62 2 98-40 14-70 4-108-4-112 6-224 6-336 0-38 8-68 18-108 4-14-36-8-62 2-98 22-80 22-168 0-260-10-36-18-66 0-106z'

/** Even threads across a shape; the shape is used as the cut. */
const weave = (id: string, d: string, lines: string) =>
  `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})">${lines}</g>`

const folds = (x: number, y: number, w: number, p: Paint) =>
  [0, 1, 2]
    .map(i => {
      const fill = i === 1 ? mix(p.base, p.dark, 0.35) : p.base
      return (
        round(box(x + i * 12, y + i * 76, w - i * 6, 92, 46), fill) +
        stroke(`M${x + 60 + i * 12} ${y + i * 76 + 62}h${w - 130}`, p.deep, 3, 'opacity=".25"')
      )
    })
    .reverse()
    .join('')

export const textiles: Record<string, (p: Paint) => string> = {
  cushion: p =>
    ground(500, 800, 290) +
    flat(pillow, p.base) +
    weave(
      'rib',
      pillow,
      times(17, i =>
        stroke(
          `M${232 + i * 34} 300q-18 250 0 520`,
          i % 2 ? p.dark : p.light,
          i % 2 ? 5 : 9,
          'opacity=".5"',
        ),
      ).join(''),
    ) +
    area(pillow, 'url(#round)') +
    stroke('M236 338c176 44 356 44 528 0', p.deep, 3, 'opacity=".3"'),
  velvet: p =>
    ground(500, 800, 290) +
    flat(pillow, p.base) +
    weave(
      'pile',
      pillow,
      area(
        'M240 760c60-240 220-330 420-340 60 0 90 10 120 20v-140H240z',
        '#ffffff',
        'opacity=".14" filter="url(#blur)"',
      ) +
        area(
          'M330 820c120-160 300-150 470-260v280H330z',
          p.deep,
          'opacity=".38" filter="url(#blur)"',
        ),
    ) +
    area(pillow, 'url(#round)') +
    stroke(pillow, p.dark, 7, 'opacity=".55"') +
    oval(500, 560, 13, 13, p.deep) +
    [
      [-60, -30],
      [64, -26],
      [-56, 38],
      [60, 36],
    ]
      .map(([x, y]) =>
        stroke(`M500 560q${Number(x) * 0.5} ${y} ${x} ${y}`, p.deep, 4, 'opacity=".4"'),
      )
      .join(''),
  throw: p =>
    ground(500, 800, 310) +
    folds(206, 560, 576, p) +
    area('M560 470h190c28 0 36 20 36 46v200c0 20-10 24-26 24H560z', mix(p.base, p.light, 0.3)) +
    area('M560 470h190c28 0 36 20 36 46v200c0 20-10 24-26 24H560z', 'url(#flat)') +
    round(box(206, 470, 576, 96, 48), mix(p.base, p.light, 0.3)) +
    weave(
      'check',
      'M560 470h190c28 0 36 20 36 46v224H560z',
      times(4, i =>
        stroke(
          `M${590 + i * 52} 460v300M540 ${508 + i * 62}h260`,
          i % 2 ? p.dark : p.light,
          i % 2 ? 6 : 14,
          'opacity=".45"',
        ),
      ).join(''),
    ) +
    times(14, i =>
      stroke(
        `M${566 + i * 16} 738q${i % 2 ? 6 : -5} 26 ${i % 3 ? 2 : -3} 52`,
        mix(p.base, p.light, 0.2),
        7,
      ),
    ).join(''),
  towel: p =>
    at('translate(60 30) rotate(9 500 500)', cloth(mix(p.base, '#ffffff', 0.72), p.base, 'b')) +
    at('translate(-70 -20) rotate(-7 500 500)', cloth('#f4eee3', p.base, 'a')),
  apron: p =>
    lifted(
      stroke('M400 220c-40-150 240-150 200 0', p.dark, 22),
      stroke('M270 500C150 540 150 660 230 720M730 500c120 40 120 160 40 220', p.dark, 18),
      area(
        'M392 210h216c10 110 40 220 132 270v360a20 20 0 0 1-20 20H280a20 20 0 0 1-20-20V480c92-50 122-160 132-270z',
        p.base,
      ),
    ) +
    area(
      'M392 210h216c10 110 40 220 132 270v360a20 20 0 0 1-20 20H280a20 20 0 0 1-20-20V480c92-50 122-160 132-270z',
      'url(#flat)',
    ) +
    stroke('M404 226h192M276 846h448', p.light, 4, 'stroke-dasharray="12 9" opacity=".7"') +
    flat(box(360, 560, 280, 180, 14), mix(p.base, p.light, 0.25)) +
    stroke('M370 580h260M500 570v160', p.dark, 4, 'stroke-dasharray="12 9" opacity=".6"') +
    flat(box(436, 320, 128, 104, 10), mix(p.base, p.light, 0.25)) +
    stroke('M444 336h112', p.dark, 4, 'stroke-dasharray="12 9" opacity=".6"') +
    at('translate(560 330) rotate(14)', woodenSpoon()),
  glove: p =>
    at(
      'rotate(-14 500 500)',
      lifted(area(mitt, p.base)),
      weave(
        'quilt',
        mitt,
        times(15, i =>
          stroke(
            `M${-200 + i * 100} 100l800 800M${i * 100 + 100} 100l-800 800`,
            p.dark,
            4,
            'opacity=".4"',
          ),
        ).join(''),
      ),
      area(mitt, 'url(#flat)'),
      flat(box(318, 736, 344, 84, 18), mix(p.base, '#ffffff', 0.65)),
      stroke('M640 770c70-10 70 60 6 54', mix(p.base, '#ffffff', 0.5), 12),
    ),
  napkin: p =>
    [-21, -7, 7, 21]
      .map((turn, i) =>
        at(
          `translate(${(i - 1.5) * 70} ${Math.abs(turn) * 1.4 - 20}) rotate(${turn} 500 560)`,
          napkin(i % 2 ? mix(p.base, p.light, 0.4) : p.base, p),
        ),
      )
      .join('') + at('translate(420 700) rotate(38)', sprig(230, '#74805a', 20)),
  runner: p => runner(p),
  tote: p =>
    ground(500, 800, 260) +
    stroke('M400 450c-20-250 220-250 200 0', p.deep, 26) +
    flat('M270 430h460l34 340a26 26 0 0 1-26 30H262a26 26 0 0 1-26-30z', p.base) +
    area(
      'M270 430h460l34 340a26 26 0 0 1-26 30H262a26 26 0 0 1-26-30z',
      'url(#round)',
      'opacity=".6"',
    ) +
    area('M236 730h528l4 40a26 26 0 0 1-26 30H262a26 26 0 0 1-26-30z', p.dark, 'opacity=".35"') +
    stroke('M384 520V440c0-240 232-240 232 0v80', mix(p.base, p.light, 0.25), 28) +
    stroke(
      'M372 522h24M604 522h24M284 452h432',
      p.light,
      5,
      'stroke-dasharray="10 8" opacity=".8"',
    ) +
    at(
      'translate(500 730)',
      [-52, -26, 0, 26, 52]
        .map(t =>
          at(
            `rotate(${t})`,
            leaf(t === 0 ? 150 : 128 - Math.abs(t) * 0.4, 24, mix(p.base, '#ffffff', 0.62), p.base),
          ),
        )
        .join(''),
    ),
  weekender: p =>
    ground(500, 800, 330) +
    stroke('M380 500c-20-190 260-190 240 0', '#6f4a32', 26) +
    flat(
      'M210 500c0-50 30-70 80-70h420c50 0 80 20 80 70l24 230c4 46-20 70-64 70H250c-44 0-68-24-64-70z',
      p.base,
    ) +
    area(
      'M210 500c0-50 30-70 80-70h420c50 0 80 20 80 70l24 230c4 46-20 70-64 70H250c-44 0-68-24-64-70z',
      'url(#round)',
    ) +
    flat('M196 640h608l10 90c4 46-20 70-64 70H250c-44 0-68-24-64-70z', '#7d5439') +
    stroke('M230 478c180-26 360-26 540 0', p.deep, 9, 'stroke-dasharray="4 7"') +
    stroke('M356 652V500c10-170 278-170 288 0v152', '#8d6144', 30) +
    stroke(
      'M204 656h592M356 560v80M644 560v80',
      '#c69d6c',
      4,
      'stroke-dasharray="11 8" opacity=".8"',
    ) +
    area(box(334, 560, 44, 20, 5), '#c9a04e') +
    area(box(622, 560, 44, 20, 5), '#c9a04e') +
    flat(box(466, 520, 68, 90, 10), '#8d6144') +
    oval(500, 590, 6, 6, '#c9a04e'),
  basket: p => ground(500, 800, 290) + basket(p),
}

const cloth = (fill: string, stripe: string, id: string) =>
  lifted(stroke('M500 180c-30-50 30-50 0 0', stripe, 9), area(box(310, 180, 380, 640, 8), fill)) +
  weave(
    `cloth-${id}`,
    box(310, 180, 380, 640, 8),
    area(
      'M340 180h14v640h-14zM366 180h6v640h-6zM646 180h14v640h-14zM628 180h6v640h-6zM310 640h380v22H310zM310 676h380v54H310zM310 744h380v22H310z',
      stripe,
      'opacity=".85"',
    ) +
      area('M500 180h190v640H500z', '#2a2030', 'opacity=".05"') +
      stroke('M500 180v640', '#2a2030', 3, 'opacity=".14"'),
  ) +
  area(box(310, 180, 380, 640, 8), 'url(#flat)')

const mitt =
  'M330 750V400c0-120 50-220 170-220s170 90 170 200c40-60 110-60 120 0 8 50-40 100-80 150-30 40-48 60-48 100v120z'

const woodenSpoon = () =>
  stroke('M0 0v-130', '#b98a58', 15) +
  area('M-32-180a32 48 0 1 1 64 0c0 34-18 46-32 60-14-14-32-26-32-60z', '#c69d6c') +
  oval(0, -184, 19, 29, '#a87a49', 'opacity=".6"')

const napkin = (fill: string, p: Paint) => {
  const edge = 'M350 300h300v420H350z'
  return (
    lifted(area(edge, fill)) +
    area(edge, 'url(#flat)') +
    stroke('M366 316h268v388H366z', p.dark, 3, 'stroke-dasharray="9 7" opacity=".5"') +
    stroke('M500 300v420', p.deep, 3, 'opacity=".14"')
  )
}

function runner(p: Paint) {
  const strip = 'M330 90h340v780H330z'
  const knots = times(
    12,
    i =>
      stroke(`M${344 + i * 28} 868q${i % 2 ? 7 : -6} 30 ${i % 2 ? -3 : 3} 66`, p.base, 8) +
      oval(344 + i * 28, 884, 8, 8, p.dark),
  ).join('')
  return [
    lifted(area('M-60-60h1120v1120H-60z', '#b98f63')),
    times(6, i => stroke(`M0 ${20 + i * 190}h1000`, '#94693f', 4, 'opacity=".5"')).join(''),
    lifted(knots, area(strip, p.base)),
    weave(
      'strip',
      strip,
      times(13, i =>
        stroke(
          `M330 ${120 + i * 62}h340`,
          i % 3 ? p.light : p.dark,
          i % 3 ? 4 : 10,
          'opacity=".5"',
        ),
      ).join(''),
    ),
    area(strip, 'url(#flat)'),
    lifted(oval(500, 400, 130, 130, '#efe8da')),
    oval(500, 400, 130, 130, 'url(#flat)'),
    oval(500, 404, 98, 98, '#cfc3ab', 'opacity=".8"'),
    [
      [470, 380],
      [530, 390],
      [500, 440],
    ]
      .map(
        ([x, y]) =>
          oval(Number(x), Number(y), 42, 40, '#c2714c') +
          oval(Number(x) - 12, Number(y) - 12, 11, 8, '#ffffff', 'opacity=".4"'),
      )
      .join(''),
  ].join('')
}

function basket(p: Paint) {
  const body = 'M216 470h568l-52 290a50 50 0 0 1-48 40H316a50 50 0 0 1-48-40z'
  const rows = times(9, r =>
    times(17, i =>
      area(
        box(196 + i * 38 + (r % 2 ? 19 : 0), 484 + r * 36, 34, 32, 12),
        (i + r) % 3 === 0 ? p.light : (i + r) % 3 === 1 ? p.base : mix(p.base, p.dark, 0.4),
      ),
    ).join(''),
  ).join('')
  return [
    stroke('M330 480c10-250 330-250 340 0', p.dark, 24),
    at('translate(380 470) rotate(-24)', leaf(170, 44, '#74a06a')),
    at('translate(440 480) rotate(-4)', leaf(210, 46, '#557f4f')),
    at('translate(520 476) rotate(16)', leaf(180, 44, '#74a06a')),
    oval(610, 450, 62, 58, '#c2714c'),
    oval(592, 430, 14, 10, '#ffffff', 'opacity=".4"'),
    oval(690, 466, 50, 48, '#d5a03c'),
    oval(320, 466, 54, 52, '#7b4a69'),
    area(body, p.deep),
    weave('willow', body, rows),
    area(body, 'url(#round)'),
    round(box(202, 448, 596, 46, 23), mix(p.base, p.dark, 0.25)),
    times(20, i => stroke(`M${216 + i * 30} 484l20-28`, p.light, 6, 'opacity=".6"')).join(''),
    stroke('M300 486c0-290 400-290 400 0', p.base, 26),
    times(12, i => {
      const t = Math.PI * (0.12 + i * 0.069)
      const [x, y] = [500 - 196 * Math.cos(t), 470 - 196 * Math.sin(t)]
      return stroke(`M${x - 12} ${y - 8}l22 18`, p.dark, 6, 'opacity=".6"')
    }).join(''),
  ].join('')
}
