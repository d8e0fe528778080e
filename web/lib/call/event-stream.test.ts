import { expect, test } from 'vitest'
import { eventReader, type StreamEvent } from './event-stream.ts'

const read = (...pieces: string[]) => {
  const events: StreamEvent[] = []
  const take = eventReader(event => events.push(event))
  for (const piece of pieces) take(piece)
  return events
}
const whole =
  ': hello\r\nid: 7\r\nevent: notice\r\ndata: {"a":\r\ndata:1}\r\n\r\n:\n\nevent: state\ndata: x: y\n\ndata\n\nevent: never\n\n'
const events = [
  { event: 'notice', id: '7', data: '{"a":\n1}' },
  { event: 'state', id: '7', data: 'x: y' },
  { event: 'message', id: '7', data: '' },
]

test('reads events with every kind of line end, comments and data of several lines', () => {
  expect(read(whole)).toEqual(events)
  expect(read(whole.replaceAll('\r\n', '\r'))).toEqual(events)
})

test('the pieces in which it comes make no difference', () => {
  for (let cut = 1; cut < whole.length; cut++)
    expect(read(whole.slice(0, cut), whole.slice(cut))).toEqual(events)
  expect(read(...whole)).toEqual(events)
})

test('what has not ended is no event yet, and an odd id is none', () => {
  expect(read('data: half\n')).toEqual([])
  expect(read('id: a\0b\ndata: x\n\n')).toEqual([{ event: 'message', id: '', data: 'x' }])
})
