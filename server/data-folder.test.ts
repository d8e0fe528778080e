import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { protectDataFolder } from './data-folder.ts'

const nobody = 65_534
const previousMask = process.umask()
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'storewright-folder-'))
})
afterEach(() => {
  process.umask(previousMask)
  rmSync(folder, { recursive: true })
})

test('makes an existing folder and new files private to their owner', async () => {
  await chmod(folder, 0o755)
  protectDataFolder({ dataDir: folder, isProduction: true })
  writeFileSync(join(folder, 'orders.csv'), 'name')
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder, 'orders.csv')).mode & 0o777).toBe(0o600)
})

test('production rejects a folder of another user that every user can enter', async () => {
  const isRoot = process.geteuid?.() === 0
  const foreignFolder = isRoot ? folder : '/usr'
  if (isRoot) await chmod(foreignFolder, 0o755)
  if (isRoot) process.seteuid?.(nobody)
  try {
    expect(() => protectDataFolder({ dataDir: foreignFolder, isProduction: true })).toThrow(
      /Every user of this machine can enter the data folder/,
    )
    protectDataFolder({ dataDir: foreignFolder, isProduction: false })
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
})
