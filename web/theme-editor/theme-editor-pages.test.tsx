import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Ability } from '#contract/lib/call/permission.ts'
import { productApi } from '#contract/product/product.ts'
import type { Section } from '#contract/section/section-catalog.ts'
import { createSection } from '#contract/section/section-upgrade.ts'
import { type Theme, themeApi } from '#contract/theme/theme.ts'
import { type ThemeDraft, themeDraftApi } from '#contract/theme/theme-draft.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { enterText } from '../testing/enter-text.ts'
import { renderApp } from '../testing/testing.tsx'

let t: TestApp
let theme: Theme
const faq: Section = { ...createSection('faq', 'faq-1'), items: [] }
const banner = createSection('promoBanner', 'banner-1')

beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.resetPeople()
  theme = (await t.call('owner', themeApi.list)).body.data.find(({ active }: Theme) => active)
  await saveHome([faq, banner])
})
afterEach(cleanup)

const getDraft = async (): Promise<ThemeDraft> =>
  (await t.call('owner', themeDraftApi.getDraft, { params: { id: theme._id } })).body.data
async function saveHome(home: Section[]) {
  const { version, templates } = await getDraft()
  const body = { version, templates: { ...templates, home } }
  await t.call('owner', themeDraftApi.saveDraft, { params: { id: theme._id }, body })
}
const getHomeTypes = async () => (await getDraft()).templates.home.map(({ type }) => type)
const openEditor = (user: 'owner' | 'nobody' = 'owner') =>
  renderApp(t, `/apps/themes/customise/${theme._id}`, { user })
const getList = async () =>
  within(await screen.findByRole('list', { name: 'Sections of this page' }))
const getListedNames = async () =>
  (await getList())
    .getAllByRole('button', { name: /^Move / })
    .map(handle => handle.getAttribute('aria-label')?.replace('Move ', ''))

test('adds a section from the picker, saves it by itself, and undoes it', async () => {
  const user = userEvent.setup()
  await openEditor()
  await user.click(await screen.findByRole('button', { name: 'Add section' }))
  const picker = within(await screen.findByRole('dialog', { name: 'Add section' }))
  await enterText(picker.getByLabelText('Search sections'), 'customers say')
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('heading', { name: 'Testimonials' })).toBeDefined()
  expect(await getListedNames()).toEqual(['FAQ', 'Promotion banner', 'Testimonials'])
  await waitFor(async () =>
    expect(await getHomeTypes()).toEqual(['faq', 'promoBanner', 'testimonials']),
  )
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(async () => expect(await getHomeTypes()).toEqual(['faq', 'promoBanner']))
  await user.click(screen.getByRole('button', { name: 'Redo' }))
  expect(await getListedNames()).toEqual(['FAQ', 'Promotion banner', 'Testimonials'])
})

test('arranges the header and the footer beside each page', async () => {
  const user = userEvent.setup()
  await openEditor()
  const header = within(await screen.findByRole('list', { name: 'Header' }))
  expect(header.queryByRole('button', { name: 'Hide Logo and menu' })).toBeNull()
  await user.click(header.getByRole('button', { name: 'Hide Announcement bar' }))
  await user.click(screen.getByRole('button', { name: 'Add to footer' }))
  await enterText(await screen.findByLabelText('Search sections'), 'customers say')
  await user.keyboard('{Enter}')
  await waitFor(async () => {
    const { header: headerSections, footer, home } = (await getDraft()).templates
    expect(headerSections.map(({ isHidden }) => isHidden)).toEqual([true, false])
    expect(footer.map(({ type }) => type)).toEqual(['testimonials', 'storeFooter'])
    expect(home).toHaveLength(2)
  })
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  await waitFor(async () => expect((await getDraft()).templates.footer).toHaveLength(1))
})

