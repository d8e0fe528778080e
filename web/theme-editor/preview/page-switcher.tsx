import { Select } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exampleCategoryPath, exampleProductPath } from '#contract/theme/example-record.ts'
import { useLinkSuggestions } from '../form/use-link-suggestions.ts'
import type { EditorView } from '../state/use-editor-view.ts'
import { missingPagePath } from './preview-page.ts'

/** Chooses the page of the store that the preview shows. Searches categories, products and pages. */
export function PageSwitcher({
  path,
  getPathOf,
  onChange,
}: {
  path: string
  getPathOf: EditorView['getPathOf']
  onChange: (path: string) => void
}) {
  const { t } = useTranslation()
  const [searchText, setSearchText] = useState('')
  const [selectedName, setSelectedName] = useState(t('themeEditor.page.home'))
  const groups = useLinkSuggestions(searchText === selectedName ? '' : searchText)
  const data = groups.map(({ name, links }) => ({
    group: name,
    items: links.map(link => ({ value: link.path, label: link.name })),
  }))
  const missingPage = { value: missingPagePath, label: t('themeEditor.page.notFound') }
  // A new store has no page with these sections yet, so the preview shows an example.
  const examples = [
    {
      group: t('themeEditor.template.category'),
      item: { value: exampleCategoryPath, label: t('themeEditor.page.exampleCategory') },
      isShown: getPathOf('category') === exampleCategoryPath,
    },
    {
      group: t('themeEditor.template.product'),
      item: { value: exampleProductPath, label: t('themeEditor.page.exampleProduct') },
      isShown: getPathOf('product') === exampleProductPath,
    },
  ].flatMap(({ group, item, isShown }) => (isShown ? [{ group, items: [item] }] : []))
  const isListed =
    groups.some(({ links }) => links.some(link => link.path === path)) ||
    examples.some(({ items }) => items.some(({ value }) => value === path))
  return (
    <Select
      size="xs"
      w={220}
      searchable
      allowDeselect={false}
      aria-label={t('themeEditor.page.label')}
      leftSection={<IconFileText size={15} stroke={1.75} aria-hidden />}
      value={path}
      data={[
        ...data,
        ...examples,
        { group: t('themeEditor.link.other'), items: [missingPage] },
        ...(isListed || path === missingPagePath
          ? []
          : [{ group: t('themeEditor.page.current'), items: [{ value: path, label: path }] }]),
      ]}
      // The server has searched already.
      filter={({ options }) => options}
      onSearchChange={setSearchText}
      nothingFoundMessage={t('ui.list.noResults')}
      onChange={(next, option) => {
        if (next === null || option === null) return
        setSelectedName(option.label)
        onChange(next)
      }}
    />
  )
}
