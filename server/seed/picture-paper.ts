import type { Paint } from './picture-paint.ts'
import {
  area,
  at,
  box,
  flat,
  leaf,
  lifted,
  mix,
  oval,
  sprig,
  stroke,
  times,
} from './picture-paint.ts'

const page = '#f7f1e4'

const pencil = (length: number, fill: string) =>
  area(`M-12 0h24v${length}h-24z`, fill) +
  area(`M-12 0h8v${length}h-8z`, '#ffffff', 'opacity=".22"') +
  area(`M4 0h8v${length}H4z`, '#2a2030', 'opacity=".18"') +
  area('M-12 0 0-44 12 0z', '#e2c091') +
  area('M-4-29 0-44 4-29z', '#3a3440') +
  area(`M-12 ${length}h24v12a8 8 0 0 1-8 8h-8a8 8 0 0 1-8-8z`, mix(fill, '#2a2030', 0.4))

const book = (w: number, h: number, fill: string, dark: string) =>
  lifted(area(box(8, 8, w, h, 12), page), area(box(0, 0, w, h, 14), fill)) +
  area(box(0, 0, w, h, 14), 'url(#flat)') +
  area(`M14 0h${w * 0.1}v${h}H14a14 14 0 0 1-14-14V14A14 14 0 0 1 14 0z`, dark, 'opacity=".55"')

