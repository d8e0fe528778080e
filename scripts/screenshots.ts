import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { z } from 'zod'
import { demoOwner } from '../server/db/seed/demo-store.ts'
import { findChromium } from './chromium.ts'
import { freePort } from './free-port.ts'

// Every page of the demo store in both skins at three widths, and one sheet of each to look at them together.
// SCREENSHOT_URL takes a demo server that is already there; words on the command line choose pages by their path.
const folder = 'screenshots'
const skins = ['light', 'dark'] as const
const sizes = [{ width: 1440, height: 900 }, { width: 1024, height: 768 }, { width: 390, height: 844 }] as const

const Listed = z.object({ data: z.array(z.object({ _id: z.string() })) })
/** The list that the `:id` of a page is taken from. */
const lists: Record<string, string> = {
  order: 'order/getAll', product: 'product/getAll', customer: 'customer/getAll', import: 'import/getAll', myStore: 'business/getAll', themes: 'theme/getAll',
}

const wanted = process.argv.slice(2)
const server = process.env.SCREENSHOT_URL ? undefined : await startDemo()
const browser = await chromium.launch({ ...(findChromium() && { executablePath: findChromium() ?? '' }), args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'] })
try {
  await takeAll(browser, process.env.SCREENSHOT_URL ?? server?.url ?? '')
} finally {
  await browser.close()
  await server?.stop()
}

async function startDemo() {
  const port = await freePort()
  const dataDir = await mkdtemp(join(tmpdir(), 'storewright-screenshots-'))
  const child = spawn(process.execPath, ['server/db/seed/demo.ts'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir } })
  const url = `http://127.0.0.1:${port}`
  console.log('Making the demo store …')
  await untilAlive(child, url)
  const stop = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url, stop }
}

async function untilAlive(child: ChildProcess, url: string) {
  const isUp = () => fetch(`${url}/health/ready`).then(answer => answer.ok, () => false)
  // The first time the demo makes a year of orders before it listens.
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error('The demo server did not start; it says above why.')
    await new Promise(resolve => setTimeout(resolve, 250))
  }
}

async function takeAll(on: Browser, baseURL: string) {
  const paths = await readPaths()
  for (const skin of skins) {
    for (const size of sizes) {
      const to = join(folder, `${skin}-${size.width}`)
      await mkdir(to, { recursive: true })
      const context = await on.newContext({ baseURL, viewport: size, reducedMotion: 'reduce', locale: 'en-US', timezoneId: 'Europe/Berlin' })
      await context.addInitScript(name => localStorage.setItem('skin', name), skin)
      const page = await context.newPage()
      const shots = [await take(page, '/login', to), await take(page, '/register', to)]
      const idOf = await logIn(page, context)
      for (const path of paths.filter(one => one !== '/login' && one !== '/register')) shots.push(await take(page, await fillIn(path, idOf), to, path))
      await drawSheet(`${to}.png`, shots, size)
      await context.close()
      console.log(`${to}: ${shots.length} pages`)
    }
  }
}

/** From the map of pages, read as text because it imports style sheets. */
async function readPaths() {
  const paths = [...(await readFile('web/routes.tsx', 'utf8')).matchAll(/path: '(\/[^']+)'/g)].map(([, path = '']) => path)
  // What is opened after the lock screen is locked, too.
  return [...paths.filter(path => path !== '/lock-screen'), '/no/such/page', '/lock-screen'].filter(path => wanted.length === 0 || wanted.some(word => path.includes(word)))
}

async function logIn(page: Page, context: BrowserContext) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(demoOwner.email)
  await page.getByLabel('Password', { exact: true }).fill(demoOwner.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/dashboard')
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  return async (list: string) => {
    const answer = await context.request.get(`/api/${list}?perPage=1`, { headers: { authorization: `Bearer ${token}` } })
    return Listed.parse(await answer.json()).data[0]?._id ?? 'none'
  }
}

async function fillIn(path: string, idOf: (list: string) => Promise<string>) {
  const list = lists[path.split('/')[2] ?? '']
  return path.replace(':slug', 'about-us').replace(':id', path.includes(':id') && list ? await idOf(list) : '')
}

async function take(page: Page, address: string, to: string, path = address) {
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  const file = join(to, `${path.slice(1).replaceAll(/[^\w-]+/g, '-')}.png`)
  await page.screenshot({ path: file, fullPage: true, animations: 'disabled' })
  return file
}

/** All pages beside each other, each from its top. */
async function drawSheet(file: string, shots: readonly string[], { width, height }: { width: number; height: number }) {
  const [columns, gap] = [width > 500 ? 5 : 9, 16]
  const [wide, high] = [width > 500 ? 480 : 260, Math.round((width > 500 ? 480 : 260) * Math.max(height / width, 0.75))]
  const rows = Math.ceil(shots.length / columns)
  const tiles = await Promise.all(shots.map(async (shot, at) => ({
    input: await cutFromTop(shot, wide, high),
    left: gap + (at % columns) * (wide + gap), top: gap + Math.floor(at / columns) * (high + gap),
  })))
  const sheet = sharp({ create: { width: gap + columns * (wide + gap), height: gap + rows * (high + gap), channels: 3, background: '#8a8f98' } })
  await writeFile(file, await sheet.composite(tiles).png().toBuffer())
}

async function cutFromTop(shot: string, wide: number, high: number) {
  const { data, info } = await sharp(shot).resize({ width: wide }).png().toBuffer({ resolveWithObject: true })
  return info.height <= high ? data : sharp(data).extract({ left: 0, top: 0, width: wide, height: high }).toBuffer()
}
