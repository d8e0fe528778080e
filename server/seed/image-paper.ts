import type { PaintColors } from './image-paint.ts'
import {
  drawArea,
  drawEllipse,
  drawFlat,
  drawLeaf,
  drawSprig,
  drawStroke,
  mixColors,
  repeat,
  roundedRectPath,
  transformGroup,
  withLiftShadow,
} from './image-paint.ts'

const page = '#f7f1e4'

const pencil = (length: number, fill: string) =>
  drawArea(`M-12 0h24v${length}h-24z`, fill) +
  drawArea(`M-12 0h8v${length}h-8z`, '#ffffff', 'opacity=".22"') +
  drawArea(`M4 0h8v${length}H4z`, '#2a2030', 'opacity=".18"') +
  drawArea('M-12 0 0-44 12 0z', '#e2c091') +
  drawArea('M-4-29 0-44 4-29z', '#3a3440') +
  drawArea(`M-12 ${length}h24v12a8 8 0 0 1-8 8h-8a8 8 0 0 1-8-8z`, mixColors(fill, '#2a2030', 0.4))

const book = (w: number, h: number, fill: string, dark: string) =>
  withLiftShadow(
    drawArea(roundedRectPath(8, 8, w, h, 12), page),
    drawArea(roundedRectPath(0, 0, w, h, 14), fill),
  ) +
  drawArea(roundedRectPath(0, 0, w, h, 14), 'url(#flat)') +
  drawArea(`M14 0h${w * 0.1}v${h}H14a14 14 0 0 1-14-14V14A14 14 0 0 1 14 0z`, dark, 'opacity=".55"')

