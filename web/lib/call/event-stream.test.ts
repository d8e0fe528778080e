import { expect, test } from 'vitest'
import { createEventParser, type StreamEvent } from './event-stream.ts'

const parse = (...chunks: string[]) => {
  const events: StreamEvent[] = []
  const parseChunk = createEventParser(event => events.push(event))
  for (const chunk of chunks) parseChunk(chunk)
  return events
}
const sampleStream = [
  ': hello\r\nid: 7\r\nevent: notification\r\ndata: {"a":\r\ndata:1}\r\n\r\n',
  ':\n\nevent: state\ndata: x: y\n\ndata\n\nevent: never\n\n',
].join('')
const expectedEvents = [
  { event: 'notification', id: '7', data: '{"a":\n1}' },
  { event: 'state', id: '7', data: 'x: y' },
  { event: 'message', id: '7', data: '' },
]

test('parses every kind of line ending, comments and data of several lines', () => {
  expect(parse(sampleStream)).toEqual(expectedEvents)
  expect(parse(sampleStream.replaceAll('\r\n', '\r'))).toEqual(expectedEvents)
})

test('parses the same events however the stream is cut into chunks', () => {
  for (let cut = 1; cut < sampleStream.length; cut++)
    expect(parse(sampleStream.slice(0, cut), sampleStream.slice(cut))).toEqual(expectedEvents)
  expect(parse(...sampleStream)).toEqual(expectedEvents)
})

test('ignores an unfinished event and an id with a null character', () => {
  expect(parse('data: half\n')).toEqual([])
  expect(parse('id: a\0b\ndata: x\n\n')).toEqual([{ event: 'message', id: '', data: 'x' }])
})
