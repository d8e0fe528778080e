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
/**
 * Small steps end a part between and inside the messages after the rows, which take 24 bytes. Large
 * ones end it in the rows.
 */
const steps = { small: 4, large: 64, nearEnd: 256 }
const lengths: number[] = []
for (let rest = 0; rest < partBytes; ) {
  lengths.push(8 * partBytes + rest)
  const isNearEnd = rest < steps.nearEnd || rest >= partBytes - steps.nearEnd
  rest += isNearEnd ? steps.small : steps.large
}

test('a connection answers after each copy, wherever a part of the messages ends', async () => {
  const sql = postgres(database.ownerUrl, { max: 1, onnotice: () => {} })
  try {
    // Rows above the size at which Node pauses a connection.
    for (const length of lengths) {
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
