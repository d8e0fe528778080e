import { urlOf } from '#contract/lib/api.ts'
import { noticeApi } from '#contract/notification.ts'
import type { TestApp, Tester } from '../lib/testing/testing.ts'

/** One event as it came over the line. */
// biome-ignore lint/suspicious/noExplicitAny: JSON of whatever shape the test expects; its assertions give it one
export type Told = { event: string; id: string; data: any }
type Heard = {
  status: number
  headers: Record<string, unknown>
  told: Told[]
  isOver: boolean
  leave: () => void
}

/** Listens as this person, as a page does. What has come is in `told`; `isOver` once the server has ended it. */
export async function listen(t: TestApp, who: Tester, headers: Record<string, string> = {}) {
  const leave = new AbortController()
  const reply = await t.app.inject({
    method: 'GET',
    url: urlOf(noticeApi.stream),
    payloadAsStream: true,
    signal: leave.signal,
    headers: { authorization: `Bearer ${who.token}`, 'x-business-id': who.businessId, ...headers },
  })
  const heard: Heard = {
    status: reply.statusCode,
    headers: reply.headers,
    told: [],
    isOver: false,
    leave: () => leave.abort(),
  }
  const lines = reply.stream()
  let rest = ''
  lines.setEncoding('utf8')
  lines.on('data', (text: string) => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    heard.told.push(...blocks.filter(block => !block.startsWith(':')).map(read))
  })
  const end = () => {
    heard.isOver = true
  }
  lines.on('end', end).on('error', end).on('close', end)
  return heard
}

function read(block: string): Told {
  const field = (name: string) =>
    block
      .split('\n')
      .find(line => line.startsWith(`${name}: `))
      ?.slice(name.length + 2) ?? ''
  return { event: field('event'), id: field('id'), data: JSON.parse(field('data')) }
}
