import { getRouteUrl } from '#contract/lib/api.ts'
import { notificationApi } from '#contract/notification.ts'
import type { TestApp, Tester } from '../lib/testing/testing.ts'

/** One event as it came over the line. */
// biome-ignore lint/suspicious/noExplicitAny: JSON of whatever shape the test expects; its assertions give it one
export type ReceivedStreamEvent = { event: string; id: string; data: any }
type TestStream = {
  status: number
  headers: Record<string, unknown>
  events: ReceivedStreamEvent[]
  hasEnded: boolean
  disconnect: () => void
}

/** Listens as this person, as a page does. What has come is in `events`; `isOver` once the server has ended it. */
export async function openTestStream(
  t: TestApp,
  tester: Tester,
  headers: Record<string, string> = {},
) {
  const abortController = new AbortController()
  const reply = await t.app.inject({
    method: 'GET',
    url: getRouteUrl(notificationApi.stream),
    payloadAsStream: true,
    signal: abortController.signal,
    headers: {
      authorization: `Bearer ${tester.token}`,
      'x-business-id': tester.businessId,
      ...headers,
    },
  })
  const testStream: TestStream = {
    status: reply.statusCode,
    headers: reply.headers,
    events: [],
    hasEnded: false,
    disconnect: () => abortController.abort(),
  }
  const stream = reply.stream()
  let unparsedText = ''
  stream.setEncoding('utf8')
  stream.on('data', (text: string) => {
    const blocks = (unparsedText + text).split('\n\n')
    unparsedText = blocks.pop() ?? ''
    testStream.events.push(...blocks.filter(block => !block.startsWith(':')).map(parseEvent))
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
