import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { languages } from '#contract/lib/text/languages.ts'
import { startDemoServer } from '../demo-server.ts'
import { getLaunchOptions } from './find-chromium.ts'
import { listPagePaths, listPublicPaths } from './list-page-paths.ts'

// Takes a screenshot of every page of the demo store in each skin, direction and width, and creates
// one contact sheet for each skin and direction. Arguments select pages by path, skins and
// directions by name, widths by number and a language by code, as in
// `npm run screenshots -- order dark rtl 390 ar`. The default language is English. Set DEMO_URL to
// use a running demo server.
const folder = 'screenshots'
const options = {
  skin: ['light', 'dark', 'bordered', 'semi-dark'],
  direction: ['ltr', 'rtl'],
  width: ['1440', '390'],
} as const
const languageCodes: readonly string[] = languages.map(({ code }) => code)
const args = process.argv.slice(2)
const selectOptions = <T extends string>(available: readonly T[]): readonly T[] =>
  available.some(option => args.includes(option))
    ? available.filter(option => args.includes(option))
    : available
const language = args.find(word => languageCodes.includes(word)) ?? 'en'
const suffix = language === 'en' ? '' : `-${language}`
const isPageFilter = (word: string) =>
  !Object.values(options)
    .flat()
    .some(option => option === word) && !languageCodes.includes(word)

type Screenshot = { file: string; path: string; width: string }

const server = await startDemoServer()
const browser = await chromium.launch(getLaunchOptions())
try {
  const paths = await readPaths()
  for (const skin of selectOptions(options.skin)) {
    for (const direction of selectOptions(options.direction)) {
      const screenshots: Screenshot[] = []
      for (const width of selectOptions(options.width))
        screenshots.push(...(await takeScreenshots(browser, paths, { skin, direction, width })))
      const sheet = join(folder, `sheet-${skin}-${direction}${suffix}.png`)
      await createContactSheet(
        sheet,
        screenshots,
        `${skin}, ${direction}${suffix.replace('-', ', ')}`,
      )
      console.log(`${sheet}: ${screenshots.length} screenshots`)
    }
  }
} finally {
  await browser.close()
  await server.stop()
}

/** Returns the paths of the selected pages. */
async function readPaths() {
  const publicPaths = listPublicPaths()
  const pageFilters = args.filter(isPageFilter)
  // The lock screen comes last, because it locks every page after it.
  return [...listPagePaths(), '/no/such/page']
    .toSorted((one, other) => Number(one === '/lock-screen') - Number(other === '/lock-screen'))
    .filter(path => pageFilters.length === 0 || pageFilters.some(word => path.includes(word)))
    .map(path => ({ path, isPublic: publicPaths.includes(path) }))
}

async function takeScreenshots(
  browserInstance: Browser,
  paths: Awaited<ReturnType<typeof readPaths>>,
  { skin, direction, width }: { skin: string; direction: string; width: string },
): Promise<Screenshot[]> {
  const folderPath = join(folder, `${skin}-${direction}-${width}${suffix}`)
  await mkdir(folderPath, { recursive: true })
  const isPhone = Number(width) < 640
  const context = await browserInstance.newContext({
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
    storedValues => {
      for (const [key, value] of Object.entries(storedValues)) localStorage.setItem(key, value)
    },
    { skin, direction, language },
  )
  const page = await context.newPage()
  const shots: Screenshot[] = []
  for (const isPublic of [true, false]) {
    if (!isPublic)
      await context.addInitScript(storedValues => {
        for (const [key, value] of Object.entries(storedValues)) localStorage.setItem(key, value)
      }, server.storage)
    for (const target of paths.filter(path => path.isPublic === isPublic)) {
      const file = join(folderPath, `${target.path.slice(1).replaceAll(/[^\w-]+/g, '-')}.png`)
      await takeScreenshot(page, await server.resolvePath(target.path), file)
      shots.push({ file, path: target.path, width })
    }
  }
  await context.close()
  return shots
}

async function takeScreenshot(page: Page, url: string, file: string) {
  await page.goto(url)
  await page.getByRole('heading').first().waitFor()
  // The notification stream stays open, so wait for loading indicators instead of an idle network.
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
  // Frames load when they are in the window, so the window gets the height of the page.
  const viewport = page.viewportSize()
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  if (viewport) await page.setViewportSize({ ...viewport, height })
  await page
    .waitForFunction(
      () => !document.querySelector('iframe[loading=lazy]:not([data-loaded])'),
      undefined,
      {
        timeout: 8_000,
      },
    )
    .catch(() => undefined)
  await page.screenshot({ path: file, animations: 'disabled' })
  if (viewport) await page.setViewportSize(viewport)
}

/** Creates a sheet with the top of every page and its path, desktop first. */
async function createContactSheet(file: string, shots: readonly Screenshot[], title: string) {
  const gap = 20
  const captionHeight = 24
  const sheetWidth = 5 * (560 + gap) + gap
  const tiles: { input: Buffer; left: number; top: number }[] = [
    { input: await renderText(title, 32), left: gap, top: gap },
  ]
  let top = gap + 56
  for (const width of options.width) {
    const [tileWidth, tileHeight] = Number(width) < 640 ? [270, 585] : [560, 420]
    const columns = Math.floor((sheetWidth - gap) / (tileWidth + gap))
    const rowScreenshots = shots.filter(screenshot => screenshot.width === width)
    for (const [index, screenshot] of rowScreenshots.entries()) {
      const position = {
        left: gap + (index % columns) * (tileWidth + gap),
        top: top + Math.floor(index / columns) * (tileHeight + captionHeight + gap),
      }
      tiles.push(
        { input: await renderText(screenshot.path, 15), ...position },
        {
          input: await cropToTop(screenshot.file, tileWidth, tileHeight),
          left: position.left,
          top: position.top + captionHeight,
        },
      )
    }
    top += Math.ceil(rowScreenshots.length / columns) * (tileHeight + captionHeight + gap)
  }
  const sheet = sharp({
    create: { width: sheetWidth, height: top + gap, channels: 3, background: '#8a8f98' },
  })
  await writeFile(file, await sheet.composite(tiles).png().toBuffer())
}

function renderText(text: string, size: number): Promise<Buffer> {
  const font = `font-family="sans-serif" font-weight="600" font-size="${size}"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="560" height="${size * 1.4}">
    <text y="${size}" ${font} fill="#fff">${text}</text>
  </svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

async function cropToTop(screenshot: string, tileWidth: number, tileHeight: number) {
  const { data, info } = await sharp(screenshot)
    .resize({ width: tileWidth })
    .png()
    .toBuffer({ resolveWithObject: true })
  return info.height <= tileHeight
    ? data
    : sharp(data).extract({ left: 0, top: 0, width: tileWidth, height: tileHeight }).toBuffer()
}
