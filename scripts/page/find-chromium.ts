import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

// The headless shell has no window and takes a third less time.
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

/** Returns the path of Chromium: CHROMIUM_PATH, an installed one, or Playwright's own. */
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

/**
 * Chromium prepares parts of its window in pages of their own, which takes more time than a small
 * page of the tests. Chromium reads only the last list of disabled features, so those that
 * Playwright disables are repeated.
 */
const disabledFeatures = [
  'InitialWebUI',
  'PreloadTopChromeWebUI',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
  'WebUIReloadButton',
  'WebUIToolbar',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/** Returns the options to launch Chromium without a window, also as root. */
export function getLaunchOptions(...extraArgs: string[]) {
  const executablePath = findChromium()
  return {
    ...(executablePath && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      `--disable-features=${disabledFeatures.join()}`,
      ...extraArgs,
    ],
  }
}

/**
 * Installs Chromium with apt when run as root, otherwise with Playwright. Returns false when both
 * fail.
 */
export function installChromium(): boolean {
  console.log('Installing Chromium for the browser tests …')
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
