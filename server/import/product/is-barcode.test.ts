import { expect, it } from 'vitest'
import { isBarcode } from './is-barcode.ts'

it.each([
  ['4006381333931', true],
  ['4006381333932', false],
  ['96385074', true],
  ['036000291452', true],
  ['00036000291452', true],
  ['978-3-16-148410-0', true],
  ['3-16-148410-1', false],
  ['0-8044-2957-X', true],
  ['abc', false],
  ['12345', false],
])('says whether %s is a barcode: %o', (text, isValid) => expect(isBarcode(text)).toBe(isValid))
