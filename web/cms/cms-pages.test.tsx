import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Cms, cmsApi } from '#contract/cms/cms.ts'
import { themeApi } from '#contract/theme/theme.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { enterText } from '../testing/enter-text.ts'
import { renderApp } from '../testing/testing.tsx'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(() => t.resetPeople())
afterEach(cleanup)

const getContent = async (): Promise<Cms> => (await t.call('owner', cmsApi.get)).body.data

test('saves two changed sections together, stores only those and leads to the home page', async () => {
  const person = userEvent.setup()
  await renderApp(t, '/apps/cms')
  await enterText(await screen.findByRole('textbox', { name: 'Tagline' }), 'Pots for every day')
  await person.click(screen.getByRole('button', { name: 'Announcement' }))
  await person.click(screen.getByRole('switch', { name: 'Show announcement' }))
  await enterText(screen.getByRole('textbox', { name: 'Text' }), 'Closed in May')
  expect(
    (await screen.findByRole('img', { name: 'Preview of this section' })).textContent,
  ).toContain('Closed in May')
  await enterText(screen.getByRole('textbox', { name: 'Link' }), 'javascript:alert(1)')
  await person.click(screen.getByRole('button', { name: 'Save' }))
  expect(
    await screen.findByText(
      'Enter a path in the store, or a link that starts with https://, mailto: or tel:.',
    ),
  ).toBeDefined()
  await person.clear(screen.getByRole('textbox', { name: 'Link' }))
  await person.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Cms updated successfully')).toBeDefined()
  expect(await getContent()).toMatchObject({
    identity: { tagline: 'Pots for every day' },
    announcement: { enabled: true, text: 'Closed in May' },
  })
  const [row] = await t.inStore(
    tx =>
      tx<
        { keys: string[] }[]
      >`select array(select jsonb_object_keys(sections) order by 1) as keys from cms`,
  )
  expect(row?.keys).toEqual(['announcement', 'identity'])
  await person.click(screen.getByRole('button', { name: 'Home page' }))
  const [theme] = (await t.call('owner', themeApi.list)).body.data
  const link = screen.getByRole('link', { name: 'Customize home page' })
  expect(link.getAttribute('href')).toBe(`/apps/themes/customise/${theme._id}`)
})

test('shows the URL of a feed after its switch is saved', async () => {
  const person = userEvent.setup()
  await renderApp(t, '/apps/cms?section=channels')
  await person.click(await screen.findByRole('switch', { name: /Pinterest/ }))
  expect(screen.queryByRole('button', { name: /^Copy URL/ })).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('button', { name: /^Copy URL/ })).toBeDefined()
})

test('opens a day and selects a country by its name', async () => {
  const person = userEvent.setup()
  await renderApp(t, '/apps/cms?section=contact')
  for (const day of await screen.findAllByRole('switch', { name: /day$/ }))
    expect(day).toHaveProperty('checked', false)
  await person.click(screen.getByRole('switch', { name: 'Tuesday' }))
  await enterText(screen.getByRole('combobox', { name: 'Country' }), 'Japan')
  await person.click(await screen.findByRole('option', { name: 'Japan' }))
  await person.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Cms updated successfully')).toBeDefined()
  const { contact } = await getContent()
  expect(contact.address.country).toBe('JP')
  expect(contact.hours.map(({ isOpen }) => isOpen).indexOf(true)).toBe(1)
})

test('adds a submenu item that links to a page', async () => {
  const person = userEvent.setup()
  await renderApp(t, '/apps/cms?section=navigation')
  const menu = within(await screen.findByRole('list', { name: 'Main menu' }))
  await person.click(menu.getByRole('button', { name: 'Actions for Products' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Add submenu item' }))
  const [, label] = menu.getAllByRole('textbox', { name: 'Label' })
  await enterText(label ?? document.body, 'Our story')
  await person.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('This field is required.')).toBeDefined()
  await person.click(menu.getAllByRole('combobox', { name: 'Link type' })[1] ?? document.body)
  await person.click(await screen.findByRole('option', { name: 'Page' }))
  await person.click(await menu.findByRole('combobox', { name: 'Link' }))
  await person.click(await screen.findByRole('option', { name: 'About us' }))
  await person.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(async () =>
    expect((await getContent()).navigation.header[0]?.children[0]).toMatchObject({
      label: 'Our story',
      kind: 'page',
    }),
  )
})

test('links an item of a menu to the blog, and keeps a longer path as a URL', async () => {
  const person = userEvent.setup()
  await renderApp(t, '/apps/cms?section=navigation')
  const menu = within(await screen.findByRole('list', { name: 'Main menu' }))
  const [kind] = menu.getAllByRole('combobox', { name: 'Link type' })
  const link = menu.getByRole('textbox', { name: 'Link' })
  await person.clear(link)
  await enterText(link, '/blog/tag/clay')
  expect(menu.getByRole('textbox', { name: 'Link' })).toHaveProperty('value', '/blog/tag/clay')
  await person.click(kind ?? document.body)
  await person.click(await screen.findByRole('option', { name: 'Blog' }))
  expect(menu.queryByRole('textbox', { name: 'Link' })).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(async () =>
    expect((await getContent()).navigation.header[0]).toMatchObject({
      label: 'Products',
      kind: 'url',
      target: '/blog',
    }),
  )
})

test('links an item of a menu to the questions', async () => {
  const person = userEvent.setup()
  await renderApp(t, '/apps/cms?section=navigation')
  const menu = within(await screen.findByRole('list', { name: 'Main menu' }))
  const [kind] = menu.getAllByRole('combobox', { name: 'Link type' })
  await person.click(kind ?? document.body)
  await person.click(await screen.findByRole('option', { name: 'FAQ' }))
  await person.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(async () =>
    expect((await getContent()).navigation.header[0]).toMatchObject({
      kind: 'url',
      target: '/faq',
    }),
  )
})

test('creates a page, displays it and lists it', async () => {
  const person = userEvent.setup()
  const { router } = await renderApp(t, '/apps/page/new/create')
  await enterText(await screen.findByRole('textbox', { name: /^Title/ }), 'Care of clay')
  await person.click(screen.getByRole('button', { name: 'Add page' }))
  expect(await screen.findByRole('heading', { name: 'Care of clay' })).toBeDefined()
  expect(router.state.location.pathname).toBe('/apps/page/care-of-clay')
  await router.navigate('/apps/cms?section=pages')
  expect(await screen.findByRole('link', { name: /Care of clay/ })).toBeDefined()
  await router.navigate('/apps/page/about-us')
  expect(
    await screen.findByText(new RegExp(`Welcome to Store of ${t.people.owner.name}`)),
  ).toBeDefined()
})

test('an earlier text of a page is restored from its versions', async () => {
  const params = { slug: 'about-us' }
  const page = (await t.call('owner', cmsApi.getPage, { params })).body.data
  await t.call('owner', cmsApi.updatePage, {
    params: { id: page._id },
    body: { body: '<p>Second text</p>' },
  })
  await renderApp(t, '/apps/page/about-us/update')
  await userEvent.click(await screen.findByRole('button', { name: 'Versions' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Versions' }))
  await drawer.findByText('Second text')
  await userEvent.click(drawer.getByRole('button', { name: 'Restore version' }))
  await screen.findByText('Version restored')
  const restored = (await t.call('owner', cmsApi.getPage, { params })).body.data
  expect(restored).toMatchObject({ body: page.body, version: 3 })
})
