import { apiKeyPrefix } from '#contract/lib/call/api-key-prefix.ts'

/** The description of the OpenAPI document, in Markdown. */
export const introduction = `
The API of the Storewright back office. Amounts of money are in minor units of the store's \
currency as ISO 4217 defines them (1999 is 19.99 USD, 19.99 HUF or 1999 JPY), weights in grams and times in UTC.

## Authentication

A program sends an API key with each request: \`Authorization: Bearer ${apiKeyPrefix}…\`. Create \
API keys under Developers. A key has its own permissions, at most those of its creator. It works \
only in its own store, so omit \`X-Business-Id\`.

A person logs in with [business/login](#/account/account.login) and sends the \`accessToken\` of \
the response in the same header. An operation that accepts API keys lists both.

## Requests and responses

A successful response is \`{ "status": true, "data": … }\`. An error is a \`Problem\` (see \
Schemas). Lists accept \`page\`, \`perPage\`, \`q\`, \`sort\` and \`after\`, which takes the \
cursor in \`meta.next\`.

\`q\` finds products, orders and customers by the beginnings of their words, in any order and \
without diacritics. If no word begins with a term, it finds words with one typing error or text \
inside words. To find text inside words at once, write \`*text\`. Only products, orders and \
customers are found by words; other lists search the text itself.

## Webhooks

Storewright sends each event of a store to its webhooks by POST, as \`{ _id, type, createdAt, \
business, data }\`. It sends each event at least once and not always in order: \`_id\` \
identifies repeated deliveries, and the higher \`data.version\` is newer. Respond with 2xx \
within ten seconds; otherwise the server retries the delivery for three days.

Deliveries follow the [Standard Webhooks](https://www.standardwebhooks.com) specification: \
\`webhook-id\` is the ID of the event, \`webhook-timestamp\` the time in seconds since 1970, and \
\`webhook-signature\` has one \`v1,…\` for each secret. For one day after you rotate the secret, \
deliveries have two signatures. Verify a delivery with a library for your language. In Node:

\`\`\`js
import { Webhook } from 'standardwebhooks'
/** Returns the event, or throws. \`body\` is the unparsed text of the request. */
export function verifyMessage(body, headers, secret) {
  return new Webhook(secret).verify(body, headers)
}
\`\`\``.trim()
