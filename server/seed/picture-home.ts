import { pot } from './picture-ceramic.ts'
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

const wax = '#f3e7cf'
const label = '#f7f1e4'

const flame = (x: number, y: number, size = 1) =>
  oval(x, y - 30 * size, 130 * size, 130 * size, 'url(#glow)', 'opacity=".8"') +
  at(
    `translate(${x} ${y}) scale(${size})`,
    stroke('M0 0v-16', '#3a3440', 6),
    area('M0-10c-34-16-22-58 0-92 22 34 34 76 0 92z', '#e9a13b'),
    area('M0-14c-16-10-10-30 0-48 10 18 16 38 0 48z', '#fff3cf'),
  )

const grain = (id: string, d: string, p: Paint, step = 34) =>
  `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})">${times(26, i => stroke(`M0 ${60 + i * step}c200 ${i % 2 ? 18 : -14} 400 ${i % 3 ? -20 : 16} 1000 ${i % 2 ? 6 : -8}`, i % 2 ? p.dark : p.light, i % 3 ? 3 : 6, 'opacity=".35"')).join('')}</g>`

export const homeware: Record<string, (p: Paint) => string> = {
  candle: p =>
    ground(500, 790, 190) +
    area(box(340, 440, 320, 350, 34), mix(p.base, '#ffffff', 0.35)) +
    area(box(352, 520, 296, 258, 26), mix(p.base, wax, 0.45)) +
    area(box(340, 440, 320, 350, 34), 'url(#round)') +
    oval(500, 452, 158, 28, mix(p.base, '#ffffff', 0.6)) +
    oval(500, 458, 144, 21, mix(p.base, '#ffffff', 0.12)) +
    oval(500, 520, 146, 22, wax) +
    flame(500, 516) +
    area(box(404, 570, 192, 150, 6), label) +
    stroke('M432 606h136M432 684h84', p.dark, 8, 'opacity=".8"') +
    at('translate(500 668) rotate(90)', leaf(52, 14, p.base)) +
    at('translate(500 668) rotate(-90)', leaf(52, 14, p.base)) +
    stroke('M362 500v230', '#ffffff', 14, 'opacity=".55"') +
    at('translate(742 702) rotate(24)', round(box(-30, -90, 44, 190, 18), '#b98a58')) +
    oval(760, 792, 70, 10, '#2a2030', 'opacity=".25" filter="url(#blur-small)"'),
  tin: p =>
    ground(480, 790, 210) +
    at(
      'translate(700 676) rotate(-64)',
      oval(0, 0, 128, 40, '#b9bcc4'),
      oval(0, -6, 128, 40, '#d6d8de'),
      oval(0, -6, 108, 31, '#c6c9d0'),
    ) +
    round('M290 560h340v200c0 40-340 40-340 0z', '#c9ccd3') +
    area('M290 600h340v120c0 34-340 34-340 0z', p.base) +
    area('M290 600h340v120c0 34-340 34-340 0z', 'url(#round)') +
    oval(460, 560, 170, 40, '#e1e3e8') +
    oval(460, 564, 154, 32, '#a9adb6') +
    oval(460, 572, 148, 28, wax) +
    flame(460, 566, 0.8) +
    area('M380 640h160v74c-50 8-110 8-160 0z', label) +
    stroke('M404 664h112M404 688h60', p.dark, 7, 'opacity=".8"'),
  tapers: p =>
    at(
      'rotate(-28 500 500)',
      lifted(
        times(
          4,
          i =>
            stroke(`M226 ${404 + i * 62 + (i % 2) * 4}h-26`, '#f7f1e4', 7) +
            area(
              `M222 ${388 + i * 62}l30-10h550v54H252l-30-10z`,
              i % 2 ? mix(p.base, p.light, 0.4) : p.base,
            ),
        ).join(''),
      ),
      times(
        4,
        i =>
          area(`M222 ${388 + i * 62}l30-10h550v16H222z`, '#ffffff', 'opacity=".22"') +
          area(`M222 ${414 + i * 62}h580v18H252z`, '#2a2030', 'opacity=".16"'),
      ).join(''),
      lifted(area(box(440, 362, 170, 280, 4), '#d9bf94')),
      area(box(440, 362, 170, 280, 4), 'url(#flat)'),
      at('translate(525 560)', leaf(110, 26, '#7d5439', '#d9bf94')),
      stroke('M484 596h82', '#7d5439', 7),
    ),
  holder: p =>
    ground(500, 800, 170) +
    flame(500, 250, 0.9) +
    round('M474 250h52v250h-52z', '#efe8da') +
    area('M474 250c10-8 40-8 52 0l-6 30c-8-8-14 20-22 6-8 22-16-12-24-6z', '#fbf7ee') +
    round(
      'M440 480h120v26c0 26-28 40-46 44v140c0 30 40 44 80 60h-188c40-16 80-30 80-60V550c-18-4-46-18-46-44z',
      p.base,
    ) +
    oval(500, 482, 60, 12, p.light) +
    round('M484 610h32c30 0 30 36 0 36h-32c-30 0-30-36 0-36z', p.light) +
    round('M360 756c0-24 280-24 280 0v30c0 20-280 20-280 0z', p.base) +
    stroke('M392 756c60-14 120-14 190-4', '#ffffff', 8, 'opacity=".5"'),
  soap: p =>
    ground(500, 800, 280) +
    round(box(250, 620, 500, 176, 44), mix(p.base, p.dark, 0.25)) +
    flat('M420 620h160v176H420z', label) +
    at('translate(500 770)', leaf(110, 26, p.dark)) +
    at(
      'rotate(-5 500 520)',
      round(box(280, 440, 440, 170, 44), mix(p.base, p.light, 0.35)),
      stroke('M330 466h330', '#ffffff', 10, 'opacity=".45"'),
      times(12, i =>
        oval(320 + ((i * 83) % 360), 484 + ((i * 47) % 100), 5, 4, p.deep, 'opacity=".4"'),
      ).join(''),
      area(box(420, 490, 160, 70, 10), p.dark, 'opacity=".22"'),
      stroke('M446 516h108M446 538h64', p.light, 7, 'opacity=".8"'),
    ) +
    at('translate(690 800) rotate(30)', sprig(260, mix(p.base, '#557f4f', 0.5), 40)),
  brush: p =>
    at(
      'translate(-10 60) rotate(-34 500 500)',
      lifted(
        times(30, i =>
          stroke(
            `M${376 + i * 8.6} 640l${(i - 15) * 2.2} ${118 + (i % 3) * 8}`,
            i % 2 ? '#e5d3ad' : '#cdb383',
            7,
          ),
        ).join(''),
        round('M360 590h280c16 0 20 64 0 64H360c-20 0-16-64 0-64z', p.base),
        round('M474 200c0-40 52-40 52 0l14 350c2 34-12 44-40 44s-42-10-40-44z', p.base),
        oval(500, 214, 9, 9, p.deep),
        stroke('M500 200c-30-60 30-60 0 0', '#efe8da', 7),
        area('M462 540h76v16h-76z', '#b9bcc4'),
      ),
    ),
  diffuser: p =>
    ground(500, 800, 160) +
    times(7, i =>
      stroke(
        `M500 500L${350 + i * 50} ${170 + Math.abs(i - 3) * 24}`,
        i % 2 ? '#b98a58' : '#d9bf94',
        9,
      ),
    ).join('') +
    area(
      'M440 430h120v60c70 22 100 60 100 120v150a40 40 0 0 1-40 40H380a40 40 0 0 1-40-40V610c0-60 30-98 100-120z',
      p.base,
      'opacity=".88"',
    ) +
    area('M340 640h320v120a40 40 0 0 1-40 40H380a40 40 0 0 1-40-40z', p.dark, 'opacity=".5"') +
    area(
      'M440 430h120v60c70 22 100 60 100 120v150a40 40 0 0 1-40 40H380a40 40 0 0 1-40-40V610c0-60 30-98 100-120z',
      'url(#round)',
    ) +
    round(box(430, 410, 140, 44, 10), '#c9a04e') +
    oval(500, 412, 60, 9, '#6f4a32') +
    area(box(410, 610, 180, 140, 6), label) +
    stroke('M438 644h124M438 716h76', p.dark, 8, 'opacity=".8"') +
    at('translate(470 682) rotate(90)', leaf(64, 14, p.dark)) +
    stroke('M368 590v150', '#ffffff', 13, 'opacity=".5"'),
  lamp: p =>
    oval(500, 420, 420, 380, 'url(#glow)', 'opacity=".75"') +
    ground(500, 800, 190) +
    round(
      'M420 480h160c-8 90 90 130 90 220 0 50-30 80-60 100H390c-30-20-60-50-60-100 0-90 98-130 90-220z',
      p.base,
    ) +
    area('M420 480h160l-2 34H422z', '#fff3cf', 'opacity=".4"') +
    stroke('M374 690c2-50 34-80 60-116', '#ffffff', 15, 'opacity=".4"') +
    round(
      'M250 470c0-150 110-240 250-240s250 90 250 240c0 36-500 36-500 0z',
      mix(p.base, '#fff3cf', 0.45),
    ) +
    oval(500, 474, 248, 26, '#fff3cf') +
    stroke('M300 420c16-80 70-130 130-150', '#ffffff', 16, 'opacity=".55"') +
    stroke('M660 790c90 20 150-10 330 10', '#4b4b52', 6),
  clock: p =>
    oval(530, 520, 300, 300, '#2a2030', 'opacity=".24" filter="url(#blur)"') +
    oval(500, 470, 300, 300, p.dark) +
    oval(500, 470, 300, 300, 'url(#flat)') +
    oval(500, 470, 274, 274, p.base === '#36446a' ? mix(p.base, '#ffffff', 0.08) : '#fbf7ee') +
    times(60, i =>
      at(
        `rotate(${i * 6} 500 470)`,
        stroke(
          `M500 214v${i % 5 ? 10 : 34}`,
          p.base === '#36446a' ? '#efe8da' : '#3a3440',
          i % 5 ? 4 : 10,
        ),
      ),
    ).join('') +
    at(
      'rotate(-52 500 470)',
      stroke('M500 500V330', p.base === '#36446a' ? '#efe8da' : '#3a3440', 17),
    ) +
    at(
      'rotate(58 500 470)',
      stroke('M500 510V264', p.base === '#36446a' ? '#efe8da' : '#3a3440', 11),
    ) +
    at('rotate(190 500 470)', stroke('M500 520V250', '#c2714c', 5)) +
    oval(500, 470, 18, 18, '#c2714c') +
    area('M360 220a290 290 0 0 1 140-40L300 620a290 290 0 0 1-70-120z', '#ffffff', 'opacity=".12"'),
  board: p => ground(500, 800, 300) + breadBoard(p),
  tray: p => supperTray(p),
  spoons: p =>
    at('rotate(16 500 500)', [spoon(330, p, 0), spoon(500, p, 1), spoon(670, p, 2)].join('')),
  plant: p =>
    ground(500, 800, 200) +
    stroke('M500 520C490 400 510 300 500 180', '#6b5a3c', 16) +
    (
      [
        [480, 470, -78, 220],
        [520, 450, 74, 230],
        [494, 380, -56, 240],
        [510, 350, 58, 240],
        [500, 280, -34, 230],
        [504, 260, 36, 220],
        [500, 210, 2, 200],
      ] as const
    )
      .map(([x, y, turn, size], i) =>
        at(`translate(${x} ${y}) rotate(${turn})`, leaf(size, 84, i % 2 ? '#4f7f4a' : '#669a5c')),
      )
      .join('') +
    pot(p),
  snakeplant: p =>
    ground(500, 800, 200) +
    (
      [
        [-26, 380, 0],
        [24, 360, 1],
        [-13, 470, 1],
        [12, 440, 0],
        [-40, 260, 1],
        [38, 270, 0],
        [0, 420, 0],
      ] as const
    )
      .map(([turn, size, shade]) =>
        at(
          `translate(${500 + turn * 2.2} 540) rotate(${turn * 0.62})`,
          sword(size, shade ? '#5d8a5a' : '#447049'),
        ),
      )
      .join('') +
    pot(p),
}

