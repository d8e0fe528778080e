import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { languages } from '../web/lib/preference/language.ts'
import { findChromium } from './chromium.ts'
import { startDemo } from './demo-server.ts'

// Every page of the demo store in each skin, both directions, on a desk and on a phone; and one sheet for each skin and
// direction to look at them together. Words on the command line choose: pages by their path, skins and directions by
// name, widths by number, languages by code, as in `npm run screenshots -- order dark rtl 390 ar`; without a language it
// is English alone. DEMO_URL takes a demo server that is there.
const folder = 'screenshots'
const choices = {
  skin: ['light', 'dark', 'bordered', 'semi-dark'],
  direction: ['ltr', 'rtl'],
  width: ['1440', '390'],
} as const
const codes: readonly string[] = languages.map(({ code }) => code)
const words = process.argv.slice(2)
const chosen = <T extends string>(of: readonly T[]): readonly T[] =>
  of.some(one => words.includes(one)) ? of.filter(one => words.includes(one)) : of
const language = words.find(word => codes.includes(word)) ?? 'en'
const suffix = language === 'en' ? '' : `-${language}`
const isOfPage = (word: string) =>
  !Object.values(choices)
    .flat()
    .some(one => one === word) && !codes.includes(word)

type Shot = { file: string; path: string; width: string }

const server = await startDemo()
const executablePath = findChromium()
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
})
try {
  const paths = await readPaths()
  for (const skin of chosen(choices.skin)) {
    for (const direction of chosen(choices.direction)) {
      const shots: Shot[] = []
      for (const width of chosen(choices.width))
        shots.push(...(await takeAll(browser, paths, { skin, direction, width })))
      const sheet = join(folder, `sheet-${skin}-${direction}${suffix}.png`)
      await drawSheet(sheet, shots, `${skin}, ${direction}${suffix.replace('-', ', ')}`)
      console.log(`${sheet}: ${shots.length} pictures`)
    }
  }
} finally {
  await browser.close()
  await server.stop()
}

/** From the map of pages, read as text because it imports style sheets; the first part needs no session. */
async function readPaths() {
  const map = await readFile('web/routes.tsx', 'utf8')
  const open = map.slice(map.indexOf('const open'), map.indexOf('const work'))
  const paths = [...map.matchAll(/path: '(\/[^']+)'/g)].map(([, path = '']) => path)
  const wanted = words.filter(isOfPage)
  // The lock screen comes last: whatever is opened after it is locked as well.
  return [...paths, '/no/such/page']
    .toSorted((one, other) => Number(one === '/lock-screen') - Number(other === '/lock-screen'))
    .filter(path => wanted.length === 0 || wanted.some(word => path.includes(word)))
    .map(path => ({ path, isOpen: open.includes(`'${path}'`) }))
}

async function takeAll(
  on: Browser,
  paths: Awaited<ReturnType<typeof readPaths>>,
  { skin, direction, width }: { skin: string; direction: string; width: string },
): Promise<Shot[]> {
  const to = join(folder, `${skin}-${direction}-${width}${suffix}`)
  await mkdir(to, { recursive: true })
  const isPhone = Number(width) < 640
  const context = await on.newContext({
    baseURL: server.url,
    viewport: isPhone
      ? { width: Number(width), height: 844 }
      : { width: Number(width), height: 900 },
    hasTouch: isPhone,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
  })
  await context.addInitScript(
    kept => {
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
    },
    { skin, direction, language },
  )
  const page = await context.newPage()
  const shots: Shot[] = []
  for (const isOpen of [true, false]) {
    if (!isOpen)
      await context.addInitScript(kept => {
        for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
      }, server.storage)
    for (const one of paths.filter(path => path.isOpen === isOpen)) {
      const file = join(to, `${one.path.slice(1).replaceAll(/[^\w-]+/g, '-')}.png`)
      await take(page, await server.fillIn(one.path), file)
      shots.push({ file, path: one.path, width })
    }
  }
  await context.close()
  return shots
}

async function take(page: Page, address: string, file: string) {
  await page.goto(address)
  await page.getByRole('heading').first().waitFor()
  // A stream of notices stays open, so that the network never rests; what is loading says so.
  await page.waitForTimeout(350)
  await page
    .waitForFunction(
      () =>
        !document.querySelector(
          '[aria-busy=true], [role=status] [aria-hidden=true], .mantine-Skeleton-root',
        ) && document.fonts.status === 'loaded',
      undefined,
      { timeout: 8_000 },
    )
    .catch(() => undefined)
  await page.screenshot({ path: file, fullPage: true, animations: 'disabled' })
}

/** All pages beside each other, each from its top, with its path above it; first the desk, then the phone. */
async function drawSheet(file: string, shots: readonly Shot[], title: string) {
  const gap = 20
  const head = 24
  const across = 5 * (560 + gap) + gap
  const tiles: { input: Buffer; left: number; top: number }[] = [
    { input: await write(title, 32), left: gap, top: gap },
  ]
  let top = gap + 56
  for (const width of choices.width) {
    const [wide, high] = Number(width) < 640 ? [270, 585] : [560, 420]
    const columns = Math.floor((across - gap) / (wide + gap))
    const row = shots.filter(shot => shot.width === width)
    for (const [at, shot] of row.entries()) {
      const place = {
        left: gap + (at % columns) * (wide + gap),
        top: top + Math.floor(at / columns) * (high + head + gap),
      }
      tiles.push(
        { input: await write(shot.path, 15), ...place },
        { input: await cutFromTop(shot.file, wide, high), left: place.left, top: place.top + head },
      )
    }
    top += Math.ceil(row.length / columns) * (high + head + gap)
  }
  const sheet = sharp({
    create: { width: across, height: top + gap, channels: 3, background: '#8a8f98' },
  })
  await writeFile(file, await sheet.composite(tiles).png().toBuffer())
}

function write(words: string, size: number): Promise<Buffer> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="560" height="${size * 1.4}"><text y="${size}" font-family="sans-serif" font-weight="600" font-size="${size}" fill="#fff">${words}</text></svg>`
  return sharp(Buffer.from(drawing)).png().toBuffer()
}

async function cutFromTop(shot: string, wide: number, high: number) {
  const { data, info } = await sharp(shot)
    .resize({ width: wide })
    .png()
    .toBuffer({ resolveWithObject: true })
  return info.height <= high
    ? data
    : sharp(data).extract({ left: 0, top: 0, width: wide, height: high }).toBuffer()
}