export const paperware: Record<string, (p: Paint) => string> = {
  notebook: p =>
    at(
      'translate(330 200) rotate(7)',
      area('M200 580h26v90l-13-16-13 16z', p.deep),
      book(400, 580, p.base, p.dark),
      area('M340 0h18v580h-18z', p.deep),
      flat(box(90, 190, 200, 96, 8), page),
      stroke('M118 226h120M118 250h72', p.dark, 7, 'opacity=".7"'),
    ) + at('translate(250 330) rotate(-16)', lifted(pencil(430, '#d5a03c'))),
  pocketbooks: p =>
    [
      [-13, '#efe3cb', -120],
      [2, mix(p.base, '#c2714c', 0.65), 10],
      [15, p.base, 140],
    ]
      .map(([turn, fill, dx]) =>
        at(
          `translate(${360 + Number(dx)} ${280 + Math.abs(Number(dx)) * 0.2}) rotate(${turn} 140 200)`,
          lifted(area(box(0, 0, 290, 420, 10), String(fill))),
          area(box(0, 0, 290, 420, 10), 'url(#flat)'),
          stroke('M14 60v110M14 240v110', '#b3443a', 6),
          area(box(70, 90, 150, 70, 6), page),
          stroke('M92 116h90M92 136h54', '#4b4b52', 6, 'opacity=".5"'),
        ),
      )
      .join(''),
  deskpad: p =>
    at(
      'rotate(-5 500 500)',
      lifted(area(box(150, 250, 700, 500, 12), page)),
      flat(`M162 250h676a12 12 0 0 1 12 12v70H150v-70a12 12 0 0 1 12-12z`, p.base),
      times(
        7,
        i =>
          stroke(`M${250 + i * 86} 332v418`, '#c9bfae', 3) +
          area(box(176 + i * 86 + (i ? 0 : -4), 280, 46, 14, 7), mix(p.base, '#ffffff', 0.65)),
      ).join(''),
      times(5, i => stroke(`M150 ${400 + i * 70}h606`, '#e2d8c6', 3)).join(''),
      [
        [1, 0, 2],
        [2, 2, 1],
        [4, 1, 1],
        [5, 3, 1],
        [3, 4, 1],
        [0, 3, 1],
      ]
        .map(([c, r, n]) =>
          area(
            box(172 + Number(c) * 86, 352 + Number(r) * 70, 58, Number(n) * 30, 8),
            Number(c) % 2 ? '#c2714c' : p.base,
            'opacity=".55"',
          ),
        )
        .join(''),
      times(5, i => stroke(`M784 ${390 + i * 60}h44`, '#c9bfae', 5)).join(''),
    ) + at('translate(760 560) rotate(38)', lifted(pencil(330, '#c2714c'))),
  pencils: p =>
    at(
      'rotate(14 500 500)',
      lifted(
        times(6, i =>
          at(
            `translate(${375 + i * 50} ${260 + (i % 2) * 26})`,
            pencil(430, [p.base, '#efe8da', p.dark, '#d5a03c', p.light, '#4b4b52'][i] ?? p.base),
          ),
        ).join(''),
      ),
      lifted(area(box(346, 500, 308, 96, 8), '#d9bf94')),
      area(box(346, 500, 308, 96, 8), 'url(#flat)'),
      stroke('M400 536h150M400 562h90', '#7d5439', 7, 'opacity=".7"'),
    ),
  pen: p =>
    at(
      'rotate(42 500 500)',
      lifted(
        area('M476 220h48v430l-24 110-24-110z', p.base),
        area(box(476, 190, 48, 60, 18), p.dark),
      ),
      area('M476 220h48v430h-48z', 'url(#round)'),
      area('M476 650h48l-24 110z', p.light),
      area('M492 724h16l-8 36z', '#3a3440'),
      area('M476 420h48v14h-48zM476 444h48v6h-48z', p.dark),
      area(box(522, 250, 14, 150, 7), p.light),
      area('M486 230h9v400h-9z', '#ffffff', 'opacity=".45"'),
    ) + stroke('M190 760c60-60 80 40 140-10s90 20 150-16', '#36446a', 7, 'opacity=".75"'),
  cards: p =>
    at(
      'translate(330 330) rotate(11)',
      lifted(area(box(0, 0, 470, 330, 6), '#c9a677')),
      area(box(0, 0, 470, 330, 6), 'url(#flat)'),
      stroke('M4 8l231 170L466 8', '#9c7b4a', 4, 'opacity=".7"'),
    ) +
    at(
      'translate(250 210) rotate(-8)',
      lifted(area(box(0, 0, 380, 520, 6), page)),
      area(box(24, 24, 332, 472, 4), mix(p.base, '#ffffff', 0.82)),
      at('translate(190 440)', sprig(330, p.base, 16)),
      at('translate(176 446)', sprig(200, p.light, -84)),
      at('translate(204 446)', sprig(190, p.dark, 90)),
      area(box(0, 0, 380, 520, 6), 'url(#flat)'),
    ),
  wrap: p => wrappingPaper(p),
  calendar: p =>
    oval(540, 560, 260, 340, '#2a2030', 'opacity=".2" filter="url(#blur)"') +
    area(box(260, 180, 480, 660, 8), page) +
    area('M268 188h464v300H268z', mix(p.base, '#ffffff', 0.7)) +
    area('M268 420c120-80 200-20 280-50s120-60 184-30v148H268z', p.light) +
    area('M268 458c140-60 260 10 464-40v70H268z', p.base) +
    oval(640, 270, 42, 42, '#d5a03c') +
    at('translate(380 470)', leaf(150, 40, p.dark)) +
    at('translate(400 470) rotate(30)', leaf(120, 34, p.base)) +
    times(35, i =>
      area(
        box(296 + (i % 7) * 60, 560 + Math.floor(i / 7) * 50, 40, 30, 5),
        i === 17 ? '#c2714c' : '#e2d8c6',
      ),
    ).join('') +
    stroke('M300 526h130', p.dark, 12) +
    times(13, i => stroke(`M${290 + i * 35} 168v26`, '#4b4b52', 7)).join('') +
    area(box(260, 180, 480, 660, 8), 'url(#flat)'),
  print: p => framedPrint(p),
  giftcard: p =>
    at(
      'rotate(8 500 520)',
      lifted(area(box(250, 330, 560, 380, 8), '#c9a677')),
      area(box(250, 330, 560, 380, 8), 'url(#flat)'),
    ) +
    at(
      'rotate(-6 480 480)',
      lifted(area(box(190, 290, 560, 350, 26), p.base)),
      area(box(190, 290, 560, 350, 26), 'url(#flat)'),
      area('M330 290h56v350h-56zM190 430h560v52H190z', page, 'opacity=".92"'),
      area(
        'M358 456c-90-110-170-60-130-10 20 26 80 22 130 10zM358 456c90-110 170-60 130-10-20 26-80 22-130 10z',
        '#c2714c',
      ),
      area(
        'M358 456c-50 60-80 100-96 150l40-16 24 34c10-60 24-110 32-168zM358 456c50 60 80 100 96 150l-40-16-24 34c-10-60-24-110-32-168z',
        mix('#c2714c', '#2a2030', 0.18),
      ),
      oval(358, 456, 26, 24, '#b05f3d'),
      stroke('M520 350h170M520 384h104', page, 12, 'opacity=".8"'),
    ),
}

