import { expect, test } from 'vitest'
import { extractHost } from './domain.ts'

test.each([
  ['https://www.Example.com/shop?x=1#y', 'www.Example.com'],
  ['  example.com:443/ ', 'example.com'],
  ['//example.com/shop', 'example.com'],
  ['example.com', 'example.com'],
  // The server rejects these with an error that names the reason.
  ['https://ann@example.com', 'ann@example.com'],
  ['example', 'example'],
])('the host of %j is %s', (input, host) => expect(extractHost(input)).toBe(host))
