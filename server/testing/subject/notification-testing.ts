import { getRouteUrl } from '#contract/lib/call/api.ts'
import { notificationApi } from '#contract/staff/notification.ts'
import type { TestApp, Tester } from '../testing.ts'

/** A parsed event of a stream. */
// biome-ignore lint/suspicious/noExplicitAny: The data is JSON whose shape the assertions of a test check.
export type ReceivedStreamEvent = { event: string; id: string; data: any }
type TestStream = {
  status: number
  headers: Record<string, unknown>
  events: ReceivedStreamEvent[]
  /**
   * The server sends the first heartbeat when the stream opens, the next one 15 seconds later at
   * the earliest.
   */
  heartbeatCount: number
  hasEnded: boolean
  disconnect: () => void
}

/** Opens the notification stream of a person, as a page does. */
export async function openTestStream(
  t: TestApp,
  tester: Tester,
  headers: Record<string, string> = {},
  query: Record<string, string> = {},
) {
  const abortController = new AbortController()
  const reply = await t.app.inject({
    method: 'GET',
    url: getRouteUrl(notificationApi.stream),
    query,
    payloadAsStream: true,
    signal: abortController.signal,
    headers: {
      authorization: `Bearer ${tester.token}`,
      'x-business-id': tester.storeId,
      ...headers,
    },
  })
  const testStream: TestStream = {
    status: reply.statusCode,
    headers: reply.headers,
    events: [],
    heartbeatCount: 0,
    hasEnded: false,
    disconnect: () => abortController.abort(),
  }
  const stream = reply.stream()
  let unparsedText = ''
  stream.setEncoding('utf8')
  stream.on('data', (text: string) => {
    const blocks = (unparsedText + text).split('\n\n')
    unparsedText = blocks.pop() ?? ''
    for (const block of blocks) {
      if (block.startsWith(':')) testStream.heartbeatCount += 1
      else testStream.events.push(parseEvent(block))
    }
  })
  const handleEnd = () => {
    testStream.hasEnded = true
  }
  stream.on('end', handleEnd).on('error', handleEnd).on('close', handleEnd)
  return testStream
}

function parseEvent(block: string): ReceivedStreamEvent {
  const field = (name: string) =>
    block
      .split('\n')
      .find(line => line.startsWith(`${name}: `))
      ?.slice(name.length + 2) ?? ''
  return { event: field('event'), id: field('id'), data: JSON.parse(field('data')) }
}