export const paperware: Record<string, (p: PaintColors) => string> = {
  notebook: p =>
    transformGroup(
      'translate(330 200) rotate(7)',
      drawArea('M200 580h26v90l-13-16-13 16z', p.deep),
      book(400, 580, p.base, p.dark),
      drawArea('M340 0h18v580h-18z', p.deep),
      drawFlat(roundedRectPath(90, 190, 200, 96, 8), page),
      drawStroke('M118 226h120M118 250h72', p.dark, 7, 'opacity=".7"'),
    ) + transformGroup('translate(250 330) rotate(-16)', withLiftShadow(pencil(430, '#d5a03c'))),
  pocketbooks: p =>
    [
      [-13, '#efe3cb', -120],
      [2, mixColors(p.base, '#c2714c', 0.65), 10],
      [15, p.base, 140],
    ]
      .map(([turn, fill, dx]) =>
        transformGroup(
          `translate(${360 + Number(dx)} ${280 + Math.abs(Number(dx)) * 0.2}) rotate(${turn} 140 200)`,
          withLiftShadow(drawArea(roundedRectPath(0, 0, 290, 420, 10), String(fill))),
          drawArea(roundedRectPath(0, 0, 290, 420, 10), 'url(#flat)'),
          drawStroke('M14 60v110M14 240v110', '#b3443a', 6),
          drawArea(roundedRectPath(70, 90, 150, 70, 6), page),
          drawStroke('M92 116h90M92 136h54', '#4b4b52', 6, 'opacity=".5"'),
        ),
      )
      .join(''),
  deskpad: p =>
    transformGroup(
      'rotate(-5 500 500)',
      withLiftShadow(drawArea(roundedRectPath(150, 250, 700, 500, 12), page)),
      drawFlat(`M162 250h676a12 12 0 0 1 12 12v70H150v-70a12 12 0 0 1 12-12z`, p.base),
      repeat(
        7,
        i =>
          drawStroke(`M${250 + i * 86} 332v418`, '#c9bfae', 3) +
          drawArea(
            roundedRectPath(176 + i * 86 + (i ? 0 : -4), 280, 46, 14, 7),
            mixColors(p.base, '#ffffff', 0.65),
          ),
      ).join(''),
      repeat(5, i => drawStroke(`M150 ${400 + i * 70}h606`, '#e2d8c6', 3)).join(''),
      [
        [1, 0, 2],
        [2, 2, 1],
        [4, 1, 1],
        [5, 3, 1],
        [3, 4, 1],
        [0, 3, 1],
      ]
        .map(([c, r, n]) =>
          drawArea(
            roundedRectPath(172 + Number(c) * 86, 352 + Number(r) * 70, 58, Number(n) * 30, 8),
            Number(c) % 2 ? '#c2714c' : p.base,
            'opacity=".55"',
          ),
        )
        .join(''),
      repeat(5, i => drawStroke(`M784 ${390 + i * 60}h44`, '#c9bfae', 5)).join(''),
    ) + transformGroup('translate(760 560) rotate(38)', withLiftShadow(pencil(330, '#c2714c'))),
  pencils: p =>
    transformGroup(
      'rotate(14 500 500)',
      withLiftShadow(
        repeat(6, i =>
          transformGroup(
            `translate(${375 + i * 50} ${260 + (i % 2) * 26})`,
            pencil(430, [p.base, '#efe8da', p.dark, '#d5a03c', p.light, '#4b4b52'][i] ?? p.base),
          ),
        ).join(''),
      ),
      withLiftShadow(drawArea(roundedRectPath(346, 500, 308, 96, 8), '#d9bf94')),
      drawArea(roundedRectPath(346, 500, 308, 96, 8), 'url(#flat)'),
      drawStroke('M400 536h150M400 562h90', '#7d5439', 7, 'opacity=".7"'),
    ),
  pen: p =>
    transformGroup(
      'rotate(42 500 500)',
      withLiftShadow(
        drawArea('M476 220h48v430l-24 110-24-110z', p.base),
        drawArea(roundedRectPath(476, 190, 48, 60, 18), p.dark),
      ),
      drawArea('M476 220h48v430h-48z', 'url(#round)'),
      drawArea('M476 650h48l-24 110z', p.light),
      drawArea('M492 724h16l-8 36z', '#3a3440'),
      drawArea('M476 420h48v14h-48zM476 444h48v6h-48z', p.dark),
      drawArea(roundedRectPath(522, 250, 14, 150, 7), p.light),
      drawArea('M486 230h9v400h-9z', '#ffffff', 'opacity=".45"'),
    ) + drawStroke('M190 760c60-60 80 40 140-10s90 20 150-16', '#36446a', 7, 'opacity=".75"'),
  cards: p =>
    transformGroup(
      'translate(330 330) rotate(11)',
      withLiftShadow(drawArea(roundedRectPath(0, 0, 470, 330, 6), '#c9a677')),
      drawArea(roundedRectPath(0, 0, 470, 330, 6), 'url(#flat)'),
      drawStroke('M4 8l231 170L466 8', '#9c7b4a', 4, 'opacity=".7"'),
    ) +
    transformGroup(
      'translate(250 210) rotate(-8)',
      withLiftShadow(drawArea(roundedRectPath(0, 0, 380, 520, 6), page)),
      drawArea(roundedRectPath(24, 24, 332, 472, 4), mixColors(p.base, '#ffffff', 0.82)),
      transformGroup('translate(190 440)', drawSprig(330, p.base, 16)),
      transformGroup('translate(176 446)', drawSprig(200, p.light, -84)),
      transformGroup('translate(204 446)', drawSprig(190, p.dark, 90)),
      drawArea(roundedRectPath(0, 0, 380, 520, 6), 'url(#flat)'),
    ),
  wrap: p => wrappingPaper(p),
  calendar: p =>
    drawEllipse(540, 560, 260, 340, '#2a2030', 'opacity=".2" filter="url(#blur)"') +
    drawArea(roundedRectPath(260, 180, 480, 660, 8), page) +
    drawArea('M268 188h464v300H268z', mixColors(p.base, '#ffffff', 0.7)) +
    drawArea('M268 420c120-80 200-20 280-50s120-60 184-30v148H268z', p.light) +
    drawArea('M268 458c140-60 260 10 464-40v70H268z', p.base) +
    drawEllipse(640, 270, 42, 42, '#d5a03c') +
    transformGroup('translate(380 470)', drawLeaf(150, 40, p.dark)) +
    transformGroup('translate(400 470) rotate(30)', drawLeaf(120, 34, p.base)) +
    repeat(35, i =>
      drawArea(
        roundedRectPath(296 + (i % 7) * 60, 560 + Math.floor(i / 7) * 50, 40, 30, 5),
        i === 17 ? '#c2714c' : '#e2d8c6',
      ),
    ).join('') +
    drawStroke('M300 526h130', p.dark, 12) +
    repeat(13, i => drawStroke(`M${290 + i * 35} 168v26`, '#4b4b52', 7)).join('') +
    drawArea(roundedRectPath(260, 180, 480, 660, 8), 'url(#flat)'),
  print: p => framedPrint(p),
  giftcard: p =>
    transformGroup(
      'rotate(8 500 520)',
      withLiftShadow(drawArea(roundedRectPath(250, 330, 560, 380, 8), '#c9a677')),
      drawArea(roundedRectPath(250, 330, 560, 380, 8), 'url(#flat)'),
    ) +
    transformGroup(
      'rotate(-6 480 480)',
      withLiftShadow(drawArea(roundedRectPath(190, 290, 560, 350, 26), p.base)),
      drawArea(roundedRectPath(190, 290, 560, 350, 26), 'url(#flat)'),
      drawArea('M330 290h56v350h-56zM190 430h560v52H190z', page, 'opacity=".92"'),
      drawArea(
        'M358 456c-90-110-170-60-130-10 20 26 80 22 130 10zM358 456c90-110 170-60 130-10-20 26-80 22-130 10z',
        '#c2714c',
      ),
      drawArea(
        'M358 456c-50 60-80 100-96 150l40-16 24 34c10-60 24-110 32-168zM358 456c50 60 80 100 96 150l-40-16-24 34c-10-60-24-110-32-168z',
        mixColors('#c2714c', '#2a2030', 0.18),
      ),
      drawEllipse(358, 456, 26, 24, '#b05f3d'),
      drawStroke('M520 350h170M520 384h104', page, 12, 'opacity=".8"'),
    ),
}

