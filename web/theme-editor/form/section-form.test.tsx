import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { Section, SectionType } from '#contract/section/section-catalog.ts'
import { createSection } from '#contract/section/section-upgrade.ts'
import { createTemplates } from '#contract/theme/theme-template.ts'
import { enterText } from '../../testing/enter-text.ts'
import { renderElement } from '../../testing/testing.tsx'
import { createSampleSection, findSampleTexts } from '../sections/sample-content.ts'
import { createNewSection } from '../state/content-change.ts'
import { checkSection } from '../state/invalid-field.ts'
import { SectionForm } from './section-form.tsx'

afterEach(cleanup)

let section: Section
let typedField: string | undefined
function Example({ initial, isDisabled = false }: { initial: Section; isDisabled?: boolean }) {
  const [current, setSection] = useState(initial)
  const [openItemId, setOpenItemId] = useState<string | null>()
  section = current
  return (
    <SectionForm
      section={current}
      invalidFields={checkSection(current)}
      openItemId={openItemId}
      isDisabled={isDisabled}
      onOpenItem={setOpenItemId}
      onChange={(next, field) => {
        typedField = field
        setSection(next)
      }}
    />
  )
}
const withItems = (type: SectionType, items: Record<string, unknown>[]): Section => ({
  ...createSection(type, 's1'),
  items: items.map((settings, index) => ({ id: `i${index}`, settings })),
})
const figures = withItems('figures', [
  { value: '1920', label: 'founded' },
  { value: '40', label: 'people' },
])
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const getValues = () => section.items.map(({ settings }) => settings['value'])

