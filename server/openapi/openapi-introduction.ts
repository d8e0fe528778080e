import { apiKeyPrefix } from '#contract/lib/api-key-prefix.ts'

/** What stands before the calls, in the few marks of Markdown that the page draws: headings, code, and paragraphs. */
export const introduction = `
The calls of the Storewright back office. Money is in minor units of the store's currency, weight in grams, times in UTC.

## Signing in

A program sends an API key of a store, made under Developers, with each call: \`Authorization: Bearer ${apiKeyPrefix}…\`. A key does what it was given, never more than who made it may do, and only in its own store, so \`X-Business-Id\` can be left out. Calls that take a key name it beside the token of a person.

## Webhooks

Storewright sends each event of a store to its webhooks by POST, as \`{ _id, type, createdAt, business, data }\`. It sends each event at least once and not always in order: \`_id\` identifies repeated messages, \`data.version\` tells which data is newer. Answer 2xx within ten seconds; otherwise the message is sent again for three days.

Messages are signed by [Standard Webhooks](https://www.standardwebhooks.com): \`webhook-id\` is the ID of the event, \`webhook-timestamp\` the time in seconds since 1970, and \`webhook-signature\` has one \`v1,…\` for each secret. For a day after you rotate the secret, messages have two signatures. Verify a message with a library of your language. In Node:

\`\`\`js
import { Webhook } from 'standardwebhooks'
/** Returns the event, or throws. The body is the text as it arrived, before JSON.parse. */
export function verifyMessage(body, headers, secret) {
  return new Webhook(secret).verify(body, headers)
}
\`\`\``.trim()
