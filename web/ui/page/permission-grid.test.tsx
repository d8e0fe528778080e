import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { type Ability, subjects } from '#contract/lib/call/permission.ts'
import { renderElement } from '../../testing/testing.tsx'
import { PermissionGrid } from './permission-grid.tsx'

afterEach(cleanup)

let abilities: Ability[] = []
function Example({ initial, grantable }: { initial: Ability[]; grantable?: Ability[] }) {
  const [ability, setAbility] = useState(initial)
  abilities = ability
  return (
    <PermissionGrid
      label="Permissions"
      ability={ability}
      onChange={setAbility}
      grantable={grantable}
    />
  )
}
const getBox = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const click = (name: string) => userEvent.click(getBox(name))

test('the permission to change includes the one to view, and ends with it', async () => {
  await renderElement(<Example initial={[]} />)
  await click('Edit: Products')
  expect(abilities).toEqual([{ action: 'manage', subject: 'product' }])
  expect(getBox('View: Products').checked).toBe(true)
  await click('Edit: Products')
  expect(abilities).toEqual([{ action: 'read', subject: 'product' }])
  await click('Edit: Products')
  await click('View: Products')
  expect(abilities).toEqual([])
})

test('all permissions are not full access, which includes features of later releases', async () => {
  const others = subjects.filter(subject => subject !== 'product')
  await renderElement(
    <Example initial={others.map(subject => ({ action: 'manage' as const, subject }))} />,
  )
  await click('View: Products')
  expect(abilities).toContainEqual({ action: 'read', subject: 'product' })
  await click('Edit: Products')
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').every(({ checked }) => checked)).toBe(
    true,
  )
  expect(abilities).not.toContainEqual({ action: 'manage', subject: 'all' })
})

test('users cannot grant permissions that they lack, but can remove them', async () => {
  await renderElement(
    <Example
      initial={[{ action: 'manage', subject: 'order' }]}
      grantable={[{ action: 'read', subject: 'product' }]}
    />,
  )
  expect([getBox('View: Products').disabled, getBox('Edit: Products').disabled]).toEqual([
    false,
    true,
  ])
  await click('Edit: Orders')
  expect(abilities).toEqual([{ action: 'read', subject: 'order' }])
  expect(getBox('Edit: Orders').disabled).toBe(true)
})

test('an area that can only be viewed has no box to edit it', async () => {
  await renderElement(<Example initial={[]} />)
  const row = within(getBox('View: Dashboard').closest('tr') as HTMLElement)
  expect(row.getAllByRole('checkbox')).toHaveLength(1)
})

test('without a change it shows the permissions of some areas as marks', async () => {
  await renderElement(
    <PermissionGrid
      label="Permissions"
      ability={[{ action: 'read', subject: 'product' }]}
      visibleSubjects={['product', 'order']}
    />,
  )
  expect(screen.queryByRole('checkbox')).toBeNull()
  const getMarks = (name: string) =>
    within(
      screen.getByRole('rowheader', { name: new RegExp(`^${name}`) }).closest('tr') as HTMLElement,
    )
      .getAllByRole('img')
      .map(mark => mark.getAttribute('aria-label'))
  expect([getMarks('Products'), getMarks('Orders')]).toEqual([
    ['Yes', 'No'],
    ['No', 'No'],
  ])
  expect(screen.queryByRole('rowheader', { name: /^Customers/ })).toBeNull()
})
