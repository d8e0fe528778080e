import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Section } from '#contract/section/section-catalog.ts'
import { createSection } from '#contract/section/section-upgrade.ts'
import { enterText } from '../../testing/enter-text.ts'
import { renderElement } from '../../testing/testing.tsx'
import { moveItem } from '../../ui/page/sortable-cards.tsx'
import { isMainSection } from '../state/content-change.ts'
import { SectionList } from './section-list.tsx'
import { SectionPicker } from './section-picker.tsx'

const duplicate = vi.fn()
const hover = vi.fn()
beforeEach(() => {
  duplicate.mockReset()
  hover.mockReset()
})
afterEach(cleanup)

const faq = createSection('faq', 'faq')
const heading = 'Spring sale'
const banner: Section = {
  ...createSection('promoBanner', 'banner'),
  settings: { ...createSection('promoBanner', 'banner').settings, heading },
}
const details = createSection('productDetails', 'details')

function Example({
  initial = [faq, banner, details],
  isFull = false,
  isReadOnly = false,
}: {
  initial?: Section[]
  isFull?: boolean
  isReadOnly?: boolean
}) {
  const [sections, setSections] = useState(initial)
  const [selectedId, setSelectedId] = useState<string>()
  return (
    <SectionList
      sections={sections}
      selectedId={selectedId}
      hoveredId={undefined}
      label="Sections of this page"
      invalidIds={new Set(['banner'])}
      isFull={isFull}
      isReadOnly={isReadOnly}
      onMove={(id, index) =>
        setSections(
          moveItem(
            sections,
            sections.findIndex(section => section.id === id),
            index,
          ),
        )
      }
      onHover={hover}
      onSelect={setSelectedId}
      onDuplicate={duplicate}
      onCopy={duplicate}
      onToggle={section =>
        setSections(
          sections.map(other =>
            other === section ? { ...other, isHidden: !other.isHidden } : other,
          ),
        )
      }
      onRemove={section => {
        if (!isMainSection(section)) setSections(sections.filter(other => other !== section))
      }}
    />
  )
}
const getRow = (name: RegExp) => screen.getByRole('button', { name })
const listNames = () =>
  within(screen.getByRole('list', { name: 'Sections of this page' }))
    .getAllByRole('listitem')
    .map(item => /FAQ|Promotion banner|Product details/.exec(item.textContent ?? '')?.[0])
async function openMenu(name: string) {
  await userEvent.click(screen.getByRole('button', { name: `Actions for ${name}` }))
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
}

test('the arrow keys move the focus between sections and stop at both ends', async () => {
  await renderElement(<Example />)
  const [first, second, third] = [getRow(/^FAQ/), getRow(/^Promotion banner/), getRow(/^Product/)]
  first.focus()
  await userEvent.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(first)
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(second)
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement).toBe(third)
  expect(listNames()).toEqual(['FAQ', 'Promotion banner', 'Product details'])
})

test('Alt with an arrow key moves a section and announces it, but not past the end', async () => {
  await renderElement(<Example />)
  getRow(/^FAQ/).focus()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(listNames()).toEqual(['FAQ', 'Promotion banner', 'Product details'])
  await userEvent.keyboard('{Alt>}{ArrowDown}{ArrowDown}{ArrowDown}{/Alt}')
  expect(listNames()).toEqual(['Promotion banner', 'Product details', 'FAQ'])
  screen.getByText('FAQ, position 3 of 3')
  expect(document.activeElement).toBe(getRow(/^FAQ/))
})

test('Delete removes a section and moves the focus to a neighbor', async () => {
  await renderElement(<Example initial={[details, faq, banner]} />)
  getRow(/^FAQ/).focus()
  await userEvent.keyboard('{Delete}')
  expect(document.activeElement).toBe(getRow(/^Promotion banner/))
  await userEvent.keyboard('{Delete}')
  expect(listNames()).toEqual(['Product details'])
  expect(document.activeElement).toBe(getRow(/^Product details/))
})

test('the section of the page itself is neither removed, hidden nor duplicated', async () => {
  await renderElement(<Example />)
  getRow(/^Product details/).focus()
  await userEvent.keyboard('{Delete}')
  expect(listNames()).toContain('Product details')
  expect(document.activeElement).toBe(getRow(/^Product details/))
  expect(screen.queryByRole('button', { name: 'Hide Product details' })).toBeNull()
  expect(await openMenu('Product details')).toEqual(['Move up'])
})

