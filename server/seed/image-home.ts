import { pot } from './image-ceramic.ts'
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

const wax = '#f3e7cf'
const label = '#f7f1e4'

const flame = (x: number, y: number, size = 1) =>
  drawEllipse(x, y - 30 * size, 130 * size, 130 * size, 'url(#glow)', 'opacity=".8"') +
  transformGroup(
    `translate(${x} ${y}) scale(${size})`,
    drawStroke('M0 0v-16', '#3a3440', 6),
    drawArea('M0-10c-34-16-22-58 0-92 22 34 34 76 0 92z', '#e9a13b'),
    drawArea('M0-14c-16-10-10-30 0-48 10 18 16 38 0 48z', '#fff3cf'),
  )

const grain = (id: string, d: string, p: PaintColors, step = 34) =>
  `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})">${repeat(26, i => drawStroke(`M0 ${60 + i * step}c200 ${i % 2 ? 18 : -14} 400 ${i % 3 ? -20 : 16} 1000 ${i % 2 ? 6 : -8}`, i % 2 ? p.dark : p.light, i % 3 ? 3 : 6, 'opacity=".35"')).join('')}</g>`

export const homeware: Record<string, (p: PaintColors) => string> = {
  candle: p =>
    drawShadow(500, 790, 190) +
    drawArea(roundedRectPath(340, 440, 320, 350, 34), mixColors(p.base, '#ffffff', 0.35)) +
    drawArea(roundedRectPath(352, 520, 296, 258, 26), mixColors(p.base, wax, 0.45)) +
    drawArea(roundedRectPath(340, 440, 320, 350, 34), 'url(#round)') +
    drawEllipse(500, 452, 158, 28, mixColors(p.base, '#ffffff', 0.6)) +
    drawEllipse(500, 458, 144, 21, mixColors(p.base, '#ffffff', 0.12)) +
    drawEllipse(500, 520, 146, 22, wax) +
    flame(500, 516) +
    drawArea(roundedRectPath(404, 570, 192, 150, 6), label) +
    drawStroke('M432 606h136M432 684h84', p.dark, 8, 'opacity=".8"') +
    transformGroup('translate(500 668) rotate(90)', drawLeaf(52, 14, p.base)) +
    transformGroup('translate(500 668) rotate(-90)', drawLeaf(52, 14, p.base)) +
    drawStroke('M362 500v230', '#ffffff', 14, 'opacity=".55"') +
    transformGroup(
      'translate(742 702) rotate(24)',
      drawRounded(roundedRectPath(-30, -90, 44, 190, 18), '#b98a58'),
    ) +
    drawEllipse(760, 792, 70, 10, '#2a2030', 'opacity=".25" filter="url(#blur-small)"'),
  tin: p =>
    drawShadow(480, 790, 210) +
    transformGroup(
      'translate(700 676) rotate(-64)',
      drawEllipse(0, 0, 128, 40, '#b9bcc4'),
      drawEllipse(0, -6, 128, 40, '#d6d8de'),
      drawEllipse(0, -6, 108, 31, '#c6c9d0'),
    ) +
    drawRounded('M290 560h340v200c0 40-340 40-340 0z', '#c9ccd3') +
    drawArea('M290 600h340v120c0 34-340 34-340 0z', p.base) +
    drawArea('M290 600h340v120c0 34-340 34-340 0z', 'url(#round)') +
    drawEllipse(460, 560, 170, 40, '#e1e3e8') +
    drawEllipse(460, 564, 154, 32, '#a9adb6') +
    drawEllipse(460, 572, 148, 28, wax) +
    flame(460, 566, 0.8) +
    drawArea('M380 640h160v74c-50 8-110 8-160 0z', label) +
    drawStroke('M404 664h112M404 688h60', p.dark, 7, 'opacity=".8"'),
  tapers: p =>
    transformGroup(
      'rotate(-28 500 500)',
      withLiftShadow(
        repeat(
          4,
          i =>
            drawStroke(`M226 ${404 + i * 62 + (i % 2) * 4}h-26`, '#f7f1e4', 7) +
            drawArea(
              `M222 ${388 + i * 62}l30-10h550v54H252l-30-10z`,
              i % 2 ? mixColors(p.base, p.light, 0.4) : p.base,
            ),
        ).join(''),
      ),
      repeat(
        4,
        i =>
          drawArea(`M222 ${388 + i * 62}l30-10h550v16H222z`, '#ffffff', 'opacity=".22"') +
          drawArea(`M222 ${414 + i * 62}h580v18H252z`, '#2a2030', 'opacity=".16"'),
      ).join(''),
      withLiftShadow(drawArea(roundedRectPath(440, 362, 170, 280, 4), '#d9bf94')),
      drawArea(roundedRectPath(440, 362, 170, 280, 4), 'url(#flat)'),
      transformGroup('translate(525 560)', drawLeaf(110, 26, '#7d5439', '#d9bf94')),
      drawStroke('M484 596h82', '#7d5439', 7),
    ),
  holder: p =>
    drawShadow(500, 800, 170) +
    flame(500, 250, 0.9) +
    drawRounded('M474 250h52v250h-52z', '#efe8da') +
    drawArea('M474 250c10-8 40-8 52 0l-6 30c-8-8-14 20-22 6-8 22-16-12-24-6z', '#fbf7ee') +
    drawRounded(
      'M440 480h120v26c0 26-28 40-46 44v140c0 30 40 44 80 60h-188c40-16 80-30 80-60V550c-18-4-46-18-46-44z',
      p.base,
    ) +
    drawEllipse(500, 482, 60, 12, p.light) +
    drawRounded('M484 610h32c30 0 30 36 0 36h-32c-30 0-30-36 0-36z', p.light) +
    drawRounded('M360 756c0-24 280-24 280 0v30c0 20-280 20-280 0z', p.base) +
    drawStroke('M392 756c60-14 120-14 190-4', '#ffffff', 8, 'opacity=".5"'),
  soap: p =>
    drawShadow(500, 800, 280) +
    drawRounded(roundedRectPath(250, 620, 500, 176, 44), mixColors(p.base, p.dark, 0.25)) +
    drawFlat('M420 620h160v176H420z', label) +
    transformGroup('translate(500 770)', drawLeaf(110, 26, p.dark)) +
    transformGroup(
      'rotate(-5 500 520)',
      drawRounded(roundedRectPath(280, 440, 440, 170, 44), mixColors(p.base, p.light, 0.35)),
      drawStroke('M330 466h330', '#ffffff', 10, 'opacity=".45"'),
      repeat(12, i =>
        drawEllipse(320 + ((i * 83) % 360), 484 + ((i * 47) % 100), 5, 4, p.deep, 'opacity=".4"'),
      ).join(''),
      drawArea(roundedRectPath(420, 490, 160, 70, 10), p.dark, 'opacity=".22"'),
      drawStroke('M446 516h108M446 538h64', p.light, 7, 'opacity=".8"'),
    ) +
    transformGroup(
      'translate(690 800) rotate(30)',
      drawSprig(260, mixColors(p.base, '#557f4f', 0.5), 40),
    ),
  brush: p =>
    transformGroup(
      'translate(-10 60) rotate(-34 500 500)',
      withLiftShadow(
        repeat(30, i =>
          drawStroke(
            `M${376 + i * 8.6} 640l${(i - 15) * 2.2} ${118 + (i % 3) * 8}`,
            i % 2 ? '#e5d3ad' : '#cdb383',
            7,
          ),
        ).join(''),
        drawRounded('M360 590h280c16 0 20 64 0 64H360c-20 0-16-64 0-64z', p.base),
        drawRounded('M474 200c0-40 52-40 52 0l14 350c2 34-12 44-40 44s-42-10-40-44z', p.base),
        drawEllipse(500, 214, 9, 9, p.deep),
        drawStroke('M500 200c-30-60 30-60 0 0', '#efe8da', 7),
        drawArea('M462 540h76v16h-76z', '#b9bcc4'),
      ),
    ),
  diffuser: p =>
    drawShadow(500, 800, 160) +
    repeat(7, i =>
      drawStroke(
        `M500 500L${350 + i * 50} ${170 + Math.abs(i - 3) * 24}`,
        i % 2 ? '#b98a58' : '#d9bf94',
        9,
      ),
    ).join('') +
    drawArea(
      'M440 430h120v60c70 22 100 60 100 120v150a40 40 0 0 1-40 40H380a40 40 0 0 1-40-40V610c0-60 30-98 100-120z',
      p.base,
      'opacity=".88"',
    ) +
    drawArea('M340 640h320v120a40 40 0 0 1-40 40H380a40 40 0 0 1-40-40z', p.dark, 'opacity=".5"') +
    drawArea(
      'M440 430h120v60c70 22 100 60 100 120v150a40 40 0 0 1-40 40H380a40 40 0 0 1-40-40V610c0-60 30-98 100-120z',
      'url(#round)',
    ) +
    drawRounded(roundedRectPath(430, 410, 140, 44, 10), '#c9a04e') +
    drawEllipse(500, 412, 60, 9, '#6f4a32') +
    drawArea(roundedRectPath(410, 610, 180, 140, 6), label) +
    drawStroke('M438 644h124M438 716h76', p.dark, 8, 'opacity=".8"') +
    transformGroup('translate(470 682) rotate(90)', drawLeaf(64, 14, p.dark)) +
    drawStroke('M368 590v150', '#ffffff', 13, 'opacity=".5"'),
  lamp: p =>
    drawEllipse(500, 420, 420, 380, 'url(#glow)', 'opacity=".75"') +
    drawShadow(500, 800, 190) +
    drawRounded(
      'M420 480h160c-8 90 90 130 90 220 0 50-30 80-60 100H390c-30-20-60-50-60-100 0-90 98-130 90-220z',
      p.base,
    ) +
    drawArea('M420 480h160l-2 34H422z', '#fff3cf', 'opacity=".4"') +
    drawStroke('M374 690c2-50 34-80 60-116', '#ffffff', 15, 'opacity=".4"') +
    drawRounded(
      'M250 470c0-150 110-240 250-240s250 90 250 240c0 36-500 36-500 0z',
      mixColors(p.base, '#fff3cf', 0.45),
    ) +
    drawEllipse(500, 474, 248, 26, '#fff3cf') +
    drawStroke('M300 420c16-80 70-130 130-150', '#ffffff', 16, 'opacity=".55"') +
    drawStroke('M660 790c90 20 150-10 330 10', '#4b4b52', 6),
  clock: p =>
    drawEllipse(530, 520, 300, 300, '#2a2030', 'opacity=".24" filter="url(#blur)"') +
    drawEllipse(500, 470, 300, 300, p.dark) +
    drawEllipse(500, 470, 300, 300, 'url(#flat)') +
    drawEllipse(
      500,
      470,
      274,
      274,
      p.base === '#36446a' ? mixColors(p.base, '#ffffff', 0.08) : '#fbf7ee',
    ) +
    repeat(60, i =>
      transformGroup(
        `rotate(${i * 6} 500 470)`,
        drawStroke(
          `M500 214v${i % 5 ? 10 : 34}`,
          p.base === '#36446a' ? '#efe8da' : '#3a3440',
          i % 5 ? 4 : 10,
        ),
      ),
    ).join('') +
    transformGroup(
      'rotate(-52 500 470)',
      drawStroke('M500 500V330', p.base === '#36446a' ? '#efe8da' : '#3a3440', 17),
    ) +
    transformGroup(
      'rotate(58 500 470)',
      drawStroke('M500 510V264', p.base === '#36446a' ? '#efe8da' : '#3a3440', 11),
    ) +
    transformGroup('rotate(190 500 470)', drawStroke('M500 520V250', '#c2714c', 5)) +
    drawEllipse(500, 470, 18, 18, '#c2714c') +
    drawArea(
      'M360 220a290 290 0 0 1 140-40L300 620a290 290 0 0 1-70-120z',
      '#ffffff',
      'opacity=".12"',
    ),
  board: p => drawShadow(500, 800, 300) + breadBoard(p),
  tray: p => supperTray(p),
  spoons: p =>
    transformGroup(
      'rotate(16 500 500)',
      [spoon(330, p, 0), spoon(500, p, 1), spoon(670, p, 2)].join(''),
    ),
  plant: p =>
    drawShadow(500, 800, 200) +
    drawStroke('M500 520C490 400 510 300 500 180', '#6b5a3c', 16) +
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
        transformGroup(
          `translate(${x} ${y}) rotate(${turn})`,
          drawLeaf(size, 84, i % 2 ? '#4f7f4a' : '#669a5c'),
        ),
      )
      .join('') +
    pot(p),
  snakeplant: p =>
    drawShadow(500, 800, 200) +
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
        transformGroup(
          `translate(${500 + turn * 2.2} 540) rotate(${turn * 0.62})`,
          sword(size, shade ? '#5d8a5a' : '#447049'),
        ),
      )
      .join('') +
    pot(p),
}