test('moves by the keyboard, duplicates, hides and removes sections', async () => {
  const user = userEvent.setup()
  await openEditor()
  const list = await getList()
  fireEvent.keyDown(list.getByRole('button', { name: 'Move FAQ' }), {
    key: 'ArrowDown',
    altKey: true,
  })
  expect(await getListedNames()).toEqual(['Promotion banner', 'FAQ'])
  expect(await screen.findByText('FAQ, position 2 of 2')).toBeDefined()
  await user.click(list.getByRole('button', { name: 'Hide FAQ' }))
  await user.click(list.getByRole('button', { name: 'Actions for Promotion banner' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }))
  await waitFor(async () =>
    expect((await getDraft()).templates.home.map(({ type, isHidden }) => [type, isHidden])).toEqual(
      [
        ['promoBanner', false],
        ['promoBanner', false],
        ['faq', true],
      ],
    ),
  )
  await user.click(list.getByRole('button', { name: 'Actions for FAQ' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
  await waitFor(async () => expect(await getHomeTypes()).toEqual(['promoBanner', 'promoBanner']))
})

test('edits the fields and items of a section, and does not save an invalid link', async () => {
  const user = userEvent.setup()
  await openEditor()
  await user.click(await screen.findByRole('button', { name: 'FAQ' }))
  fireEvent.change(await screen.findByLabelText('Heading'), { target: { value: 'Good to know' } })
  await user.click(screen.getByRole('button', { name: 'Add question' }))
  fireEvent.change(await screen.findByLabelText('Question'), { target: { value: 'Do you ship?' } })
  await waitFor(async () => {
    const [section] = (await getDraft()).templates.home
    expect(section?.settings).toMatchObject({ heading: 'Good to know' })
    expect(section?.items[0]?.settings).toMatchObject({ question: 'Do you ship?' })
  })
  await user.click((await getList()).getByRole('button', { name: 'Promotion banner' }))
  const link = await screen.findByLabelText('Link', { selector: 'input' })
  fireEvent.change(link, { target: { value: 'javascript:alert(1)' } })
  await user.click(await screen.findByText('Can’t save: check the highlighted field'))
  expect((await getDraft()).templates.home[1]?.settings['link']).toBe('')
  fireEvent.change(link, { target: { value: '/products' } })
  await waitFor(async () =>
    expect((await getDraft()).templates.home[1]?.settings['link']).toBe('/products'),
  )
  expect(await screen.findByText('Saved')).toBeDefined()
})

test('saves one after the other, each with the version of the earlier reply', async () => {
  await openEditor()
  fireEvent.click(await screen.findByRole('button', { name: 'FAQ' }))
  const heading = await screen.findByLabelText('Heading')
  const send = globalThis.fetch
  let requestCount = 0
  const statuses: number[] = []
  const firstRelease = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (init?.method !== 'PATCH' || !url.includes('/theme/draft/')) return send(url, init)
    requestCount += 1
    await firstRelease.promise
    const reply = await send(url, init)
    statuses.push(reply.status)
    return reply
  })
  fireEvent.change(heading, { target: { value: 'First' } })
  await waitFor(() => expect(requestCount).toBe(1))
  fireEvent.change(heading, { target: { value: 'Second' } })
  // The dialog also saves, after the first save.
  fireEvent.click(screen.getByRole('button', { name: 'Publish' }))
  await screen.findByRole('dialog', { name: `Publish ${theme.name}` })
  expect(requestCount).toBe(1)
  firstRelease.resolve()
  await waitFor(async () =>
    expect((await getDraft()).templates.home[0]?.settings).toMatchObject({ heading: 'Second' }),
  )
  await waitFor(() => expect(statuses).toEqual([200, 200]))
})

test('keeps the changes of both users, or asks if they changed the same place', async () => {
  const user = userEvent.setup()
  await openEditor()
  await user.click(await screen.findByRole('button', { name: 'FAQ' }))
  await saveHome([faq, { ...banner, settings: { ...banner.settings, heading: 'Sale' } }])
  fireEvent.change(await screen.findByLabelText('Heading'), { target: { value: 'Mine' } })
  const dialog = within(
    await screen.findByRole('dialog', { name: 'This draft was changed elsewhere' }),
  )
  expect(dialog.getByText('Home page: “Promotion banner” changed (Heading)')).toBeDefined()
  expect(dialog.getByText('Home page: “FAQ” changed (Heading)')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Keep both' }))
  await waitFor(async () =>
    expect((await getDraft()).templates.home.map(({ settings }) => settings['heading'])).toEqual([
      'Mine',
      'Sale',
    ]),
  )
  await saveHome([{ ...faq, settings: { ...faq.settings, heading: 'Theirs' } }, banner])
  fireEvent.change(screen.getByLabelText('Heading'), { target: { value: 'Mine again' } })
  const second = within(
    await screen.findByRole('dialog', { name: 'This draft was changed elsewhere' }),
  )
  expect(second.queryByRole('button', { name: 'Keep both' })).toBeNull()
  await user.click(second.getByRole('button', { name: 'Use their version' }))
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('Heading').value).toBe('Theirs'),
  )
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(screen.getByLabelText<HTMLInputElement>('Heading').value).toBe('Mine again')
})

