import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { findMaxLength, getMaximum, getMaxLength } from './schema-values.ts'

it('returns the lowest limit of a text', () => {
  expect(getMaxLength(z.string().max(80).max(40))).toBe(40)
  expect(getMaxLength(z.string().trim().max(80).optional())).toBe(80)
  expect(getMaxLength(z.string().length(2))).toBe(2)
  expect(() => getMaxLength(z.string())).toThrow('not a text')
  expect(() => getMaxLength(z.number().max(4))).toThrow('not a text')
})

it('returns the lowest limit of a number', () => {
  expect(getMaximum(z.int().max(1000).max(100))).toBe(100)
  expect(() => getMaximum(z.int().min(1))).toThrow('not a number')
})

it('finds the limit of a nested text', () => {
  const Order = z.object({ lines: z.array(z.object({ sku: z.string().max(64) })) })
  expect(findMaxLength(Order, 'lines.0.sku')).toBe(64)
  expect(findMaxLength(Order, 'lines.0.price')).toBeUndefined()
})

it('needs none of the JSON schema code that the browser bundle leaves out', () => {
  const text = z.string().max(80)
  const readLimit = vi.spyOn(text, 'maxLength', 'get')
  expect(getMaxLength(text)).toBe(80)
  expect(readLimit).not.toHaveBeenCalled()
})
