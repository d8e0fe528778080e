import type { PaintColors } from './image-paint.ts'
import {
  drawArea,
  drawEllipse,
  drawLeaf,
  drawRounded,
  drawShadow,
  drawSprig,
  drawStroke,
  mixColors,
  repeat,
  transformGroup,
  withLiftShadow,
} from './image-paint.ts'

const bareClay = '#d6b18a'
const speckle = (spots: [number, number][], colour: string) =>
  spots.map(([x, y]) => drawEllipse(x, y, 4, 3, colour, 'opacity=".35"')).join('')

/** The mouth of a vessel seen a little from above. */
const mouth = (cx: number, cy: number, rx: number, ry: number, p: PaintColors) =>
  drawEllipse(cx, cy, rx, ry, p.light) +
  drawEllipse(cx, cy + ry * 0.1, rx - 13, ry - 9, p.deep) +
  drawEllipse(cx, cy + ry * 0.5, rx - 40, ry * 0.5, p.dark, 'opacity=".7"')

function mugBody(p: PaintColors) {
  const body = 'M320 380h320v270a120 120 0 0 1-120 120h-80a120 120 0 0 1-120-120z'
  return [
    drawStroke('M630 465h42a92 92 0 0 1 0 184h-46', p.dark, 46),
    drawStroke('M630 459h40a88 88 0 0 1 0 176h-44', p.base, 38),
    drawRounded(body, p.base),
    drawRounded(
      'M320 640v10a120 120 0 0 0 120 120h80a120 120 0 0 0 120-120v-10c-60 26-110-14-170 8s-100-6-150-8z',
      bareClay,
    ),
    drawStroke('M356 440v150', '#ffffff', 16, 'opacity=".35"'),
    speckle(
      [
        [420, 470],
        [470, 560],
        [540, 450],
        [570, 600],
        [390, 590],
        [600, 520],
      ],
      p.deep,
    ),
    mouth(480, 380, 160, 38, p),
  ].join('')
}

const bowlBody = (p: PaintColors) =>
  drawRounded('M220 500h560c-2 140-92 236-188 262v18H408v-18C312 736 222 640 220 500z', p.base) +
  drawRounded(
    'M330 700c100 40 240 40 340 0-24 30-50 50-78 62v18H408v-18c-28-12-54-32-78-62z',
    bareClay,
  ) +
  drawStroke('M268 560c14 50 40 90 66 112', '#ffffff', 15, 'opacity=".32"') +
  mouth(500, 500, 280, 62, p)

/** A bowl with another thing in it: far rim, the thing, near side. */
const nest = (p: PaintColors, inner: string) =>
  mouth(500, 500, 280, 62, p) +
  inner +
  drawRounded(
    'M220 500a280 62 0 0 0 560 0c-2 140-92 236-188 262v18H408v-18C312 736 222 640 220 500z',
    p.base,
  ) +
  drawRounded(
    'M330 700c100 40 240 40 340 0-24 30-50 50-78 62v18H408v-18c-28-12-54-32-78-62z',
    bareClay,
  ) +
  drawStroke('M224 506c16 76 536 76 552 0', p.light, 11) +
  drawStroke('M268 580c14 40 40 72 66 92', '#ffffff', 15, 'opacity=".32"')