const sword = (h: number, fill: string) =>
  area(
    `M-34 0C-46 ${-h * 0.5} -30 ${-h * 0.85} 0 ${-h}C30 ${-h * 0.85} 46 ${-h * 0.5} 34 0z`,
    '#cfc984',
  ) +
  area(
    `M-24 0C-36 ${-h * 0.5} -22 ${-h * 0.82} 0 ${-h * 0.95}C22 ${-h * 0.82} 36 ${-h * 0.5} 24 0z`,
    fill,
  ) +
  times(6, i =>
    stroke(`M-22 ${-h * (0.1 + i * 0.13)}q20 -14 40 2`, '#ffffff', 5, 'opacity=".16"'),
  ).join('')

function breadBoard(p: Paint) {
  const plank =
    'M300 330h400a40 40 0 0 1 40 40v380a40 40 0 0 1-40 40H300a40 40 0 0 1-40-40V370a40 40 0 0 1 40-40z M440 330v-120a60 60 0 0 1 120 0v120z'
  return (
    at(
      'rotate(-3 500 800)',
      round(plank, p.base),
      grain('plank', plank, p),
      oval(500, 212, 24, 24, mix(p.base, '#2a2030', 0.55)),
      stroke('M500 212c-60-90 60-90 0 0', '#efe8da', 8),
      area(plank, 'url(#flat)'),
    ) +
    at(
      'translate(420 690)',
      oval(110, 112, 250, 26, '#2a2030', 'opacity=".25" filter="url(#blur-small)"'),
      round('M-110 110c-40-110 30-200 220-200s260 90 220 200z', '#b9793f'),
      area('M-92 40c60-110 340-120 400-6-40-74-340-90-400 6z', '#e0b377', 'opacity=".7"'),
      times(4, i =>
        stroke(`M${-10 + i * 76} ${-52 + Math.abs(i - 1.5) * 12}q26 34 18 76`, '#f0d9ad', 15),
      ).join(''),
    )
  )
}

