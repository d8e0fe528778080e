import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listPictureNames, pictureFolder } from '../../e2e/pictures/picture-pages.ts'
import { findFreePort } from '../../server/db/cluster/find-free-port.ts'
import { findChromium, installChromium } from './find-chromium.ts'
import { writePictureFonts } from './picture-fonts.ts'

// Compares each page of a store in each theme with its accepted picture in `e2e/reference`.
// Words select pictures whose names contain all of them, as in `npm run pictures -- linen cart arabic`.
// With `--accept`, the selected pictures that differ are stored instead. A reviewer looks at
// `test-results/pictures/index.html` before.
const args = process.argv.slice(2)
const isAccepting = args.includes('--accept')
const words = args.filter(word => word !== '--accept')

if (!findChromium() && !installChromium()) {
  console.error('No Chromium was found and none could be installed; set CHROMIUM_PATH to one.')
  process.exit(1)
}
const folder = await mkdtemp(join(tmpdir(), 'storewright-pictures-'))
const child = spawn(
  process.execPath,
  [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config=playwright.pictures.config.ts',
    ...(isAccepting ? ['--update-snapshots=changed'] : []),
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      FONTCONFIG_FILE: await writePictureFonts(folder),
      PICTURE_WORDS: words.join(' '),
      E2E_PORT: String(await findFreePort()),
    },
  },
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
const [code] = await once(child, 'exit')
await rm(folder, { recursive: true, force: true })
const unusedFiles = await listUnusedFiles()
for (const file of unusedFiles)
  if (isAccepting) await rm(file)
  else console.error(`${file} belongs to no page.`)
process.exit(unusedFiles.length > 0 && !isAccepting ? 1 : (code ?? 1))

/** Returns the stored pictures of pages and themes that no longer exist. */
async function listUnusedFiles(): Promise<string[]> {
  const usedNames = new Set(listPictureNames().map(name => `${name}.webp`))
  await mkdir(pictureFolder, { recursive: true })
  const entries = await readdir(pictureFolder, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile() && !usedNames.has(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
}
