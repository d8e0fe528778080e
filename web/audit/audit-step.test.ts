import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/staff/audit.ts'
import { groupIntoSteps } from './audit-step.ts'

const entry = (_id: string, requestId: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
  _id,
  requestId,
  at: '2026-11-21T10:00:00.000Z',
  action: 'insert',
  entity: 'order_line',
  entityId: _id,
  name: '',
  record: { entity: 'order', _id: 'o', name: '#1' },
  person: null,
  ip: '',
  changes: [],
  ...more,
})

test('groups neighboring entries of one request, led by the record itself', () => {
  const groups = groupIntoSteps([
    entry('3', 'r'),
    entry('2', 'r'),
    entry('o', 'r', { entity: 'order' }),
    entry('9', 'q'),
  ])
  expect(groups.map(({ main, entries }) => [main._id, entries.map(({ _id }) => _id)])).toEqual([
    ['o', ['o', '2', '3']],
    ['9', ['9']],
  ])
})

test('an event with its own sentence leads the group, such as an accepted invitation', () => {
  const groups = groupIntoSteps([
    entry('s', 'r', { entity: 'person', action: 'invitation_accepted' }),
    entry('i', 'r', { entity: 'invitation', action: 'delete', entityId: 'o' }),
  ])
  expect(groups.map(({ main }) => main._id)).toEqual(['s'])
})

test('does not group entries without a request', () => {
  expect(groupIntoSteps([entry('1', ''), entry('2', '')])).toHaveLength(2)
})
