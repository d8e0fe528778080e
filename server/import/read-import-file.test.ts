import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportSource } from './import-parts.ts'
import { withImportFile } from './read-import-file.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'storewright-import-'))
  await mkdir(join(dataDir, 'imports'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const header = 'Handle,Title,Variant Price'
const settings = {
  currency: 'USD',
  now: new Date('2026-01-01'),
  siteUrl: '',
  hasCategories: true,
  createCategories: null,
  matchings: { fields: null, fieldsBySignature: {} },
  canCreateCategories: true,
  imageBaseUrl: '',
}

async function createSource(fileKey: string, text: string): Promise<ImportSource> {
  await writeFile(join(dataDir, 'imports', fileKey), text)
  return { dataDir, fileKey, kind: 'products', settings }
}
const createRows = (count: number) =>
  Array.from({ length: count }, (_, i) => `p${i},Product ${i},${i}.50`).join('\n')

test('sends the products and problems of a file in parts, in their order', async () => {
  const source = await createSource('parts.csv', `${header}\n${createRows(1200)}\n,Bad\n`)
  await withImportFile<{ row: number }, unknown>(source, undefined, async file => {
    expect(file).toMatchObject({ format: 'shopify', rowCount: 1201 })
    expect(await Array.fromAsync(file.problems)).toMatchObject([[{ code: 'ragged_row' }]])
    const batches = await Array.fromAsync(file.batches)
    expect(batches.length).toBeGreaterThan(10)
    expect(batches.flatMap(batch => batch.entries.map(({ row }) => row))).toEqual(
      Array.from({ length: 1201 }, (_, i) => i + 2),
    )
    expect(batches.at(-1)?.progress).toBe(1)
  })
})

test('fails only its own file when the thread runs out of memory', async () => {
  const large = await createSource('large.csv', `${header}\n${createRows(60_000)}`)
  const small = await createSource('small.csv', `${header}\n${createRows(1)}`)
  const ignoreFile = async () => {}
  const [largeResult, smallResult] = await Promise.allSettled([
    withImportFile(large, undefined, ignoreFile, 24),
    withImportFile(small, undefined, ignoreFile),
  ])
  expect(largeResult).toMatchObject({
    reason: { name: 'UnreadableFileError', errorMessage: { code: 'import_file_too_complex' } },
  })
  expect(smallResult.status).toBe('fulfilled')
})

test('ends the thread when the job is stopped', async () => {
  const source = await createSource('stopped.csv', `${header}\n${createRows(1)}`)
  const stop = new AbortController()
  const reading = withImportFile(source, stop.signal, async () => {})
  stop.abort()
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
})

/** Reads a file in another process. Returns the error, and the peak of its memory in MB. */
const script = `
  import { withImportFile } from ${JSON.stringify(join(import.meta.dirname, 'read-import-file.ts'))}
  const source = JSON.parse(process.argv[1])
  const settings = { ...source.settings, now: new Date(source.settings.now) }
  const error = await withImportFile({ ...source, settings }, undefined, async () => {}).catch(e => e)
  console.log(JSON.stringify({ error: error?.message, peakMb: process.resourceUsage().maxRSS / 1024 }))`

test.each([
  ['commas', ',', ','],
  ['semicolons', ';', ';'],
  ['tabs', '\t', '\t'],
  ['quotes', ',', '"",'],
])('rejects a row of 49 MB of %s with little memory', async (name, delimiter, cell) => {
  const text = `${header.replaceAll(',', delimiter)}\n${cell.repeat(49_000_000 / cell.length)}`
  const source = await createSource(`${name}.csv`, text)
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module-typescript', '-e', script, JSON.stringify(source)],
    { cwd: join(import.meta.dirname, '../..') },
  )
  const { error, peakMb } = JSON.parse(stdout)
  expect(error).toMatch(/^This file has more than 500 columns\. /)
  expect(peakMb).toBeLessThan(400)
})
