import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { renderElement } from '../../testing/testing.tsx'
import { moveItem, SortableCards } from './sortable-cards.tsx'

afterEach(cleanup)

function Example({ errorKey }: { errorKey?: string }) {
  const [names, setNames] = useState(['Red', 'Green', 'Blue'])
  return (
    <SortableCards
      items={names.map(name => ({
        key: name,
        name,
        hasError: name === errorKey,
        content: <input aria-label={`Text of ${name}`} />,
      }))}
      initialOpenKey="Green"
      onMove={(from, to) => setNames(moveItem(names, from, to))}
      onRemove={index => setNames(names.toSpliced(index, 1))}
    />
  )
}
const getToggles = () =>
  screen
    .getAllByRole('button')
    .filter(button => button.hasAttribute('aria-expanded'))
    .map(button => [button.textContent, button.getAttribute('aria-expanded')])
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const isDisabled = (name: string) =>
  screen.getByRole<HTMLButtonElement>('button', { name }).disabled

test('one card is open at a time', async () => {
  await renderElement(<Example />)
  expect(getToggles()).toEqual([
    ['Red', 'false'],
    ['Green', 'true'],
    ['Blue', 'false'],
  ])
  await click('Red')
  expect(getToggles().map(([, isOpen]) => isOpen)).toEqual(['true', 'false', 'false'])
  await click('Red')
  expect(getToggles().map(([, isOpen]) => isOpen)).toEqual(['false', 'false', 'false'])
})

test('a card keeps its text and the focus while it moves, but not past the ends', async () => {
  await renderElement(<Example />)
  await userEvent.type(screen.getByLabelText('Text of Green'), 'leaf')
  await click('Move Green up')
  expect(getToggles()).toEqual([
    ['Green', 'true'],
    ['Red', 'false'],
    ['Blue', 'false'],
  ])
  expect(screen.getByLabelText<HTMLInputElement>('Text of Green').value).toBe('leaf')
  expect([isDisabled('Move Green up'), isDisabled('Move Green down')]).toEqual([true, false])
  expect(isDisabled('Move Blue down')).toBe(true)
})

test('removes exactly the card of the button', async () => {
  await renderElement(<Example />)
  await click('Remove Green')
  expect(getToggles().map(([name]) => name)).toEqual(['Red', 'Blue'])
})

test('shows a card with an error, although another one is open', async () => {
  await renderElement(<Example errorKey="Blue" />)
  screen.getByLabelText('Text of Blue')
  expect(screen.queryByLabelText('Text of Red')).toBeNull()
})

test.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 1, 'abc'],
  [5, 0, 'abc'],
])('moves an item from %i to %i', (from, to, expected) => {
  expect(moveItem([...'abc'], from, to).join('')).toBe(expected)
})
