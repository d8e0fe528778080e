import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { type ArchiveEntry, createArchive, readArchive } from './archive.ts'

const contents = new Map([
  ['head.json', '{}'],
  ['file/media/empty.bin', ''],
  [`file/media/${'long-name/'.repeat(30)}ü.webp`, 'image'.repeat(400)],
])

async function createTestArchive(): Promise<Buffer> {
  const entries = [...contents].map(([name, text]): ArchiveEntry => {
    const bytes = Buffer.from(text)
    return { name, size: bytes.length, body: [bytes] }
  })
  const archive = createArchive(Readable.from(entries), () => ({ files: 2 }))
  return Buffer.concat(await archive.toArray())
}

async function readTestArchive(bytes: Buffer) {
  const entries = new Map<string, string>()
  const chunks = Readable.from([bytes.subarray(0, 700), bytes.subarray(700)])
  const summary = await readArchive(chunks, async ({ name, body }) => {
    entries.set(name, Buffer.concat(await Array.fromAsync(body)).toString())
  })
  return { summary, entries }
}

test('returns the entries and the summary that were written', async () => {
  const { summary, entries } = await readTestArchive(await createTestArchive())
  expect(summary).toEqual({ files: 2 })
  expect(entries).toEqual(contents)
})

test('rejects an archive that ends before its last entry', async () => {
  const bytes = await createTestArchive()
  for (const length of [0, 300, 512, 1024, 1536, bytes.indexOf('end.json')])
    await expect(readTestArchive(bytes.subarray(0, length))).rejects.toThrow(
      'The file is incomplete.',
    )
})

test('rejects entries after the last one', async () => {
  const bytes = await createTestArchive()
  await expect(readTestArchive(Buffer.concat([bytes, bytes]))).rejects.toThrow(
    'The file is damaged or not a backup.',
  )
})

test('rejects an entry whose size changes during the backup', async () => {
  const entry = { name: 'file/a', size: 2, body: [Buffer.from('abc')] }
  await expect(createArchive(Readable.from([entry]), () => ({})).toArray()).rejects.toThrow(
    'file/a changed while it was being read',
  )
})