function wrappingPaper(p: Paint) {
  const dots = (seed: number) =>
    times(44, i => {
      const [x, y] = [(i * 71 + seed) % 640, 100 + ((i * 43 + seed * 3) % 104)]
      return oval(
        x,
        y,
        11 + (i % 4) * 4,
        9 + (i % 3) * 4,
        i % 3 ? mix(p.base, '#ffffff', 0.62) : p.dark,
        `opacity=".8" transform="rotate(${i * 31} ${x} ${y})"`,
      )
    }).join('')
  const roll = (y: number, fill: string, id: string, seed: number) =>
    lifted(area(box(0, y, 640, 104, 10), fill)) +
    `<clipPath id="${id}"><path d="${box(0, y, 640, 104, 10)}"/></clipPath><g clip-path="url(#${id})"><g transform="translate(0 ${y - 100})">${dots(seed)}</g></g>` +
    area(`M0 ${y}h640v34H0z`, '#ffffff', 'opacity=".18"') +
    area(`M0 ${y + 66}h640v38H0z`, '#2a2030', 'opacity=".2"') +
    oval(640, y + 52, 18, 52, mix(fill, '#2a2030', 0.2)) +
    oval(642, y + 52, 9, 28, '#c9a677')
  return at(
    'translate(200 300) rotate(-18 320 200)',
    roll(20, p.base, 'roll-a', 5),
    roll(160, mix(p.base, '#f4eee3', 0.6), 'roll-b', 60),
    roll(300, p.dark, 'roll-c', 21),
    area(box(300, 14, 70, 400, 6), '#efe3cb'),
    area(box(300, 14, 70, 400, 6), 'url(#flat)'),
    stroke('M318 180h34M318 200h24', '#7d5439', 6, 'opacity=".6"'),
  )
}

function framedPrint(p: Paint) {
  const sky = mix(p.base, '#fff4e4', 0.84)
  return [
    oval(540, 540, 300, 370, '#2a2030', 'opacity=".22" filter="url(#blur)"'),
    area(box(230, 130, 540, 700, 6), '#c69d6c'),
    stroke('M230 130l40 40M770 130l-40 40M230 830l40-40M770 830l-40-40', '#94693f', 4),
    area(box(230, 130, 540, 700, 6), 'url(#flat)'),
    area('M264 164h472v632H264z', '#fbf7ee'),
    area('M264 164h472v10H264zM264 164h10v632h-10z', '#2a2030', 'opacity=".14"'),
    '<clipPath id="sheet"><path d="M330 240h340v470H330z"/></clipPath><g clip-path="url(#sheet)">',
    area('M330 240h340v470H330z', sky),
    oval(560, 350, 54, 54, '#d5a03c', 'opacity=".9"'),
    area('M330 440c60-70 130-80 190-30s100 20 150-20v330H330z', mix(p.base, '#ffffff', 0.45)),
    area('M330 500c90-50 150 10 210-10s90-40 130-20v240H330z', mix(p.base, '#ffffff', 0.16)),
    area('M330 570c80-30 160 30 340-30v180H330z', p.dark),
    area(
      'M470 560c-40 30 60 50 10 80s-90 40-60 80h120c-30-40 50-60 30-96s-80-40-100-64z',
      mix(p.base, '#fff4e4', 0.75),
    ),
    area('M330 660c60-20 90 10 120 50H330z', p.deep),
    '</g>',
    area('M300 164h150L264 620V250z', '#ffffff', 'opacity=".16"'),
  ].join('')
}
