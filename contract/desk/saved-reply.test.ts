import { expect, test } from 'vitest'
import { fillSavedReply } from './saved-reply.ts'

test.each([
  ['Dear {{customer_name}},', { customer_name: 'Ann' }, 'Dear Ann,', []],
  ['{{ order_number }} is {{order_status}}.', { order_number: '#7' }, '#7 is .', ['order_status']],
  ['{{customer_name}} {{customer_name}}', {}, ' ', ['customer_name']],
  ['{{discount}} {customer_name}', {}, '{{discount}} {customer_name}', []],
  ['Hi {{customer_name}}', { customer_name: '{{order_number}}$&' }, 'Hi {{order_number}}$&', []],
])('%j with %j', (text, facts, filled, missing) => {
  expect(fillSavedReply(text, facts)).toEqual({ text: filled, missing })
})
