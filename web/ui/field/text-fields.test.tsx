import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type FormEvent, type ReactNode, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Language } from '#contract/lib/text/languages.ts'
import { type ContractForm, useContractForm } from '../../lib/use-contract-form.ts'
import { renderElement } from '../../testing/testing.tsx'
import { MultiSelectField, SelectField, SwitchField, TagsField } from './choice-field.tsx'
import { CountryField } from './country-field.tsx'
import { PasswordField } from './password-field.tsx'
import { SlugField } from './slug-field.tsx'
import { SuggestField } from './suggest-field.tsx'
import { TextField } from './text-field.tsx'

afterEach(cleanup)

const Values = z.object({
  name: z.string().max(8),
  slug: z.string().max(20),
  country: z.string(),
  size: z.string().nullable(),
  colors: z.array(z.string()),
  tags: z.array(z.string()),
  isOn: z.boolean(),
  password: z.string(),
})
type Values = z.infer<typeof Values>
const emptyValues: Values = {
  name: '',
  slug: '',
  country: '',
  size: null,
  colors: [],
  tags: [],
  isOn: false,
  password: '',
}
let read = (): Values => emptyValues

function Example({
  initial,
  children,
}: {
  initial: Values
  children: (form: ContractForm<Values>) => ReactNode
}) {
  const form = useContractForm(Values, { values: initial, onSave: async () => {} })
  read = form.getValues
  return children(form)
}
const renderField = (
  children: (form: ContractForm<Values>) => ReactNode,
  { language = 'en', ...values }: Partial<Values> & { language?: Language } = {},
) =>
  renderElement(<Example initial={{ ...emptyValues, ...values }}>{children}</Example>, { language })
const getInput = (name: string | RegExp) =>
  screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' })

test('a text ends at the length that the contract allows', async () => {
  const user = userEvent.setup()
  await renderField(form => <TextField form={form} name="name" label="Name" />)
  await user.type(getInput('Name'), '123456789')
  expect(read().name).toBe('12345678')
})

test('a text is cleaned when the user leaves it', async () => {
  const user = userEvent.setup()
  await renderField(form => (
    <TextField form={form} name="name" label="Name" clean={text => text.trim()} />
  ))
  await user.type(getInput('Name'), ' Mug ')
  expect(read().name).toBe(' Mug ')
  await user.tab()
  expect(read().name).toBe('Mug')
})

const tags = { name: 'tags', label: 'Tags' } as const
const listTags = () => read().tags.join('|')

test('tags are added with Enter, a comma or by leaving the field, each once', async () => {
  const user = userEvent.setup()
  await renderField(form => <TagsField form={form} {...tags} />, { tags: ['new'] })
  const input = getInput('Tags')
  await user.type(input, 'summer{Enter}sale,')
  expect(listTags()).toBe('new|summer|sale')
  await user.type(input, 'sale{Enter}')
  expect(listTags()).toBe('new|summer|sale')
  await user.clear(input)
  await user.type(input, 'wool')
  await user.tab()
  expect(listTags()).toBe('new|summer|sale|wool')
})

test('several tags are pasted at once, and Backspace removes the last one', async () => {
  const user = userEvent.setup()
  await renderField(form => <TagsField form={form} {...tags} />)
  await user.click(getInput('Tags'))
  await user.paste('red, blue,green')
  expect(listTags()).toBe('red|blue|green')
  await user.keyboard('{Backspace}')
  expect(listTags()).toBe('red|blue')
})

test('a tag is chosen from the suggestions with the keyboard', async () => {
  const user = userEvent.setup()
  await renderField(form => (
    <TagsField form={form} {...tags} suggestions={['linen', 'lime', 'wool']} />
  ))
  await user.type(getInput('Tags'), 'lin')
  await screen.findByRole('option', { name: 'linen' })
  expect(screen.queryByRole('option', { name: 'wool' })).toBeNull()
  await user.keyboard('{ArrowDown}{Enter}')
  expect(listTags()).toBe('linen')
})

const sizes = ['Small', 'Medium', 'Large'].map(label => ({ value: label.toLowerCase(), label }))

test('an option is chosen with the keyboard, and stays with Escape', async () => {
  const user = userEvent.setup()
  await renderField(form => <SelectField form={form} name="size" label="Size" options={sizes} />, {
    size: 'small',
  })
  await user.tab()
  expect(document.activeElement).toBe(getInput('Size'))
  expect(screen.queryByRole('option'), 'does not open when the user tabs to it').toBeNull()
  await user.keyboard('{ArrowDown}')
  await screen.findByRole('option', { name: 'Large' })
  await user.keyboard('{ArrowDown}{Enter}')
  expect([read().size, getInput('Size').value]).toEqual(['medium', 'Medium'])
  await user.keyboard('{ArrowDown}{ArrowDown}{Escape}')
  expect(read().size).toBe('medium')
})

test('a country is found by its name in the language of the page, and can be cleared', async () => {
  const user = userEvent.setup()
  await renderField(form => <CountryField form={form} name="country" label="Land" />, {
    language: 'de',
  })
  const input = getInput('Land')
  await user.click(input)
  await user.keyboard('österr')
  await screen.findByRole('option', { name: 'Österreich' })
  await user.keyboard('{Enter}')
  expect([read().country, input.value]).toEqual(['AT', 'Österreich'])
  await user.click(input)
  await user.clear(input)
  await user.keyboard('{Enter}')
  expect(read().country).toBe('')
})

