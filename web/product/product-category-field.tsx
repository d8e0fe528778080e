import { Checkbox, ScrollArea, Skeleton, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CategoryNode, categoryApi } from '#contract/product/category.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { usePermission } from '../lib/session/permission-gate.tsx'

type Props = { value: readonly string[]; onChange: (categories: string[]) => void }
const searchThreshold = 8

export const useCategoryTree = () =>
  useQuery({ ...queryOptionsFor(categoryApi.getTree, {}), enabled: usePermission('category:read') })

/** The category tree as checkboxes. */
export function ProductCategoryField({ value, onChange }: Props) {
  const { t } = useTranslation()
  const canRead = usePermission('category:read')
  const tree = useCategoryTree()
  const [searchText, setSearchText] = useState('')
  if (!canRead) return null
  const nodes = tree.data ?? []
  const query = searchText.trim().toLowerCase()
  const visibleNodes =
    query === '' ? nodes : withParents(nodes, ({ name }) => name.toLowerCase().includes(query))
  return (
    <div role="group" aria-label={t('productField.categories')} data-path="categories">
      <Text size="sm" fw={500} mb={6}>
        {t('productField.categories')}
      </Text>
      {tree.isPending && <Skeleton h={60} />}
      {tree.data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('product.form.noCategories')}
        </Text>
      )}
      {nodes.length > searchThreshold && (
        <TextInput
          size="xs"
          mb={8}
          value={searchText}
          onChange={event => setSearchText(event.currentTarget.value)}
          placeholder={t('ui.list.search')}
          aria-label={t('product.form.searchCategories')}
          leftSection={<IconSearch size={14} stroke={1.75} />}
        />
      )}
      <ScrollArea.Autosize mah={240} type="auto">
        {visibleNodes.map(({ _id, name, depth }) => (
          <Checkbox
            key={_id}
            size="xs"
            label={name}
            py={5}
            ps={(depth - 1) * 22}
            checked={value.includes(_id)}
            onChange={event =>
              onChange(
                event.currentTarget.checked
                  ? [...value, _id]
                  : value.filter(other => other !== _id),
              )
            }
          />
        ))}
      </ScrollArea.Autosize>
    </div>
  )
}

/** Returns the matching categories with all their parents, in the order of the tree. */
function withParents(
  nodes: readonly CategoryNode[],
  matches: (node: CategoryNode) => boolean,
): CategoryNode[] {
  const byId = new Map(nodes.map(node => [node._id, node]))
  const visibleIds = new Set<string>()
  for (const node of nodes.filter(matches))
    for (
      let current: CategoryNode | undefined = node;
      current && !visibleIds.has(current._id);
      current = byId.get(current.parent ?? '')
    )
      visibleIds.add(current._id)
  return nodes.filter(({ _id }) => visibleIds.has(_id))
}
