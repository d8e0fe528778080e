import { expect, test } from 'vitest'
import { z } from 'zod'
import { formatFields } from './function-files.ts'

const createPayload = (fieldCount: number) =>
  z.object(
    Object.fromEntries(
      Array.from({ length: fieldCount }, (_, index) => [`field${index}`, z.string()]),
    ),
  )

test('formats the fields of a payload as arguments with their columns', () => {
  expect(formatFields(z.object({ _id: z.string(), createdAt: z.string() }), 'p')).toBe(
    "'_id', p.id, 'createdAt', p.created_at",
  )
})

test('a payload with more fields than a call in SQL accepts is an error', () => {
  expect(formatFields(createPayload(48), 'p').split(', ')).toHaveLength(96)
  expect(() => formatFields(createPayload(49), 'p')).toThrow(
    'A webhook payload has 49 columns, but jsonb_build_object accepts 48',
  )
})
