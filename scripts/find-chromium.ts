import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

// The first has no window to draw, and takes a third less time.
const executableNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const macPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The Chromium to test with: CHROMIUM_PATH, one that is installed, or the one Playwright keeps; undefined when none. */
export function findChromium(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/snap/bin']
  const candidates = [
    process.env.CHROMIUM_PATH,
    ...folders.flatMap(folder => executableNames.map(name => join(folder, name))),
    ...macPaths,
    chromium.executablePath(),
  ]
  return candidates.find(path => path && existsSync(path))
}

/** Gets one from the system's package manager when we may, else from Playwright. Returns false when both fail. */
export function installChromium(): boolean {
  console.log('Installing Chromium for the journeys …')
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const apt = (...args: string[]) =>
      spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0
    const install = (...names: string[]) =>
      names.some(name => apt('install', '-y', '-qq', name)) && findChromium() !== undefined
    const packages = ['chromium-headless-shell', 'chromium']
    if (install(...packages) || (apt('update', '-qq') && install(...packages))) return true
  }
  const withDeps = process.getuid?.() === 0 ? ['--with-deps'] : []
  const playwright = (args: string[]) =>
    spawnSync(
      process.execPath,
      ['node_modules/@playwright/test/cli.js', 'install', ...args, 'chromium'],
      { stdio: 'inherit' },
    ).status === 0
  return (playwright(withDeps) || playwright([])) && findChromium() !== undefined
}