test('the menu offers only moves that exist', async () => {
  await renderElement(<Example />)
  expect(await openMenu('FAQ')).toEqual([
    'Move down',
    'Duplicate',
    'Copy for other pages',
    'Remove',
  ])
  await userEvent.click(screen.getByRole('menuitem', { name: 'Move down' }))
  expect(listNames()).toEqual(['Promotion banner', 'FAQ', 'Product details'])
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull())
  expect(await openMenu('FAQ')).toEqual([
    'Move up',
    'Move down',
    'Duplicate',
    'Copy for other pages',
    'Remove',
  ])
})

test('a section cannot be duplicated on a page with the maximum of sections', async () => {
  await renderElement(<Example isFull />)
  await openMenu('FAQ')
  const item = screen.getByRole<HTMLButtonElement>('menuitem', { name: 'Duplicate' })
  expect(item.disabled || item.dataset['disabled'] === 'true').toBe(true)
  await userEvent.click(item)
  expect(duplicate).not.toHaveBeenCalled()
})

test('names the text of a section, and those that are hidden or invalid', async () => {
  await renderElement(<Example />)
  const row = getRow(/^Promotion banner/)
  within(row).getByText(heading)
  within(row).getByRole('img', { name: 'needs attention' })
  expect(within(getRow(/^FAQ/)).queryByRole('img')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Hide FAQ' }))
  within(getRow(/^FAQ/)).getByText('hidden')
  await userEvent.click(screen.getByRole('button', { name: 'Show FAQ' }))
  expect(within(getRow(/^FAQ/)).queryByText('hidden')).toBeNull()
})

test('marks the selected section, and sends the hovered one to the preview', async () => {
  await renderElement(<Example />)
  await userEvent.click(getRow(/^FAQ/))
  expect(getRow(/^FAQ/).getAttribute('aria-current')).toBe('true')
  expect(getRow(/^Promotion banner/).getAttribute('aria-current')).toBeNull()
  await userEvent.hover(getRow(/^Promotion banner/))
  expect(hover).toHaveBeenLastCalledWith('banner')
  await userEvent.unhover(getRow(/^Promotion banner/))
  expect(hover).toHaveBeenLastCalledWith(null)
})

test('users who can only view the theme select sections, but change none', async () => {
  await renderElement(<Example isReadOnly />)
  await userEvent.click(getRow(/^FAQ/))
  await userEvent.keyboard('{Delete}{Alt>}{ArrowDown}{/Alt}')
  expect(listNames()).toEqual(['FAQ', 'Promotion banner', 'Product details'])
  expect(screen.queryByRole('button', { name: /^(Move|Hide|Actions)/ })).toBeNull()
})

const pick = vi.fn()
const renderPicker = () =>
  renderElement(
    <SectionPicker types={['faq', 'testimonials', 'video']} onPick={pick} onClose={() => {}} />,
  )
const findSearch = () => screen.findByRole('textbox', { name: 'Search sections' })
const listGroups = () =>
  screen
    .queryAllByRole('region')
    .map(region => region.getAttribute('aria-label'))
    .filter(name => name !== 'Open menus and dialogs')

test('a new section is found by its purpose, in any order of words', async () => {
  pick.mockReset()
  await renderPicker()
  const search = await findSearch()
  await waitFor(() => expect(document.activeElement).toBe(search))
  expect(listGroups()).toEqual(['Images and videos', 'Text'])
  await enterText(search, 'VIMEO youtube')
  expect(listGroups()).toEqual(['Images and videos'])
  await userEvent.keyboard('{Enter}')
  expect(pick).toHaveBeenCalledWith('video')
})

test('Enter adds nothing without a search or a match', async () => {
  pick.mockReset()
  await renderPicker()
  const search = await findSearch()
  await userEvent.type(search, '{Enter}')
  await enterText(search, 'carousel')
  await userEvent.keyboard('{Enter}')
  screen.getByText('No section matches “carousel”.')
  expect(listGroups()).toEqual([])
  expect(pick).not.toHaveBeenCalled()
})
