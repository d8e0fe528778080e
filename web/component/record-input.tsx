import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { usePermission } from '../lib/session/permission-gate.tsx'

type Option = { value: string; label: string }
type Props = {
  label: string
  description: string | undefined
  error: string | undefined
  disabled: boolean
  'data-path': string
  entity: 'product' | 'category'
  max: number
  value: string[]
  onChange: (value: string[]) => void
}

/** Chooses products or categories. */
export function RecordInput(props: Props) {
  return props.entity === 'product' ? <ProductInput {...props} /> : <CategoryInput {...props} />
}

function ProductInput(props: Props) {
  const canRead = usePermission('product:read')
  const [searchText, setSearchText] = useState('')
  const [q] = useDebouncedValue(searchText, 200)
  const searchResults = useQuery({
    ...queryOptionsFor(productApi.list, { query: { perPage: 50, q } }),
    enabled: canRead,
    placeholderData: keepPreviousData,
  })
  const foundOptions =
    searchResults.data?.items.map(({ _id, title }) => ({ value: _id, label: title })) ?? []
  const otherIds = props.value.filter(id => !foundOptions.some(option => option.value === id))
  const others = useQueries({
    queries: otherIds.map(id => ({
      ...queryOptionsFor(productApi.get, { params: { id } }),
      enabled: canRead && searchResults.data !== undefined,
      staleTime: Number.POSITIVE_INFINITY,
    })),
  })
  const otherOptions = others.flatMap(({ data }) =>
    data ? [{ value: data._id, label: data.title }] : [],
  )
  return (
    <RecordSelect
      {...props}
      options={[...foundOptions, ...otherOptions]}
      onSearch={setSearchText}
    />
  )
}

function CategoryInput(props: Props) {
  const categories = useQuery({
    ...queryOptionsFor(categoryApi.getTree, {}),
    enabled: usePermission('category:read'),
  })
  const options =
    categories.data?.map(({ _id, name, depth }) => ({
      value: _id,
      label: `${'\u2003'.repeat(depth - 1)}${name}`,
    })) ?? []
  return <RecordSelect {...props} options={options} />
}

function RecordSelect({
  entity,
  max,
  options,
  value,
  onChange,
  onSearch,
  ...inputProps
}: Props & { options: Option[]; onSearch?: (text: string) => void }) {
  const { t } = useTranslation()
  // Deleted records stay in the list until the user removes them.
  const deleted = value
    .filter(id => !options.some(option => option.value === id))
    .map(id => ({ value: id, label: t('themeEditor.deletedRecord') }))
  return (
    <MultiSelect
      {...inputProps}
      searchable
      hidePickedOptions
      placeholder={value.length < max ? t(`themeEditor.choose.${entity}`) : ''}
      nothingFoundMessage={t('ui.list.noResults')}
      value={value}
      data={[...options, ...deleted]}
      {...(onSearch && { onSearchChange: onSearch })}
      // A further choice replaces the only record of a field for one.
      onChange={ids => onChange(ids.slice(-max))}
    />
  )
}