test('selects sections in the preview and sends changes to the preview only', async () => {
  const user = userEvent.setup()
  await openEditor()
  const iframe = await screen.findByTitle<HTMLIFrameElement>('Preview of your store')
  const { origin } = new URL(iframe.src)
  const sent: { message: { type: string }; target: string }[] = []
  Object.defineProperty(iframe.contentWindow, 'postMessage', {
    value: (message: { type: string }, target: string) => sent.push({ message, target }),
  })
  const receive = (data: unknown, from = origin) =>
    act(() =>
      window.dispatchEvent(
        new MessageEvent('message', { data, origin: from, source: iframe.contentWindow }),
      ),
    )
  receive({ type: 'ready', path: '/', template: 'home', ids: ['faq-1', 'banner-1'] })
  receive({ type: 'select', id: 'banner-1' }, 'https://attacker.example')
  expect(screen.getByRole('heading', { name: 'Theme settings' })).toBeDefined()
  receive({ type: 'select', id: 'banner-1' })
  expect(await screen.findByRole('heading', { name: 'Promotion banner' })).toBeDefined()
  fireEvent.change(screen.getByLabelText('Heading'), { target: { value: 'Sale' } })
  await user.click((await getList()).getByRole('button', { name: 'Hide FAQ' }))
  await waitFor(() =>
    expect(sent.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        {
          type: 'select',
          id: 'banner-1',
          label: 'Promotion banner',
          itemId: null,
          itemLabel: '',
        },
        {
          type: 'section',
          section: { ...banner, settings: { ...banner.settings, heading: 'Sale' } },
        },
        { type: 'order', template: 'home', ids: ['banner-1'] },
      ]),
    ),
  )
  expect(new Set(sent.map(({ target }) => target))).toEqual(new Set([origin]))
  receive({ type: 'key', key: 'undo' })
  expect(await screen.findByRole('button', { name: 'Hide FAQ' })).toBeDefined()
})

test('opens the item that was clicked in the preview, and removes it with the Delete key', async () => {
  const user = userEvent.setup()
  const items = ['Do you ship?', 'Do you gift-wrap?'].map(question => ({
    id: `q-${question}`,
    settings: { question, answer: '' },
  }))
  await saveHome([{ ...faq, items }, banner])
  await openEditor()
  const iframe = await screen.findByTitle<HTMLIFrameElement>('Preview of your store')
  const receive = (data: unknown) =>
    act(() =>
      window.dispatchEvent(
        new MessageEvent('message', {
          data,
          origin: new URL(iframe.src).origin,
          source: iframe.contentWindow,
        }),
      ),
    )
  const getCard = (name: string) => screen.findByRole('button', { name, expanded: true })
  receive({ type: 'select', id: 'faq-1', itemId: items[1]?.id })
  await getCard('Do you gift-wrap?')
  receive({ type: 'select', id: 'faq-1', itemId: items[0]?.id })
  await getCard('Do you ship?')
  receive({ type: 'key', key: 'remove' })
  expect(await screen.findByText('Question removed')).toBeDefined()
  await waitFor(async () => expect((await getDraft()).templates.home[0]?.items).toEqual([items[1]]))
  const status = within(screen.getByText('Question removed').parentElement as HTMLElement)
  await user.click(status.getByRole('button', { name: 'Undo' }))
  await waitFor(async () => expect((await getDraft()).templates.home[0]?.items).toEqual(items))
  expect(screen.queryByText('Question removed')).toBeNull()
  const list = await getList()
  list.getByRole('button', { name: /^FAQ/ }).focus()
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toContain('Promotion banner')
  await user.keyboard('{ArrowUp}{Delete}')
  expect(await getListedNames()).toEqual(['Promotion banner'])
  expect(document.activeElement?.textContent).toContain('Promotion banner')
  receive({ type: 'key', key: 'undo' })
  expect(await getListedNames()).toEqual(['FAQ', 'Promotion banner'])
})