export const ceramics: Record<string, (p: PaintColors) => string> = {
  mug: p => drawShadow(490, 772, 200) + mugBody(p),
  espresso: p =>
    drawShadow(505, 772, 250) +
    transformGroup('translate(40 294) scale(.61)', mugBody(p)) +
    transformGroup('translate(326 324) scale(.61)', mugBody(p)),
  bowl: p => drawShadow(500, 782, 260) + bowlBody(p),
  bowls: p => {
    const pale = { ...p, base: '#efe8da', light: '#fbf7ee', dark: '#cfc3ab', deep: '#a89b82' }
    const middle = { ...p, base: p.light, light: mixColors(p.light, '#ffffff', 0.45) }
    const inside = 'translate(100 30) scale(.8)'
    return (
      drawShadow(500, 782, 260) +
      nest(p, transformGroup(inside, nest(middle, transformGroup(inside, bowlBody(pale)))))
    )
  },
  plate: p =>
    withLiftShadow(drawEllipse(500, 520, 320, 320, p.base)) +
    drawEllipse(500, 520, 320, 320, 'url(#flat)') +
    drawEllipse(500, 520, 306, 306, p.light, 'opacity=".75"') +
    drawEllipse(500, 520, 296, 296, p.base) +
    drawEllipse(500, 524, 214, 214, p.dark, 'opacity=".35"') +
    drawEllipse(500, 520, 208, 208, mixColors(p.base, p.light, 0.5)) +
    drawEllipse(500, 520, 208, 208, 'url(#flat)') +
    speckle(
      [
        [300, 440],
        [620, 300],
        [700, 620],
        [420, 720],
        [540, 480],
        [450, 580],
        [590, 590],
      ],
      p.deep,
    ) +
    transformGroup('translate(560 620) rotate(-58)', drawSprig(210, '#74805a', 26)),
  platter: p =>
    transformGroup(
      'rotate(-16 500 520)',
      withLiftShadow(drawEllipse(500, 520, 400, 270, p.base)),
      drawEllipse(500, 520, 400, 270, 'url(#flat)'),
      drawEllipse(500, 520, 384, 255, p.light, 'opacity=".7"'),
      drawEllipse(500, 520, 372, 244, p.base),
      drawEllipse(500, 524, 300, 182, p.dark, 'opacity=".35"'),
      drawEllipse(500, 520, 295, 177, mixColors(p.base, p.light, 0.45)),
      drawEllipse(500, 520, 295, 177, 'url(#flat)'),
    ) +
    [
      [420, 560, '#c2714c'],
      [520, 500, '#d5a03c'],
      [600, 560, '#c2714c'],
      [500, 600, '#b3692a'],
    ]
      .map(([x, y, c]) => tomato(Number(x), Number(y), String(c)))
      .join(''),
  teapot: p => drawShadow(500, 782, 270) + teapotBody(p),
  jug: p => drawShadow(500, 782, 210) + jugBody(p),
  carafe: p => drawShadow(500, 782, 250) + carafeBody(p),
  budvase: p =>
    drawShadow(500, 782, 130) +
    transformGroup('translate(500 440)', drawSprig(250, '#a7884f', 34)) +
    transformGroup('translate(498 440)', drawSprig(150, '#8a8f5c', -46)) +
    drawRounded(
      'M462 430h76v70c76 34 112 90 112 158 0 62-36 102-70 122H420c-34-20-70-60-70-122 0-68 36-124 112-158z',
      p.base,
    ) +
    drawStroke('M392 640c4-40 24-74 54-92', '#ffffff', 15, 'opacity=".4"') +
    mouth(500, 430, 38, 12, p),
  vase: p =>
    drawShadow(500, 802, 190) +
    transformGroup('translate(486 330)', drawSprig(200, '#b08d57', -110)) +
    transformGroup('translate(500 330)', drawSprig(230, '#9c7b4a', 10)) +
    transformGroup('translate(514 330)', drawSprig(180, '#c4a46a', 110)) +
    drawRounded(
      'M408 320h184c-14 120 104 160 104 296 0 96-44 148-84 184H388c-40-36-84-88-84-184 0-136 118-176 104-296z',
      p.base,
    ) +
    drawArea('M304 604c120 40 272 40 392 0l-1 34c-130 36-260 36-390 0z', p.dark, 'opacity=".38"') +
    drawStroke('M350 650c-8-70 20-120 54-162', '#ffffff', 17, 'opacity=".38"') +
    mouth(500, 320, 92, 22, p),
  planter: p => drawShadow(500, 800, 200) + foliage(500, 510) + pot(p),
  hanging: p => hangingPot(p),
}

const tomato = (x: number, y: number, colour: string) =>
  drawEllipse(x + 8, y + 10, 50, 46, '#2a2030', 'opacity=".22" filter="url(#blur-small)"') +
  drawEllipse(x, y, 48, 46, colour) +
  drawEllipse(x - 14, y - 14, 13, 9, '#ffffff', 'opacity=".4"') +
  repeat(5, i =>
    transformGroup(`translate(${x} ${y - 8}) rotate(${i * 72})`, drawLeaf(26, 7, '#557f4f')),
  ).join('')

function teapotBody(p: PaintColors) {
  return [
    drawStroke('M700 500c120-50 170 170 10 190', p.dark, 46),
    drawStroke('M700 494c116-46 164 160 10 180', p.base, 36),
    drawRounded('M320 640c-90-10-96-120-166-172l54-44c74 50 84 120 150 120z', p.base),
    drawEllipse(181, 446, 36, 13, p.deep, 'transform="rotate(-39 181 446)"'),
    drawRounded(
      'M280 580c0-126 100-190 220-190s220 64 220 190c0 110-70 176-130 202H410c-60-26-130-92-130-202z',
      p.base,
    ),
    drawRounded('M374 412c20-66 232-66 252 0-70 26-182 26-252 0z', p.light),
    drawRounded('M466 350a34 30 0 1 1 68 0c0 14-12 20-14 26h-40c-2-6-14-12-14-26z', p.dark),
    drawStroke('M330 600c-2-66 26-108 64-132', '#ffffff', 18, 'opacity=".38"'),
    drawRounded('M330 706c100 40 240 40 340 0-20 36-50 62-80 76H410c-30-14-60-40-80-76z', bareClay),
  ].join('')
}

