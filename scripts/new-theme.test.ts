import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const script = resolve('scripts/new-theme.ts')
const run = (cwd: string, ...parameters: string[]) =>
  promisify(execFile)(process.execPath, [script, ...parameters], { cwd })

test('new:theme copies a theme with its fonts under a new name', async () => {
  const root = await mkdtemp(join(tmpdir(), 'new-theme-'))
  const folder = join(root, 'storefront/theme')
  await cp('storefront/theme/linen', join(folder, 'linen'), { recursive: true })
  const read = (path: string) => readFile(join(folder, path))
  try {
    await run(root, 'meadow')
    const names = (await readdir(join(folder, 'linen'))).map(name =>
      name.replace('linen', 'meadow'),
    )
    expect((await readdir(join(folder, 'meadow'))).toSorted()).toEqual(names.toSorted())
    expect(String(await read('meadow/meadow-theme.ts'))).toMatch(/code: 'meadow',\s+name: 'Meadow'/)
    const styles = String(await read('meadow/meadow-typefaces.css'))
    expect(styles).toContain("url('./meadow-serif.woff2')")
    expect(styles).not.toMatch(/linen/i)
    expect(await read('meadow/meadow-serif.woff2')).toEqual(await read('linen/linen-serif.woff2'))

    await expect(run(root, 'meadow')).rejects.toThrow('already exists')
    await expect(run(root, '../meadow')).rejects.toThrow('lower-case letters')
    await expect(run(root, 'forest', 'nothing')).rejects.toThrow('There is no theme "nothing"')
    expect(await readdir(folder)).toHaveLength(2)
  } finally {
    await rm(root, { recursive: true })
  }
})
