import { Select } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLinkSuggestions } from '../form/use-link-suggestions.ts'
import { missingPagePath } from './preview-page.ts'

/** Chooses the page of the store that the preview shows. Searches categories, products and pages. */
export function PageSwitcher({
  path,
  onChange,
}: {
  path: string
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
  const isListed = groups.some(({ links }) => links.some(link => link.path === path))
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
