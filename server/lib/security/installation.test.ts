import postgres from 'postgres'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../db/migrate.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { loadSecretKeys } from './secret-keys.ts'

const secretKey = 'a-key-that-lies-apart-from-the-database'
let database: TestDatabase
let owner: postgres.Sql
beforeAll(async () => {
  database = await createTestDatabase()
  owner = postgres(database.ownerUrl, { max: 1, onnotice: () => {} })
})
afterAll(async () => {
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

test('a key seals the secret where it lies, and whatever was made with it stays good', async () => {
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

test('once sealed, nothing is read without the key or with another, and the secret stays as it is', async () => {
  await loadSecretKeys(database.ownerUrl, secretKey)
  const sealed = await readStoredSecret()
  expect(await tryLoadKeys()).toBe(
    'The secret of this installation is sealed by a SECRET_KEY; set the same one.',
  )
  expect(await tryLoadKeys(`${secretKey}!`)).toBe(
    'SECRET_KEY is not the one that this installation was sealed by.',
  )
  await expect(migrate(database.ownerUrl)).rejects.toThrow(/set the same one/)
  expect(await readStoredSecret()).toEqual(sealed)
})

test('of two processes that bring different keys, one is refused', async () => {
  const fresh = await createTestDatabase()
  onTestFinished(fresh.drop)
  const both = await Promise.all(
    [secretKey, `${secretKey}!`].map(key =>
      loadSecretKeys(fresh.ownerUrl, key).then(
        () => 'read',
        (error: Error) => error.message,
      ),
    ),
  )
  expect(both.toSorted()).toEqual([
    'SECRET_KEY is not the one that this installation was sealed by.',
    'read',
  ])
})
