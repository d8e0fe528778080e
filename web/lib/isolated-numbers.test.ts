import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listSourceFiles } from '../../scripts/check/list-source-files.ts'

// In Arabic, the browser would show "#1001-R1" as "R1-#1001". Texts isolate their values themselves.
const bareNumber = /(?<!<bdi[^<>]*)>\s*\{(?:[A-Za-z.]*\.)?(?:orderN|n)umber\}\s*</

test('pages isolate the numbers of orders, returns and invoices from the text around them', () => {
  const isBare = (path: string) => bareNumber.test(readFileSync(path, 'utf8'))
  const paths = listSourceFiles(['web']).filter(path => path.endsWith('.tsx') && isBare(path))
  expect(paths).toEqual([])
})
