import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listSourceFiles } from '../../scripts/check/list-source-files.ts'

// In Arabic, the browser would show "#1001-R1" as "R1-#1001". Texts of the back office isolate their
// values themselves, and those of stores contain the marks.
const bareNumber =
  /(?<!<bdi[^<>]*>\s*)(?<![=$(/])\{(?:[\w.?]+\.)?(?:orderN|returnN|invoiceN|n)umber\}/
// Pages of a list are counted from 1.
const plainNumberFile = 'storefront/component/frame/pager.tsx'

test('pages isolate the numbers of orders, returns and invoices from the text around them', () => {
  for (const text of ['<p>{number}</p>', '<p>Order {order.number} ·</p>', '<p>\n  {a?.number}\n'])
    expect(text).toMatch(bareNumber)
  const isBare = (path: string) => bareNumber.test(readFileSync(path, 'utf8'))
  const paths = listSourceFiles(['web', 'storefront']).filter(
    path => path.endsWith('.tsx') && !path.includes('.test.') && isBare(path),
  )
  expect(paths).toEqual([plainNumberFile])
})

test('the Arabic texts of stores isolate these numbers', () => {
  const texts = readFileSync('storefront/locales/ar.json', 'utf8')
  expect(texts).toContain('\u2068{{number}}\u2069')
  expect(texts.match(/.*(?<!\u2068)\{\{number\}\}.*/g)).toBeNull()
})
