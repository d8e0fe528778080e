import { createHash } from 'node:crypto'
import { calendarFeedApi } from '#contract/desk/calendar-feed.ts'
import { createNotForApiKeysProblem, type Principal } from '../../lib/call/authenticate.ts'
import { parseCall } from '../../lib/call/call-input.ts'
import { assertFound } from '../../lib/call/problem.ts'
import { type App, addRoute, serve } from '../../lib/call/serve.ts'
import { withTransaction } from '../../lib/db/db.ts'
import { consumeRateLimit } from '../../lib/security/rate-limit.ts'
import { createFeed, deleteFeed, findFeed, openFeed, updateFeed } from './calendar-feed-store.ts'
import { renderFeed } from './render-feed.ts'

/** Serves the feeds of staff: calendar apps read them without a login. */
export function calendarFeedRoutes(app: App) {
  serve(app, calendarFeedApi.getFeed, ({ tx }) => findFeed(tx))
  serve(app, calendarFeedApi.createFeed, async ({ tx, body, principal }) => {
    assertPerson(principal)
    return createFeed(tx, body)
  })
  serve(app, calendarFeedApi.updateFeed, async ({ tx, body, principal }) => {
    assertPerson(principal)
    return updateFeed(tx, body)
  })
  serve(app, calendarFeedApi.deleteFeed, async ({ tx, principal }) => {
    assertPerson(principal)
    return deleteFeed(tx)
  })
  addRoute(app, calendarFeedApi.readFeed, async (request, reply) => {
    const call = parseCall(calendarFeedApi.readFeed, request)
    const text = await readFeed(app, call.params.file, call.client.ip)
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
    reply.headers({ etag, 'cache-control': 'private, no-cache' })
    if (request.headers['if-none-match']?.includes(etag)) return reply.status(304).send()
    return reply
      .type(calendarFeedApi.readFeed.downloadType ?? '')
      .header('content-disposition', 'inline; filename="calendar.ics"')
      .send(text)
  })
}

/** A feed has all permissions of its person, and an API key may have fewer. */
function assertPerson({ keyId }: Principal): void {
  if (keyId) throw createNotForApiKeysProblem()
}

const filePattern = /^([\w-]{43})\.ics$/

/**
 * Returns the text of a feed. Unknown tokens count against the network of the caller, others against
 * the feed.
 * @throws Problem 404 not_found, or 429 too_many_attempts
 */
async function readFeed(app: App, file: string, ip: string): Promise<string> {
  const lookup = await consumeRateLimit(app, 'lookup', { source: ip })
  const token = assertFound(filePattern.exec(file)?.[1])
  await consumeRateLimit(app, 'calendarFeed', { target: token })
  const feed = await withTransaction(app.db, {}, tx => openFeed(tx, token))
  const { personId, storeId } = feed
  const text = await withTransaction(app.db, { personId, storeId }, tx =>
    renderFeed(tx, feed, app.config.publicUrl),
  )
  await lookup.refund()
  return text
}
