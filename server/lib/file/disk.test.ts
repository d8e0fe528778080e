import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { diskJobs, draftSuffix } from './disk.ts'
import { temporaryFileJobs, withTemporaryFile } from './temporary-file.ts'

async function createDataFolder(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'storewright-disk-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  return dataDir
}
async function writeOldFile(path: string, hours: number) {
  await writeFile(path, 'half')
  const modifiedAt = new Date(Date.now() - hours * 3_600_000)
  await utimes(path, modifiedAt, modifiedAt)
}

test('deletes only unfinished files that are older than a day', async () => {
  const dataDir = await createDataFolder()
  const folder = join(dataDir, 'media', 'store', 'ab')
  await mkdir(folder, { recursive: true })
  await writeOldFile(join(folder, `cup.webp.1${draftSuffix}`), 25)
  await writeOldFile(join(folder, `cup.webp.2${draftSuffix}`), 23)
  await writeOldFile(join(folder, 'cup.webp'), 25)
  // The folder of imports does not exist, as in an installation without imports.
  await diskJobs({ config: { dataDir } })['disk.cleanup']?.({}, {} as never)
  expect((await readdir(folder)).toSorted()).toEqual(['cup.webp', `cup.webp.2${draftSuffix}`])
})

test('deletes temporary files after their work, and those of killed processes after an hour', async () => {
  const dataDir = await createDataFolder()
  const folder = join(dataDir, 'uploads')
  const cleanUp = () =>
    temporaryFileJobs({ config: { dataDir } })['upload.cleanup']?.({}, {} as never)
  // The folder does not exist, as in an installation without uploads.
  await cleanUp()
  const result = await withTemporaryFile(dataDir, async path => {
    await writeOldFile(path, 0.5)
    await writeOldFile(join(folder, `killed${draftSuffix}`), 1.5)
    await cleanUp()
    return readdir(folder)
  })
  expect(result).toHaveLength(1)
  await expect(
    withTemporaryFile(dataDir, async path => {
      await writeFile(path, 'half')
      throw new Error('failed')
    }),
  ).rejects.toThrow('failed')
  expect(await readdir(folder)).toEqual([])
})