test('shows the fields that matter with the chosen source of products', async () => {
  await renderElement(<Example initial={createSection('featuredProducts', 's1')} />)
  const isShown = (name: string) => screen.queryByLabelText(name, { selector: 'input' }) !== null
  const getShown = () => ['Number of products', 'Category', 'Products'].map(isShown)
  expect(getShown()).toEqual([true, false, false])
  await userEvent.click(screen.getByLabelText('Products to show', { selector: 'input' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Selected products' }))
  expect(section.settings['source']).toBe('chosen')
  expect(isShown('Number of products')).toBe(false)
})

test('a number stays within the limits of the section', async () => {
  await renderElement(<Example initial={createSection('featuredProducts', 's1')} />)
  const input = screen.getByLabelText<HTMLInputElement>('Number of products')
  const before = section.settings['count']
  await userEvent.clear(input)
  expect(section.settings['count'], 'an empty field changes nothing').toBe(before)
  await enterText(input, '9999')
  expect(Number(section.settings['count'])).toBeLessThan(100)
  expect(checkSection(section)).toEqual([])
})

test('typing in a field is one undo step, and a choice is another', async () => {
  await renderElement(<Example initial={createSection('promoBanner', 's1')} />)
  await enterText(screen.getByLabelText('Heading'), 'Sale')
  expect([typedField, section.settings['heading']]).toEqual(['s1.heading', 'Sale'])
  await userEvent.click(screen.getByLabelText('Colors', { selector: 'input' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Page colors' }))
  expect([typedField, section.settings['tone']]).toEqual([undefined, 'plain'])
})

test('a link with a script is marked, and one to a page is not', async () => {
  await renderElement(<Example initial={createSection('promoBanner', 's1')} />)
  const link = screen.getByLabelText('Link', { selector: 'input' })
  await enterText(link, 'javascript:alert(1)')
  expect(link.getAttribute('aria-invalid')).toBe('true')
  await userEvent.clear(link)
  await enterText(link, '/products')
  expect(link.getAttribute('aria-invalid')).not.toBe('true')
})

test('items are added, named by their text, moved and removed', async () => {
  await renderElement(<Example initial={figures} />)
  await click('Move people up')
  expect(getValues()).toEqual(['40', '1920'])
  await click('Add figure')
  screen.getByRole('button', { name: 'Figure 3', expanded: true })
  screen.getByText('3 of 6')
  const label = screen.getAllByLabelText('Label').at(-1) as HTMLElement
  await enterText(label, 'stores')
  screen.getByRole('button', { name: 'stores', expanded: true })
  expect(typedField).toBe(`s1.${section.items[2]?.id}.label`)
  await click('Remove founded')
  expect(section.items.map(({ settings }) => settings['label'])).toEqual(['people', 'stores'])
})

test('no item is added above the limit', async () => {
  const items = Array.from({ length: 6 }, (_, index) => ({ value: `${index}`, label: `n${index}` }))
  await renderElement(<Example initial={withItems('figures', items)} />)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add figure' }).disabled).toBe(true)
  await click('Remove n0')
  await click('Add figure')
  expect(section.items).toHaveLength(6)
})

test('the only item is open, and can be closed', async () => {
  await renderElement(<Example initial={withItems('figures', [{ value: '1', label: 'shop' }])} />)
  await userEvent.click(screen.getByRole('button', { name: 'shop', expanded: true }))
  screen.getByRole('button', { name: 'shop', expanded: false })
})

test('marks the item with a wrong value, and shows its field', async () => {
  const figureValues = [
    { value: '1', label: 'a' },
    { value: 'x'.repeat(17), label: 'b' },
  ]
  await renderElement(<Example initial={withItems('figures', figureValues)} />)
  const findField = (name: string) => {
    const item = screen.getByRole('button', { name }).closest('li') as HTMLElement
    return within(item).queryByLabelText('Number')
  }
  expect(findField('a')).toBeNull()
  expect(findField('b')?.getAttribute('aria-invalid')).toBe('true')
  screen.getByText('Enter at most 16 characters.')
})

test('says why a section is not visible, or has no settings', async () => {
  await renderElement(<Example initial={{ ...figures, isHidden: true }} />)
  screen.getByText('This section is hidden. Shoppers can’t see it.')
  cleanup()
  await renderElement(<Example initial={createSection('breadcrumbs', 's1')} />)
  screen.getByText('This section has no settings.')
})

test('nothing can be changed without the permission', async () => {
  await renderElement(<Example initial={figures} isDisabled />)
  expect(screen.getByLabelText<HTMLInputElement>('Heading').disabled).toBe(true)
  for (const name of ['Move people up', 'Remove people', 'Add figure'])
    await userEvent.click(screen.getByRole('button', { name }))
  expect(section).toBe(figures)
})

test('a new section starts with sample texts that can be saved', async () => {
  await renderElement(<p>Page</p>)
  const sample = createSampleSection('testimonials')
  expect(sample.settings['heading']).toBe('Testimonials')
  expect(sample.items.map(({ settings }) => settings['author'])).toEqual(
    Array.from({ length: 3 }, () => 'Name of the customer'),
  )
  for (const type of ['faq', 'slideshow', 'promoBanner', 'figures', 'steps', 'text'] as const)
    expect(checkSection(createSampleSection(type)), type).toEqual([])
})

test('sample texts that the seller has not changed are found before publishing', () => {
  const banner = createSampleSection('promoBanner')
  const texts = { heading: 'Sale', text: 'Half price today' }
  const edited = { ...banner, settings: { ...banner.settings, ...texts } }
  const quotes = createSampleSection('testimonials')
  const find = (home: Section[]) =>
    findSampleTexts(createTemplates(kind => (kind === 'home' ? home : [])))
  expect(
    find([banner])
      .map(({ field }) => field)
      .toSorted(),
  ).toEqual(['heading', 'text'])
  expect(find([edited, { ...quotes, isHidden: true }])).toEqual([])
  expect(find([quotes])).toContainEqual({
    sectionId: quotes.id,
    itemId: quotes.items[0]?.id,
    field: 'quote',
  })
})

test('a new section has no more items than allowed, and ids of its own', () => {
  const [first, second] = [createNewSection('columns'), createNewSection('columns')]
  expect(first.items).toHaveLength(3)
  const ids = [first, second].flatMap(({ id, items }) => [id, ...items.map(item => item.id)])
  expect(new Set(ids).size).toBe(ids.length)
})
