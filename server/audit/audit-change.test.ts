import { describe, expect, test } from 'vitest'
import { diffAuditRows } from './audit-change.ts'

describe('diffAuditRows', () => {
  test.each([
    [
      'a part of an object by its path',
      { address: { city: 'Bonn', zip: '1' } },
      { address: { city: 'Köln', zip: '1' } },
      [{ field: 'address.city', before: 'Bonn', after: 'Köln', isTruncated: false }],
    ],
    [
      'a list as a whole',
      { tags: ['a'] },
      { tags: ['a', 'b'] },
      [{ field: 'tags', before: ['a'], after: ['a', 'b'], isTruncated: false }],
    ],
    [
      'a value that was removed',
      { cost: 5 },
      { cost: null },
      [{ field: 'cost', before: 5, after: null, isTruncated: false }],
    ],
    ['nothing if only the version changed', { version: 1 }, { version: 2 }, []],
    [
      'a changed creation time',
      { created_at: '2026-01-01' },
      { created_at: '2025-01-01' },
      [{ field: 'created_at', before: '2026-01-01', after: '2025-01-01', isTruncated: false }],
    ],
    [
      'abilities by subject',
      {
        ability: [
          { action: 'manage', subject: 'order' },
          { action: 'manage', subject: 'product' },
        ],
      },
      {
        ability: [
          { action: 'read', subject: 'product' },
          { action: 'write', subject: 'order' },
        ],
      },
      [{ field: 'ability.product', before: 'write', after: 'read', isTruncated: false }],
    ],
    [
      'permissions by subject',
      { permissions: ['order:read', 'order:write'] },
      { permissions: ['order:read', 'audit:read'] },
      [
        { field: 'permissions.order', before: 'write', after: 'read', isTruncated: false },
        { field: 'permissions.audit', before: '', after: 'read', isTruncated: false },
      ],
    ],
    [
      'no change from absent to empty if another field changed',
      { timezone: 'UTC', address: { city: 'Bonn' } },
      { timezone: 'Europe/Berlin', address: { city: 'Bonn', region: '' } },
      [{ field: 'timezone', before: 'UTC', after: 'Europe/Berlin', isTruncated: false }],
    ],
    [
      'the non-empty fields of a new row',
      null,
      { title: 'A', created_at: '2026-01-01', vendor: '', stock: 0, tags: [] },
      [{ field: 'title', before: null, after: 'A', isTruncated: false }],
    ],
  ])('shows %s', (_name, before, after, changes) => {
    expect(diffAuditRows(before, after)).toEqual(changes)
  })
  test('shortens a long text to the part that differs', () => {
    const [change] = diffAuditRows(
      { body: `${'a'.repeat(5000)}x${'b'.repeat(5000)}` },
      { body: `${'a'.repeat(5000)}y` },
    )
    expect(change?.isTruncated).toBe(true)
    expect(String(change?.before)).toMatch(/^…a{60}xb+…$/)
    expect(change?.after).toBe(`…${'a'.repeat(60)}y`)
  })
})
