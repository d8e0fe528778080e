import { expect, test } from 'vitest'
import { normalizeRedirectPath, RedirectPath } from './redirect.ts'

test.each([
  ['/a=b', ['/a%3Db', '/A%3db', '/%61=b', '/a=b/']],
  ['/a&b,c+d@e', ['/a%26b%2Cc%2Bd%40e', '/a&b,c+d@e']],
  ['/a%20b', ['/a b', '/a%20b', '/A%20B/']],
  ['/%c3%bcber', ['/Über', '/%C3%9Cber', '/%c3%bcber', '/U%CC%88ber', '/u\u0308ber']],
  ['/a%2fb', ['/a%2Fb', '/a%2fb']],
  ['/a/b', ['/a/b', '/a/x/../b', '/x/../A/b']],
  ['/a%3fb%23c', ['/a%3Fb%23c']],
  ['/100%25', ['/100%25']],
  ['/a%253db', ['/a%253Db', '/a%253db']],
  ['/%5ba%5d%7cb%5e', ['/[a]|b^', '/%5Ba%5D%7Cb%5E']],
  ['/a%5cb', ['/a%5Cb']],
  ["/it's-(new)!*~_.-", ['/it%27s-%28new%29%21%2A%7E%5F%2E%2D', "/it's-(new)!*~_.-"]],
])('each spelling of %s has the same form', (form, spellings) => {
  for (const spelling of [form, ...spellings]) {
    expect([spelling, normalizeRedirectPath(spelling)]).toEqual([spelling, form])
    expect([spelling, RedirectPath.parse(spelling)]).toEqual([spelling, form])
  }
})

test.each(['/100%', '/a%2', '/%zz', '/%fc', '/%ff%fe', '//example.com', '/a\\b'])(
  'no redirect has the path %s, which is no text or leads elsewhere',
  path => {
    expect(normalizeRedirectPath(path)).toBeUndefined()
    expect(RedirectPath.safeParse(path).success).toBe(false)
  },
)
