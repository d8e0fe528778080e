import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type ImportSource, parserLimits, startParser, withImportFile } from './read-import-file.ts'

const header = 'Handle,Title,Variant Price'
const settings = {
  currency: 'USD',
  now: new Date('2026-01-01'),
  siteUrl: '',
  hasCategories: true,
  createCategories: null,
  locale: 'en',
  timeZone: 'UTC',
  matchings: { fields: null, fieldsBySignature: {} },
  canCreateCategories: true,
  imageBaseUrl: '',
  encoding: null,
}

const createSource = (text: string): ImportSource => ({
  openContent: async () => Readable.from([Buffer.from(text)]),
  kind: 'products',
  settings,
})
async function startParserOf(text: string): Promise<ChildProcess> {
  const { openContent, ...settings } = createSource(text)
  return startParser(settings, await openContent())
}
const createRows = (count: number) =>
  Array.from({ length: count }, (_, i) => `p${i},Product ${i},${i}.50`).join('\n')

test('sends the products and problems of a file in parts, in their order', async () => {
  const source = createSource(`${header}\n${createRows(1200)}\n,Bad\n`)
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

test('fails only its own file when the parser runs out of memory', async () => {
  const large = createSource(`${header}\n${createRows(60_000)}`)
  const small = createSource(`${header}\n${createRows(1)}`)
  const ignoreFile = async () => {}
  const [largeResult, smallResult] = await Promise.allSettled([
    withImportFile(large, undefined, ignoreFile, { ...parserLimits, memoryMb: 24 }),
    withImportFile(small, undefined, ignoreFile),
  ])
  expect(largeResult).toMatchObject({
    reason: { name: 'UnreadableFileError', errorMessage: { code: 'import_file_too_complex' } },
  })
  expect(smallResult.status).toBe('fulfilled')
})

test('ends a parser that does not reply in time', async () => {
  const source = createSource(`${header}\n${createRows(60_000)}`)
  const ignoreFile = async () => {}
  const limits = { ...parserLimits, replyMs: 1 }
  await expect(withImportFile(source, undefined, ignoreFile, limits)).rejects.toMatchObject({
    errorMessage: { code: 'import_file_too_complex' },
  })
})

test('fails with the error of the storage when the file cannot be read to its end', async () => {
  const cutFile = Readable.from(
    (async function* () {
      yield Buffer.from(`${header}\n`)
      throw new Error('The connection was cut.')
    })(),
  )
  const source = { ...createSource(''), openContent: async () => cutFile }
  await expect(withImportFile(source, undefined, async () => {})).rejects.toThrow(
    'The connection was cut.',
  )
})

test('ends the parser when the job is stopped', async () => {
  const source = createSource(`${header}\n${createRows(1)}`)
  const stop = new AbortController()
  const reading = withImportFile(source, stop.signal, async () => {})
  stop.abort()
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
})

test.runIf(process.platform === 'linux')('gives the parser no secrets', async () => {
  vi.stubEnv('SECRET_KEY', 'a secret of the server')
  vi.stubEnv('TZ', 'UTC')
  onTestFinished(() => void vi.unstubAllEnvs())
  const parser = await startParserOf(`${header}\n${createRows(1)}`)
  onTestFinished(() => void parser.kill('SIGKILL'))
  await once(parser, 'message')
  const environment = await readFile(`/proc/${parser.pid}/environ`, 'utf8')
  expect(environment).toContain('TZ=UTC')
  expect(environment).not.toContain('SECRET_KEY')
})

/**
 * Returns the first reply of a parser and the most memory that it has used. The parser ends after a
 * rejection, so its memory is read meanwhile.
 */
async function measureReply(parser: ChildProcess) {
  let peakMb = 0
  const measure = () => {
    try {
      const status = readFileSync(`/proc/${parser.pid}/status`, 'utf8')
      peakMb = Math.max(peakMb, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024)
    } catch {
      // The process has ended.
    }
  }
  const timer = setInterval(measure, 20)
  const [reply] = await once(parser, 'message').finally(() => clearInterval(timer))
  measure()
  return { rejection: reply.rejection, peakMb }
}

test.runIf(process.platform === 'linux').each([
  ['commas', ',', ','],
  ['semicolons', ';', ';'],
  ['tabs', '\t', '\t'],
  ['quotes', ',', '"",'],
])('rejects a row of 49 MB of %s with little memory', async (_name, delimiter, cell) => {
  const text = `${header.replaceAll(',', delimiter)}\n${cell.repeat(49_000_000 / cell.length)}`
  const parser = await startParserOf(text)
  onTestFinished(() => void parser.kill('SIGKILL'))
  const { rejection, peakMb } = await measureReply(parser)
  expect(rejection.message).toMatch(/^This file has more than 500 columns\. /)
  expect(peakMb).toBeGreaterThan(0)
  expect(peakMb).toBeLessThan(400)
})
