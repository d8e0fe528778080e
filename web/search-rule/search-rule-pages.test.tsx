import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type SearchRule, searchRuleApi } from '#contract/cms/search-rule.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { enterText } from '../testing/enter-text.ts'
import { renderApp } from '../testing/testing.tsx'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
afterEach(cleanup)

const listTerms = async () =>
  (await t.call('owner', searchRuleApi.list)).body.data.map(({ terms }: SearchRule) => terms)

test('a search without a result becomes a rule, which is edited and deleted', async () => {
  await t.inStore(tx => tx`insert into empty_search (term, count) values ('settee', 3)`)
  await renderApp(t, '/apps/product/search-rules')
  await userEvent.click(await screen.findByRole('link', { name: 'Add rule for settee' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Add rule' }))
  await enterText(drawer.getByRole('combobox', { name: 'Search terms' }), 'sofa')
  await userEvent.keyboard('{Enter}')
  await userEvent.click(drawer.getByRole('button', { name: 'Add rule' }))
  await screen.findByText('Search rule created')
  expect(await listTerms()).toEqual([['settee', 'sofa']])
  await userEvent.click(await screen.findByRole('link', { name: 'settee, sofa' }))
  const editor = within(await screen.findByRole('dialog', { name: 'Edit rule' }))
  await enterText(editor.getByRole('combobox', { name: 'Search terms' }), 'couch')
  await userEvent.keyboard('{Enter}')
  await userEvent.click(editor.getByRole('button', { name: 'Save rule' }))
  await userEvent.click(await screen.findByRole('link', { name: 'settee, sofa, couch' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete rule' }))
  const question = within(
    await screen.findByRole('dialog', { name: 'Delete the rule for settee, sofa, couch?' }),
  )
  await userEvent.click(question.getByRole('button', { name: 'Delete rule' }))
  await screen.findByText('No search rules yet')
  expect(await listTerms()).toEqual([])
})

test('removes a search without a result', async () => {
  await t.inStore(tx => tx`delete from empty_search`)
  await t.inStore(tx => tx`insert into empty_search (term, count) values ('unicorn', 3)`)
  await renderApp(t, '/apps/product/search-rules')
  await screen.findByText('3 searches')
  await userEvent.click(screen.getByRole('button', { name: 'Remove “unicorn”' }))
  await screen.findByText('Search removed')
  await screen.findByText('Every search found a product or has a search rule.')
  expect(await t.inStore(tx => tx`select from empty_search`)).toHaveLength(0)
})
