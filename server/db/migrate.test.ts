import postgres from 'postgres'
import { expect, test } from 'vitest'
import { testDatabase } from '../lib/test-database.ts'
test('x', async () => {
  const d = await testDatabase()
  const s = postgres(d.appUrl, {max:1})
  console.log(await s`select current_user, current_setting('statement_timeout') t`)
  await s.end()
  await d.drop()
  expect(1).toBe(1)
})