function wrappingPaper(p: PaintColors) {
  const dots = (seed: number) =>
    repeat(44, i => {
      const [x, y] = [(i * 71 + seed) % 640, 100 + ((i * 43 + seed * 3) % 104)]
      return drawEllipse(
        x,
        y,
        11 + (i % 4) * 4,
        9 + (i % 3) * 4,
        i % 3 ? mixColors(p.base, '#ffffff', 0.62) : p.dark,
        `opacity=".8" transform="rotate(${i * 31} ${x} ${y})"`,
      )
    }).join('')
  const roll = (y: number, fill: string, id: string, seed: number) =>
    withLiftShadow(drawArea(roundedRectPath(0, y, 640, 104, 10), fill)) +
    `<clipPath id="${id}"><path d="${roundedRectPath(0, y, 640, 104, 10)}"/></clipPath><g clip-path="url(#${id})"><g transform="translate(0 ${y - 100})">${dots(seed)}</g></g>` +
    drawArea(`M0 ${y}h640v34H0z`, '#ffffff', 'opacity=".18"') +
    drawArea(`M0 ${y + 66}h640v38H0z`, '#2a2030', 'opacity=".2"') +
    drawEllipse(640, y + 52, 18, 52, mixColors(fill, '#2a2030', 0.2)) +
    drawEllipse(642, y + 52, 9, 28, '#c9a677')
  return transformGroup(
    'translate(200 300) rotate(-18 320 200)',
    roll(20, p.base, 'roll-a', 5),
    roll(160, mixColors(p.base, '#f4eee3', 0.6), 'roll-b', 60),
    roll(300, p.dark, 'roll-c', 21),
    drawArea(roundedRectPath(300, 14, 70, 400, 6), '#efe3cb'),
    drawArea(roundedRectPath(300, 14, 70, 400, 6), 'url(#flat)'),
    drawStroke('M318 180h34M318 200h24', '#7d5439', 6, 'opacity=".6"'),
  )
}

function framedPrint(p: PaintColors) {
  const sky = mixColors(p.base, '#fff4e4', 0.84)
  return [
    drawEllipse(540, 540, 300, 370, '#2a2030', 'opacity=".22" filter="url(#blur)"'),
    drawArea(roundedRectPath(230, 130, 540, 700, 6), '#c69d6c'),
    drawStroke('M230 130l40 40M770 130l-40 40M230 830l40-40M770 830l-40-40', '#94693f', 4),
    drawArea(roundedRectPath(230, 130, 540, 700, 6), 'url(#flat)'),
    drawArea('M264 164h472v632H264z', '#fbf7ee'),
    drawArea('M264 164h472v10H264zM264 164h10v632h-10z', '#2a2030', 'opacity=".14"'),
    '<clipPath id="sheet"><path d="M330 240h340v470H330z"/></clipPath><g clip-path="url(#sheet)">',
    drawArea('M330 240h340v470H330z', sky),
    drawEllipse(560, 350, 54, 54, '#d5a03c', 'opacity=".9"'),
    drawArea(
      'M330 440c60-70 130-80 190-30s100 20 150-20v330H330z',
      mixColors(p.base, '#ffffff', 0.45),
    ),
    drawArea(
      'M330 500c90-50 150 10 210-10s90-40 130-20v240H330z',
      mixColors(p.base, '#ffffff', 0.16),
    ),
    drawArea('M330 570c80-30 160 30 340-30v180H330z', p.dark),
    drawArea(
      'M470 560c-40 30 60 50 10 80s-90 40-60 80h120c-30-40 50-60 30-96s-80-40-100-64z',
      mixColors(p.base, '#fff4e4', 0.75),
    ),
    drawArea('M330 660c60-20 90 10 120 50H330z', p.deep),
    '</g>',
    drawArea('M300 164h150L264 620V250z', '#ffffff', 'opacity=".16"'),
  ].join('')
}
