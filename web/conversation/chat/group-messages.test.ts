import { expect, test } from 'vitest'
import type { ConversationMessage } from '#contract/desk/message.ts'
import { splitLinks } from '#contract/lib/text/split-links.ts'
import { groupMessages } from './group-messages.ts'

const createMessage = (text: string, createdAt: string, author: string | null) =>
  ({
    text,
    createdAt,
    direction: author ? 'out' : 'in',
    author: author && { _id: author, name: author },
  }) as ConversationMessage

const group = (messages: ConversationMessage[]) =>
  groupMessages(messages, time => time.slice(0, 10)).map(({ newDay, messages }) => [
    newDay,
    messages.map(({ text }) => text).join(),
  ])

test('messages of one person within minutes are one group', () => {
  const messages = [
    createMessage('a', '2026-03-10T10:00:00Z', 'Ann'),
    createMessage('b', '2026-03-10T10:04:00Z', 'Ann'),
    createMessage('c', '2026-03-10T10:05:00Z', 'Bob'),
    createMessage('d', '2026-03-10T10:30:00Z', 'Bob'),
    createMessage('e', '2026-03-11T00:00:00Z', null),
  ]
  expect(group(messages)).toEqual([
    ['2026-03-10', 'a,b'],
    [undefined, 'c'],
    [undefined, 'd'],
    ['2026-03-11', 'e'],
  ])
})

test('only web addresses are links', () => {
  const links = (text: string) =>
    splitLinks(text)
      .filter(({ isLink }) => isLink)
      .map(({ part }) => part)
  expect(links('See https://a.example/b?c=1. And (http://d.example)!')).toEqual([
    'https://a.example/b?c=1',
    'http://d.example',
  ])
  expect(links('javascript:alert(1) data:text/html,x xhttps://a.example')).toEqual([])
  expect(splitLinks('a https://b.example c').map(({ part }) => part)).toEqual([
    'a ',
    'https://b.example',
    ' c',
  ])
})
