import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Language, languageCodes } from './languages.ts'
import { createTranslators, type Messages } from './messages.ts'

const en = {
  cart: { title: 'Cart', full: 'At most {{count}} items, {{name}}.' },
  review_one: '{{count}} review',
  review_other: '{{count}} reviews',
  stars: '{{rating}} of 5 stars',
  sum: '{{rating}} and {{rating}}',
}
const arabic: Messages = {
  ...en,
  review_zero: 'zero',
  review_one: 'one',
  review_two: 'two',
  review_few: '{{count}} few',
  review_many: '{{count}} many',
  review_other: '{{count}} other',
}
const incomplete: Messages = { review_one: '{{count}} reseña' }
const copies = Object.fromEntries(languageCodes.map(code => [code, en])) as Record<
  Language,
  typeof en
>
const t = createTranslators({ ...copies, es: incomplete, ar: arabic })

describe('a text', () => {
  it('is found by its section and name', () => {
    expect(t.en('cart.title')).toBe('Cart')
  })

  it('has the values of its placeholders, as they are', () => {
    expect(t.en('cart.full', { count: 1000, name: '{{count}} $& <b>' })).toBe(
      'At most 1000 items, {{count}} $& <b>.',
    )
    expect(t.en('sum', { rating: 1 })).toBe('1 and 1')
  })

  it('has numbers with the decimal mark of its language and Latin digits', () => {
    expect(t.en('stars', { rating: 4.5 })).toBe('4.5 of 5 stars')
    expect(t.de('stars', { rating: 4.5 })).toBe('4,5 of 5 stars')
    expect(t.ar('stars', { rating: 4.5 })).toBe('4.5 of 5 stars')
  })

  it('has the plural form of its language', () => {
    expect([0, 1, 2].map(count => t.en('review', { count }))).toEqual([
      '0 reviews',
      '1 review',
      '2 reviews',
    ])
    expect(t.fr('review', { count: 0 })).toBe('0 review')
    expect([0, 1, 2, 103, 11, 100].map(count => t.ar('review', { count }))).toEqual([
      'zero',
      'one',
      'two',
      '103 few',
      '11 many',
      '100 other',
    ])
  })

  it('has the plural form of a number, not of a formatted count', () => {
    expect(t.en('review', { count: 1 })).toBe('1 review')
    // @ts-expect-error A formatted count cannot choose a form in every language.
    expect(t.en('review', { count: '1,000' })).toBe('1,000 reviews')
  })

  it('is shown in production if a value is missing, which is logged', () => {
    vi.stubEnv('NODE_ENV', 'production')
    onTestFinished(() => void vi.unstubAllEnvs())
    const log = vi.spyOn(console, 'error').mockReturnValue()
    expect(t.en('cart.full', { count: 3 })).toBe('At most 3 items, .')
    expect(log.mock.calls).toEqual([[expect.stringContaining('no value for {{name}}')]])
    log.mockClear()
  })

  it('is an error if its key, a value or a plural form is missing', () => {
    // @ts-expect-error English has no such key.
    expect(() => t.en('cart.missing')).toThrow('There is no text cart.missing in en.')
    expect(() => t.es('cart.title')).toThrow('There is no text cart.title in es.')
    expect(() => t.en('cart.full', { count: 1 })).toThrow('{{name}}')
    expect(() => t.es('review', { count: 7 })).toThrow('lacks a plural form')
    // @ts-expect-error A section is no text.
    expect(() => t.en('cart')).toThrow('There is no text cart in en.')
  })
})
