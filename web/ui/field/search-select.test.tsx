import { cleanup, fireEvent, isInaccessible, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderElement } from '../../testing/testing.tsx'
import { EncodingChoice } from './encoding-choice.tsx'
import { SearchSelect } from './search-select.tsx'

const names = ['Blue mug', 'Red mug', 'Jug']
const select = vi.fn()
const search = vi.fn()
beforeEach(() => {
  select.mockReset()
  search.mockReset()
})
afterEach(cleanup)

function Example() {
  const [q, setQ] = useState('')
  const results = names
    .filter(name => name.toLowerCase().includes(q))
    .map(name => ({ _id: name, isSoldOut: name === 'Red mug' }))
  return (
    <SearchSelect
      label="Add product"
      placeholder="Search products"
      results={results}
      onSearch={text => {
        search(text)
        setQ(text)
      }}
      onSelect={item => select(item._id)}
      renderItem={({ _id }) => _id}
      isDisabled={({ isSoldOut }) => isSoldOut}
    />
  )
}
const getInput = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Add product' })
const listOptions = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

test('a record is found, chosen with the keyboard, and the next one can be searched', async () => {
  const user = userEvent.setup()
  await renderElement(<Example />)
  await user.type(getInput(), 'jug')
  await waitFor(() => expect(listOptions()).toEqual(['Jug']))
  await user.keyboard('{ArrowDown}{Enter}')
  expect(select.mock.calls).toEqual([['Jug']])
  expect(getInput().value).toBe('')
  await user.type(getInput(), 'm')
  await waitFor(() => expect(listOptions()).toEqual(['Blue mug', 'Red mug']))
})

test('searches after a pause, not with each letter', async () => {
  await renderElement(<Example />)
  search.mockClear()
  for (const value of ['m', 'mu', 'mug']) fireEvent.change(getInput(), { target: { value } })
  await waitFor(() => expect(search.mock.calls).toEqual([['mug']]))
})

test('Enter chooses nothing before an option is selected', async () => {
  const user = userEvent.setup()
  await renderElement(<Example />)
  await user.type(getInput(), 'mug{Enter}')
  expect(select).not.toHaveBeenCalled()
})

test('a record that cannot be added is shown, but not chosen', async () => {
  const user = userEvent.setup()
  await renderElement(<Example />)
  await user.click(getInput())
  await user.click(await screen.findByRole('option', { name: 'Red mug' }))
  expect(select).not.toHaveBeenCalled()
})

test('says that nothing was found, and Escape closes the list', async () => {
  const user = userEvent.setup()
  await renderElement(<Example />)
  await user.type(getInput(), 'vase')
  const message = await screen.findByText('No results found')
  expect(isInaccessible(message)).toBe(false)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(isInaccessible(message)).toBe(true))
  expect(getInput().value).toBe('vase')
})

function Encodings() {
  const [encoding, setEncoding] =
    useState<Parameters<typeof EncodingChoice>[0]['encoding']>('windows-1252')
  // "Größe" in Windows-1252, and "Цена" in Windows-1251.
  const samples = [
    [0x47, 0x72, 0xf6, 0xdf, 0x65],
    [0xd6, 0xe5, 0xed, 0xe0],
  ].map(bytes => btoa(String.fromCharCode(...bytes)))
  return <EncodingChoice encoding={encoding} samples={samples} onChange={setEncoding} />
}

test('shows parts of a file in the chosen encoding', async () => {
  const user = userEvent.setup()
  await renderElement(<Encodings />)
  const list = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(list()).toEqual(['Größe', 'Öåíà'])
  await user.selectOptions(screen.getByRole('combobox'), 'windows-1251')
  expect(list()[1]).toBe('Цена')
})
