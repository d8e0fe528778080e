import { apiKeyPrefix } from '#contract/lib/api-key-prefix.ts'

/** What stands before the calls, in the few marks of Markdown that the page draws: headings, code, and paragraphs. */
export const introduction = `
The calls of the Storewright back office. Money is in minor units of the store's currency, weight in grams, times in UTC.

## Signing in

A program sends an API key of a store, made under Developers, with each call: \`Authorization: Bearer ${apiKeyPrefix}…\`. A key does what it was given, never more than who made it may do, and only in its own store, so \`X-Business-Id\` can be left out. Calls that take a key name it beside the token of a person.

## Webhooks

What happens in the store is sent to a webhook by POST, as \`{ _id, type, createdAt, business, data }\`, at least once and not always in order: \`_id\` tells repetitions, \`data.version\` what is older. Answer 2xx within ten seconds; anything else is tried again for three days.

Each message carries \`Storewright-Signature: t=…,v1=…\`. \`v1\` is the HMAC-SHA256, by the webhook's whole secret (\`whsec_…\`), in hex, of \`t\`, a full stop and the body to the letter. For a day after a new secret was made there are two \`v1\`, one for each secret. Refuse a \`t\` (seconds since 1970) more than five minutes away. In Node:

\`\`\`js
import { createHmac, timingSafeEqual } from 'node:crypto'
/** The body as it came, before JSON.parse. */
export function isOurs(header, body, secret) {
  const parts = header.split(',').map(part => part.split('='))
  const time = parts.find(([name]) => name === 't')?.[1]
  const wanted = createHmac('sha256', secret).update(\`\${time}.\`).update(body).digest()
  const given = parts.filter(([name]) => name === 'v1').map(([, hex]) => Buffer.from(hex, 'hex'))
  const isFresh = Math.abs(Date.now() / 1000 - Number(time)) < 300
  return isFresh && given.some(one => one.length === wanted.length && timingSafeEqual(one, wanted))
}
\`\`\``.trim()
