import { expect, test } from 'vitest'
import { multiLineText, singleLineText } from './schemas.ts'

test.each([
  ['Ada\r\nBcc: eve@example.com', 'Ada Bcc: eve@example.com'],
  ['\n Ada\tVerne\u2028', 'Ada Verne'],
  ['a\u0085\v\fb', 'a b'],
])('the single line %j becomes %j', (text, line) =>
  expect(singleLineText(40).parse(text)).toBe(line),
)

test('a single line of line breaks is empty, and other texts keep them', () => {
  expect(singleLineText(40, 1).safeParse('\r\n').success).toBe(false)
  expect(multiLineText(40).parse('Ring\ntwice')).toBe('Ring\ntwice')
})