function jugBody(p: PaintColors) {
  return [
    drawStroke('M620 440c150-20 160 210 26 226', p.dark, 44),
    drawStroke('M620 434c144-18 154 196 26 212', p.base, 34),
    drawRounded(
      'M366 350c44-18 80-22 120-20h134c6 90 10 120 40 176 56 104 30 220-60 276H400c-90-56-116-172-60-276 26-50 26-96 26-156z',
      p.base,
    ),
    drawArea(
      'M366 350c-20 6-44-4-58-26 60-20 120-14 160 2 50-10 110-10 152 4-80 34-190 34-254 20z',
      p.light,
    ),
    drawArea('M380 338c60-20 160-20 226-4-70 24-170 22-226 4z', p.deep),
    drawStroke('M362 630c-10-60 6-96 26-140', '#ffffff', 17, 'opacity=".45"'),
    drawRounded('M340 690c100 34 220 34 320 0-12 40-34 70-60 92H400c-26-22-48-52-60-92z', bareClay),
  ].join('')
}

function carafeBody(p: PaintColors) {
  const glass = mixColors(p.base, '#ffffff', 0.35)
  return [
    drawArea(
      'M390 300h120v130c0 60 120 120 120 240a110 110 0 0 1-110 112H380a110 110 0 0 1-110-112c0-120 120-180 120-240z',
      glass,
      'opacity=".62"',
    ),
    drawArea(
      'M306 560c90 24 200 24 288 0 24 34 36 70 36 110a110 110 0 0 1-110 112H380a110 110 0 0 1-110-112c0-40 12-76 36-110z',
      p.base,
      'opacity=".75"',
    ),
    drawEllipse(450, 562, 144, 26, mixColors(p.base, '#ffffff', 0.5), 'opacity=".9"'),
    drawArea(
      'M390 300h120v130c0 60 120 120 120 240a110 110 0 0 1-110 112H380a110 110 0 0 1-110-112c0-120 120-180 120-240z',
      'url(#round)',
      'opacity=".8"',
    ),
    drawEllipse(450, 300, 60, 15, '#ffffff', 'opacity=".75"'),
    drawEllipse(450, 302, 50, 10, p.dark, 'opacity=".35"'),
    drawStroke('M322 640c2-60 40-106 66-150', '#ffffff', 16, 'opacity=".75"'),
    drawArea(
      'M640 580h150l-14 190a14 14 0 0 1-14 12h-94a14 14 0 0 1-14-12z',
      glass,
      'opacity=".66"',
    ),
    drawArea(
      'M648 680h134l-6 90a14 14 0 0 1-14 12h-94a14 14 0 0 1-14-12z',
      p.base,
      'opacity=".65"',
    ),
    drawEllipse(715, 580, 75, 16, '#ffffff', 'opacity=".7"'),
    drawEllipse(715, 681, 67, 13, mixColors(p.base, '#ffffff', 0.5), 'opacity=".9"'),
    drawStroke('M664 610l8 130', '#ffffff', 10, 'opacity=".7"'),
  ].join('')
}

const foliage = (x: number, y: number) =>
  [-74, -52, -30, -10, 14, 34, 56, 76, -42, 22, 2]
    .map((turn, i) =>
      transformGroup(
        `translate(${x} ${y}) rotate(${turn})`,
        drawLeaf(
          330 - Math.abs(turn) * 1.5 - (i > 7 ? 120 : 0),
          58,
          i % 3 === 0 ? '#5e8a58' : i % 3 === 1 ? '#4a7449' : '#74a06a',
        ),
      ),
    )
    .join('')

export const pot = (p: PaintColors) =>
  drawRounded('M308 520h384l-44 250H352z', p.base) +
  drawRounded('M288 490h424v74H288z', mixColors(p.base, p.light, 0.4)) +
  drawArea('M300 564h400l-3 16H303z', p.deep, 'opacity=".3"') +
  drawRounded('M322 768h356l16 32H306z', mixColors(p.base, p.dark, 0.3))

function hangingPot(p: PaintColors) {
  const trail = (x: number, y: number, turn: number, n: number) =>
    repeat(n, i =>
      transformGroup(
        `translate(${x + Math.sin(i) * 14} ${y + i * 44}) rotate(${turn + (i % 2 ? 120 : 220)})`,
        drawLeaf(66, 26, i % 2 ? '#5e8a58' : '#74a06a'),
      ),
    ).join('') + drawStroke(`M${x} ${y - 20}v${n * 44}`, '#4a6a42', 5)
  return [
    drawEllipse(560, 560, 230, 200, '#2a2030', 'opacity=".14" filter="url(#blur)"'),
    drawStroke('M500 60 300 470M500 60 700 470M500 60v400', '#b99a6b', 9),
    drawEllipse(500, 60, 18, 18, '#c9a04e'),
    foliage(500, 480),
    drawRounded('M290 460h420c10 160-80 270-210 270S280 620 290 460z', p.base),
    drawRounded('M282 440h436v56H282z', mixColors(p.base, p.light, 0.4)),
    drawStroke('M300 470c40 130 110 220 200 262 90-42 160-132 200-262M500 732v70', '#b99a6b', 9),
    drawStroke('M490 800v60M500 800v70M510 800v60', '#b99a6b', 6),
    trail(330, 500, 0, 6),
    trail(660, 500, 10, 8),
    trail(400, 520, 0, 4),
  ].join('')
}
