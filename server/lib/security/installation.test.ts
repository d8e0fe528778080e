import postgres from 'postgres'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../../db/migrate.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { loadSecretKeys } from './secret-keys.ts'

const secretKey = 'a-key-that-is-stored-outside-the-database'
let database: TestDatabase
let owner: postgres.Sql
beforeEach(async () => {
  database = await createTestDatabase()
  owner = postgres(database.ownerUrl, { max: 1, onnotice: () => {} })
})
afterEach(async () => {
  await owner.end()
  await database.drop()
})
const readStoredSecret = async () =>
  Buffer.from((await owner`select secret from installation`)[0]?.['secret'])
const tryLoadKeys = (key?: string) =>
  loadSecretKeys(database.ownerUrl, key).then(
    () => 'read',
    (error: Error) => error.message,
  )

test('a SECRET_KEY encrypts the stored secret, and the derived keys stay the same', async () => {
  const [before, plain] = [await loadSecretKeys(database.ownerUrl), await readStoredSecret()]
  const login = await migrate(database.ownerUrl)
  expect(await Promise.all([tryLoadKeys(secretKey), tryLoadKeys(secretKey)])).toEqual([
    'read',
    'read',
  ])
  expect((await readStoredSecret()).includes(plain)).toBe(false)
  expect(await loadSecretKeys(database.ownerUrl, secretKey)).toEqual(before)
  expect(await migrate(database.ownerUrl, { secretKey })).toEqual(login)
})

test('an encrypted secret is read only with its key, and a wrong key does not change it', async () => {
  await loadSecretKeys(database.ownerUrl, secretKey)
  const encrypted = await readStoredSecret()
  expect(await tryLoadKeys()).toBe(
    'The secret of this installation is encrypted with a SECRET_KEY. Set the same SECRET_KEY.',
  )
  expect(await tryLoadKeys(`${secretKey}!`)).toBe(
    'SECRET_KEY differs from the one that encrypted this installation. Set the original SECRET_KEY.',
  )
  await expect(migrate(database.ownerUrl)).rejects.toThrow(/Set the same SECRET_KEY/)
  expect(await readStoredSecret()).toEqual(encrypted)
})

test('one of two processes with different keys fails', async () => {
  const results = await Promise.all([secretKey, `${secretKey}!`].map(tryLoadKeys))
  expect(results.toSorted()).toEqual([
    'SECRET_KEY differs from the one that encrypted this installation. Set the original SECRET_KEY.',
    'read',
  ])
})