test('a country that no longer exists stays until the user chooses another', async () => {
  await renderField(form => <CountryField form={form} name="country" label="Country" />, {
    country: 'YU',
  })
  expect(getInput('Country').value).not.toBe('')
  expect(read().country).toBe('YU')
})

test('says that no country has the name', async () => {
  const user = userEvent.setup()
  await renderField(form => <CountryField form={form} name="country" label="Country" />)
  await user.click(getInput('Country'))
  await user.keyboard('Atlantis')
  await screen.findByText('No results found')
})

test('several options are chosen, and those are no longer offered', async () => {
  const user = userEvent.setup()
  await renderField(form => (
    <MultiSelectField form={form} name="colors" label="Sizes" options={sizes} />
  ))
  await user.click(getInput('Sizes'))
  await user.click(await screen.findByRole('option', { name: 'Large' }))
  await user.click(screen.getByRole('option', { name: 'Small' }))
  expect(read().colors).toEqual(['large', 'small'])
  expect(within(screen.getByRole('listbox')).getAllByRole('option')).toHaveLength(1)
})

test('Enter adds the first match of several choices and does not submit the form', async () => {
  const user = userEvent.setup()
  const handleSubmit = vi.fn((event: FormEvent) => event.preventDefault())
  await renderField(form => (
    <form onSubmit={handleSubmit}>
      <MultiSelectField form={form} name="colors" label="Sizes" options={sizes} />
    </form>
  ))
  await user.type(getInput('Sizes'), 'Lar{Enter}')
  expect(read().colors).toEqual(['large'])
  await user.keyboard('unknown{Enter}')
  expect([read().colors, handleSubmit.mock.calls.length]).toEqual([['large'], 0])
})

test('Enter accepts a suggested text and does not submit the form', async () => {
  const user = userEvent.setup()
  const handleSubmit = vi.fn((event: FormEvent) => event.preventDefault())
  await renderField(form => (
    <form onSubmit={handleSubmit}>
      <SuggestField form={form} name="slug" label="Carrier" suggestions={['DHL', 'DPD']} />
    </form>
  ))
  await user.type(getInput('Carrier'), 'DHL{Enter}')
  expect([read().slug, handleSubmit.mock.calls.length]).toEqual(['DHL', 0])
})

test('a switch is turned with the space bar', async () => {
  const user = userEvent.setup()
  await renderField(form => <SwitchField form={form} name="isOn" label="Notify" />)
  await user.tab()
  await user.keyboard(' ')
  expect([read().isOn, screen.getByRole('switch', { name: 'Notify' })]).toEqual([
    true,
    document.activeElement,
  ])
})

function Slug({ form, freeSlug }: { form: ContractForm<Values>; freeSlug?: string }) {
  const [name, setName] = useState('')
  return (
    <>
      <input aria-label="Title" value={name} onChange={event => setName(event.target.value)} />
      <SlugField
        form={form}
        name="slug"
        label="Handle"
        sourceName={name}
        {...(freeSlug !== undefined && { freeSlug })}
      />
    </>
  )
}

test('a handle follows the title until the user edits it, and again when it is cleared', async () => {
  const user = userEvent.setup()
  await renderField(form => <Slug form={form} />)
  await user.type(getInput('Title'), 'Café Müller & Söhne')
  expect(read().slug).toBe('cafe-muller-sohne')
  await user.clear(getInput('Handle'))
  await user.type(getInput('Handle'), 'My Mug!')
  await user.tab()
  expect(read().slug).toBe('my-mug')
  await user.type(getInput('Title'), ' 2')
  expect(read().slug).toBe('my-mug')
  await user.clear(getInput('Handle'))
  await user.clear(getInput('Title'))
  await user.type(getInput('Title'), 'Jug')
  expect(read().slug).toBe('jug')
})

test('an existing handle does not follow the title', async () => {
  const user = userEvent.setup()
  await renderField(form => <Slug form={form} />, { slug: 'old-mug' })
  await user.type(getInput('Title'), 'New mug')
  expect(read().slug).toBe('old-mug')
})

test('a handle becomes the free one that the server suggests', async () => {
  await renderField(form => <Slug form={form} freeSlug="mug-2" />)
  await waitFor(() => expect(read().slug).toBe('mug-2'))
})

test('a password is shown and hidden by its button, which the keyboard reaches', async () => {
  const user = userEvent.setup()
  await renderField(form => (
    <PasswordField form={form} name="password" label="Password" autoComplete="new-password" />
  ))
  const input = getInput('Password')
  await user.type(input, 'secret')
  expect(input.type).toBe('password')
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show password' }))
  await user.keyboard('{Enter}')
  expect(input.type).toBe('text')
  await user.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(input.type).toBe('password')
})

test('warns while Caps Lock is on, until the user leaves the password', async () => {
  const user = userEvent.setup()
  await renderField(form => (
    <PasswordField form={form} name="password" label="Password" autoComplete="new-password" />
  ))
  await user.click(getInput('Password'))
  await user.keyboard('{CapsLock}')
  expect(screen.getByRole('status').textContent).toBe('Caps Lock is on')
  await user.tab()
  await user.tab()
  expect(screen.queryByText('Caps Lock is on')).toBeNull()
})
