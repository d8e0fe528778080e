import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** The database sends its messages in parts of this size. */
const partBytes = 8192

test('a connection answers after each copy, wherever a part of the messages ends', async () => {
  const sql = postgres(database.ownerUrl, { max: 1, onnotice: () => {} })
  try {
    // A row above the size at which Node pauses a connection. The messages after the rows take 24
    // bytes, so steps of 4 bytes also end a part between them.
    for (let rest = 0; rest < partBytes; rest += 4) {
      const length = 8 * partBytes + rest
      const rows = await sql.unsafe(`copy (select repeat('x', ${length})) to stdout`).readable()
      let bytes = 0
      for await (const chunk of rows) bytes += chunk.length
      expect(bytes).toBe(length + 1)
      expect(await sql`select 1 as answer`).toEqual([{ answer: 1 }])
    }
  } finally {
    await sql.end({ timeout: 0 })
  }
})
