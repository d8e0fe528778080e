import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { diskJobs, draftSuffix } from './disk.ts'

test('deletes only unfinished files that are older than a day', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'storewright-disk-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const folder = join(dataDir, 'media', 'store', 'ab')
  await mkdir(folder, { recursive: true })
  async function write(name: string, hours: number) {
    await writeFile(join(folder, name), 'half')
    const modifiedAt = new Date(Date.now() - hours * 3_600_000)
    await utimes(join(folder, name), modifiedAt, modifiedAt)
  }
  await write(`cup.webp.1${draftSuffix}`, 25)
  await write(`cup.webp.2${draftSuffix}`, 23)
  await write('cup.webp', 25)
  // The folder of imports does not exist, as in an installation without imports.
  await diskJobs({ config: { dataDir } })['disk.cleanup']?.({}, {} as never)
  expect((await readdir(folder)).toSorted()).toEqual(['cup.webp', `cup.webp.2${draftSuffix}`])
})