const sword = (h: number, fill: string) =>
  drawArea(
    `M-34 0C-46 ${-h * 0.5} -30 ${-h * 0.85} 0 ${-h}C30 ${-h * 0.85} 46 ${-h * 0.5} 34 0z`,
    '#cfc984',
  ) +
  drawArea(
    `M-24 0C-36 ${-h * 0.5} -22 ${-h * 0.82} 0 ${-h * 0.95}C22 ${-h * 0.82} 36 ${-h * 0.5} 24 0z`,
    fill,
  ) +
  repeat(6, i =>
    drawStroke(`M-22 ${-h * (0.1 + i * 0.13)}q20 -14 40 2`, '#ffffff', 5, 'opacity=".16"'),
  ).join('')

function breadBoard(p: PaintColors) {
  const plank =
    'M300 330h400a40 40 0 0 1 40 40v380a40 40 0 0 1-40 40H300a40 40 0 0 1-40-40V370a40 40 0 0 1 40-40z M440 330v-120a60 60 0 0 1 120 0v120z'
  return (
    transformGroup(
      'rotate(-3 500 800)',
      drawRounded(plank, p.base),
      grain('plank', plank, p),
      drawEllipse(500, 212, 24, 24, mixColors(p.base, '#2a2030', 0.55)),
      drawStroke('M500 212c-60-90 60-90 0 0', '#efe8da', 8),
      drawArea(plank, 'url(#flat)'),
    ) +
    transformGroup(
      'translate(420 690)',
      drawEllipse(110, 112, 250, 26, '#2a2030', 'opacity=".25" filter="url(#blur-small)"'),
      drawRounded('M-110 110c-40-110 30-200 220-200s260 90 220 200z', '#b9793f'),
      drawArea('M-92 40c60-110 340-120 400-6-40-74-340-90-400 6z', '#e0b377', 'opacity=".7"'),
      repeat(4, i =>
        drawStroke(`M${-10 + i * 76} ${-52 + Math.abs(i - 1.5) * 12}q26 34 18 76`, '#f0d9ad', 15),
      ).join(''),
    )
  )
}

