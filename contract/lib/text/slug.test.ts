import { expect, test } from 'vitest'
import { isSlug, isSlugOf, maxSlugLength, slugify, slugifyAscii } from './slug.ts'

test.each([
  ['Crème Brûlée & Co.', 'creme-brulee-co'],
  ['Tromsø Beanie', 'tromso-beanie'],
  ['Straße & Fußgänger', 'strasse-fussganger'],
  ['Ærø Œuvre Łódź Đà Nẵng Þór', 'aero-oeuvre-lodz-da-nang-thor'],
  ['IĞDIR İstanbul ışık', 'igdir-istanbul-isik'],
  ["Levi's Levi’s", 'levis-levis'],
  ['Чайник 2 л', 'чайник-2-л'],
  ['Йод', 'йод'],
  ['Ελληνικός Καφές', 'ελληνικός-καφές'],
  ['إبريق شاي', 'إبريق-شاي'],
  ['می‌خواهم', 'میخواهم'],
  ['קומקום תה', 'קומקום-תה'],
  ['茶壺（大）', '茶壺-大'],
  ['ティーポット', 'ティーポット'],
  ['ﾃｨｰﾎﾟｯﾄ １２', 'ティーポット-12'],
  ['चायदानी', 'चायदानी'],
  ['กาน้ำชา', 'กาน้ำชา'],
  ['찻주전자', '찻주전자'],
  ['Чай & Tea', 'чай-tea'],
  ['  --a__b--  ', 'a-b'],
  ['T\u00adea\u200b Pot\ufeff', 'tea-pot'],
  ['👨‍👩‍👧 🎁', ''],
])('%s becomes %s', (text, slug) => expect(slugify(text)).toBe(slug))

test.each([
  ['de', 'Müsli für Ärzte & Öfen', 'muesli-fuer-aerzte-oefen'],
  ['de-AT', 'STRAßENSCHÜRZE', 'strassenschuerze'],
  ['de-CH', 'Mu\u0308sli', 'muesli'],
  ['de', 'Crème Ñandú Tromsø', 'creme-nandu-tromso'],
  ['da', 'Rødgrød på Ærø', 'roedgroed-paa-aeroe'],
  ['no', 'Blåbærsyltetøy', 'blaabaersyltetoey'],
  ['en', 'Müsli', 'musli'],
  ['fr', 'Noël', 'noel'],
  ['es-MX', 'Pingüino', 'pinguino'],
  ['sv-SE', 'Smörgåsbord', 'smorgasbord'],
  ['', 'Müsli', 'musli'],
])('in %s, %s becomes %s', (locale, text, slug) => {
  expect(slugify(text, maxSlugLength, locale)).toBe(slug)
  expect(slugifyAscii(text, maxSlugLength, locale)).toBe(slug)
  expect(isSlugOf(slug, text)).toBe(true)
  expect(isSlugOf(`${slug}-2`, text)).toBe(false)
})

test('a slug of any letter stays the same, and is one', () => {
  const codes = Array.from({ length: 0x3_0000 - 0x21 }, (_, index) => index + 0x21)
  const changedLetters = codes.filter(code => {
    const slug = slugify(`a ${String.fromCodePoint(code)} b`)
    return slugify(slug) !== slug || !isSlug(slug) || slug.normalize('NFC') !== slug
  })
  expect(changedLetters).toEqual([])
})

test('a long slug ends with a whole letter', () => {
  expect(slugify('ab cd', 3)).toBe('ab')
  expect(slugify('𠀋𠀋', 3)).toBe('𠀋')
  expect(slugify('กาน้ำ', 4)).toBe('กาน้')
  expect(slugify('กาน้ำ', 3)).toBe('กา')
})

test('a store handle has Latin letters only', () => {
  expect(slugifyAscii('Tromsø Чай Shop')).toBe('tromso-shop')
  expect(slugifyAscii('чайник')).toBe('')
})