function supperTray(p: Paint) {
  const rim = box(130, 280, 740, 460, 150)
  return (
    lifted(area(rim, p.dark)) +
    area(rim, 'url(#flat)') +
    area(box(152, 302, 696, 416, 130), p.base) +
    grain('tray', box(152, 302, 696, 416, 130), p, 30) +
    area(box(152, 302, 696, 30, 15), '#2a2030', 'opacity=".16"') +
    area(box(146, 450, 24, 120, 12), '#2a2030', 'opacity=".65"') +
    area(box(830, 450, 24, 120, 12), '#2a2030', 'opacity=".65"') +
    lifted(oval(390, 510, 128, 128, '#efe8da')) +
    oval(390, 510, 128, 128, 'url(#flat)') +
    oval(390, 514, 104, 104, '#c2714c') +
    stroke('M340 500c30-30 60 30 100-6', '#efe8da', 9, 'opacity=".7"') +
    lifted(stroke('M690 500c60-20 70 60 10 60', '#3d6573', 22), oval(640, 520, 80, 80, '#4e7f8e')) +
    oval(640, 520, 62, 62, '#5b3a25') +
    at('translate(560 660) rotate(70)', sprig(170, '#a8b698', 20))
  )
}

function spoon(x: number, p: Paint, shape: number) {
  const bowls = [
    'M-70-120a70 104 0 1 1 140 0c0 80-40 100-50 150h-40c-10-50-50-70-50-150z',
    'M-64-220h110a24 24 0 0 1 24 24v90c0 76-40 90-50 136h-40c-10-46-50-60-50-136v-108a6 6 0 0 1 6-6z',
    'M-56-120a56 70 0 1 1 112 0c0 60-26 96-36 150h-40c-10-54-36-90-36-150z',
  ]
  const d = bowls[shape] ?? ''
  return at(
    `translate(${x} ${400 + shape * 14})`,
    lifted(area('M-20 0h40l8 420a28 28 0 0 1-56 0z', p.base), area(d, p.base)),
    area('M-20 0h40l8 420a28 28 0 0 1-56 0z', 'url(#round)'),
    area(d, 'url(#flat)'),
    shape === 1 ? '' : oval(0, -124, shape ? 38 : 50, shape ? 50 : 78, p.dark, 'opacity=".55"'),
    stroke('M0 60v300', p.dark, 3, 'opacity=".4"'),
  )
}