test('publishes with a note, after it has listed the findings', async () => {
  const user = userEvent.setup()
  const story = createSection('imageText', 'story')
  const image = `/media/${t.people.owner.storeId}/large/1200.webp`
  await t.inStore(
    tx => tx`insert into media (url, width, height, bytes, hash)
      values (${image}, 1200, 800, 1234000, 'a')`,
  )
  await saveHome([{ ...story, settings: { ...story.settings, image } }])
  await openEditor()
  await user.click(await screen.findByRole('button', { name: 'Publish' }))
  const dialog = within(await screen.findByRole('dialog', { name: `Publish ${theme.name}` }))
  await dialog.findByText('The first image is large (1.2 MB) and slows down the page.')
  expect(dialog.getByText('The image has no alt text.')).toBeDefined()
  await enterText(dialog.getByLabelText('Note'), 'Spring')
  await user.click(dialog.getByRole('button', { name: 'Publish theme' }))
  expect(await screen.findByText('Theme published')).toBeDefined()
  const { isChanged, publishedVersionId } = await getDraft()
  expect([isChanged, publishedVersionId === null]).toEqual([false, false])
})

test('discards the changes since the published version, which undo brings back', async () => {
  const user = userEvent.setup()
  const body = { version: (await getDraft()).version }
  await t.call('owner', themeDraftApi.publish, { params: { id: theme._id }, body })
  await saveHome([banner])
  await openEditor()
  await user.click(await screen.findByRole('button', { name: 'Publish' }))
  const dialog = within(await screen.findByRole('dialog', { name: `Publish ${theme.name}` }))
  expect(await dialog.findByText('Home page: “FAQ” removed')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Discard changes' }))
  expect(await screen.findByText('Changes discarded')).toBeDefined()
  expect(await getListedNames()).toEqual(['FAQ', 'Promotion banner'])
  expect((await getDraft()).isChanged).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(async () => expect(await getHomeTypes()).toEqual(['promoBanner']))
})

test('does not publish a draft without changes', async () => {
  const user = userEvent.setup()
  const body = { version: (await getDraft()).version }
  await t.call('owner', themeDraftApi.publish, { params: { id: theme._id }, body })
  await openEditor()
  await user.click(await screen.findByRole('button', { name: 'Publish' }))
  const dialog = within(await screen.findByRole('dialog', { name: `Publish ${theme.name}` }))
  expect(await dialog.findByText('The draft has no changes to publish.')).toBeDefined()
  await user.click(dialog.getByLabelText('At a time'))
  expect(dialog.getByRole('button', { name: 'Schedule publication' })).toHaveProperty(
    'disabled',
    true,
  )
})

test('previews settings at once and warns about unreadable colors', async () => {
  await openEditor()
  const color = await screen.findByLabelText('Button text')
  expect(screen.getByText('All text is easy to read.')).toBeDefined()
  fireEvent.change(color, { target: { value: String(theme.settings['accent']) } })
  expect(await screen.findByText(/“Button text” on “Buttons” is hard to read/)).toBeDefined()
  await waitFor(async () =>
    expect((await getDraft()).settings['onAccent']).toBe(theme.settings['accent']),
  )
})

test('shows an example product until the store has its own', async () => {
  const user = userEvent.setup()
  await openEditor()
  await user.click(await screen.findByLabelText('Page in the preview', { selector: 'input' }))
  await user.click(await screen.findByRole('option', { name: 'Example product' }))
  expect(screen.getByDisplayValue('Example product')).toBeDefined()
  expect(await screen.findByRole('button', { name: 'Product details' })).toBeDefined()
  await t.call('owner', productApi.create, { body: { title: 'Mug', status: 'active' } })
  cleanup()
  await openEditor()
  await user.click(await screen.findByLabelText('Page in the preview', { selector: 'input' }))
  expect(await screen.findByRole('option', { name: 'Mug' })).toBeDefined()
  expect(screen.queryByRole('option', { name: 'Example product' })).toBeNull()
})

test('shows the draft to users without the permission to change it', async () => {
  const user = userEvent.setup()
  const abilities: Ability[] = [{ action: 'read', subject: 'theme' }]
  await t.inStore(
    tx =>
      tx`update membership set abilities = ${tx.json(abilities)}
        where person_id = ${t.people.nobody.personId}`,
  )
  await openEditor('nobody')
  await user.click(await screen.findByRole('button', { name: 'FAQ' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Heading')).disabled).toBe(true)
  expect(screen.getByText('View only')).toBeDefined()
  for (const name of ['Add section', 'Publish', 'Undo', 'Move FAQ'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.getByRole('button', { name: 'Version history' })).toBeDefined()
})

const showExampleProduct = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await screen.findByLabelText('Page in the preview', { selector: 'input' }))
  await user.click(await screen.findByRole('option', { name: 'Example product' }))
  return within(await screen.findByRole('region', { name: 'Product pages' }))
}

test('pastes a copied section on another page and in another theme', async () => {
  const user = userEvent.setup()
  const themes: Theme[] = (await t.call('owner', themeApi.list)).body.data
  const otherTheme = themes.find(({ active }) => !active)
  await openEditor()
  await user.click((await getList()).getByRole('button', { name: 'Actions for FAQ' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Copy for other pages' }))
  const products = await showExampleProduct(user)
  await user.click(await products.findByRole('button', { name: 'Paste FAQ' }))
  await waitFor(async () =>
    expect((await getDraft()).templates.product.map(({ type }) => type)).toContain('faq'),
  )
  expect(await getHomeTypes()).toEqual(['faq', 'promoBanner'])
  cleanup()
  await renderApp(t, `/apps/themes/customise/${otherTheme?._id}`, { user: 'owner' })
  const page = within(await screen.findByRole('region', { name: 'Home page' }))
  await user.click(await page.findByRole('button', { name: 'Paste FAQ' }))
  expect(await page.findByRole('button', { name: 'Actions for FAQ' })).toBeDefined()
})

test('undo and redo open the page that they change', async () => {
  const user = userEvent.setup()
  await openEditor()
  await user.click((await getList()).getByRole('button', { name: 'Hide FAQ' }))
  const products = await showExampleProduct(user)
  await user.click(products.getByRole('button', { name: 'Add section' }))
  await enterText(await screen.findByLabelText('Search sections'), 'customers say')
  await user.keyboard('{Enter}')
  await screen.findByRole('heading', { name: 'Testimonials' })
  const undo = screen.getByRole('button', { name: 'Undo' })
  await user.click(undo)
  expect(products.queryByRole('button', { name: /^Testimonials/ })).toBeNull()
  await user.click(undo)
  expect(await screen.findByRole('region', { name: 'Home page' })).toBeDefined()
  expect(screen.getByRole('heading', { name: 'FAQ' })).toBeDefined()
  expect((await getList()).getByRole('button', { name: 'Hide FAQ' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Redo' }))
  await user.click(screen.getByRole('button', { name: 'Redo' }))
  expect(await screen.findByRole('region', { name: 'Product pages' })).toBeDefined()
  expect(await screen.findByRole('heading', { name: 'Testimonials' })).toBeDefined()
})

test('a ready-made page replaces a page', async () => {
  const user = userEvent.setup()
  await openEditor()
  await user.click(await screen.findByRole('button', { name: 'Use a ready-made page' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Ready-made pages' }))
  await user.click(await dialog.findByRole('button', { name: 'Linen' }))
  await waitFor(async () => expect(await getHomeTypes()).toContain('slideshow'))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(async () => expect(await getHomeTypes()).toEqual(['faq', 'promoBanner']))
})