function supperTray(p: PaintColors) {
  const rim = roundedRectPath(130, 280, 740, 460, 150)
  return (
    withLiftShadow(drawArea(rim, p.dark)) +
    drawArea(rim, 'url(#flat)') +
    drawArea(roundedRectPath(152, 302, 696, 416, 130), p.base) +
    grain('tray', roundedRectPath(152, 302, 696, 416, 130), p, 30) +
    drawArea(roundedRectPath(152, 302, 696, 30, 15), '#2a2030', 'opacity=".16"') +
    drawArea(roundedRectPath(146, 450, 24, 120, 12), '#2a2030', 'opacity=".65"') +
    drawArea(roundedRectPath(830, 450, 24, 120, 12), '#2a2030', 'opacity=".65"') +
    withLiftShadow(drawEllipse(390, 510, 128, 128, '#efe8da')) +
    drawEllipse(390, 510, 128, 128, 'url(#flat)') +
    drawEllipse(390, 514, 104, 104, '#c2714c') +
    drawStroke('M340 500c30-30 60 30 100-6', '#efe8da', 9, 'opacity=".7"') +
    withLiftShadow(
      drawStroke('M690 500c60-20 70 60 10 60', '#3d6573', 22),
      drawEllipse(640, 520, 80, 80, '#4e7f8e'),
    ) +
    drawEllipse(640, 520, 62, 62, '#5b3a25') +
    transformGroup('translate(560 660) rotate(70)', drawSprig(170, '#a8b698', 20))
  )
}

function spoon(x: number, p: PaintColors, shape: number) {
  const bowls = [
    'M-70-120a70 104 0 1 1 140 0c0 80-40 100-50 150h-40c-10-50-50-70-50-150z',
    'M-64-220h110a24 24 0 0 1 24 24v90c0 76-40 90-50 136h-40c-10-46-50-60-50-136v-108a6 6 0 0 1 6-6z',
    'M-56-120a56 70 0 1 1 112 0c0 60-26 96-36 150h-40c-10-54-36-90-36-150z',
  ]
  const d = bowls[shape] ?? ''
  return transformGroup(
    `translate(${x} ${400 + shape * 14})`,
    withLiftShadow(drawArea('M-20 0h40l8 420a28 28 0 0 1-56 0z', p.base), drawArea(d, p.base)),
    drawArea('M-20 0h40l8 420a28 28 0 0 1-56 0z', 'url(#round)'),
    drawArea(d, 'url(#flat)'),
    shape === 1
      ? ''
      : drawEllipse(0, -124, shape ? 38 : 50, shape ? 50 : 78, p.dark, 'opacity=".55"'),
    drawStroke('M0 60v300', p.dark, 3, 'opacity=".4"'),
  )
}
