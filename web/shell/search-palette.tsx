import { Spotlight, spotlight } from '@mantine/spotlight'
import { IconBox, IconHome, IconLayout, IconLayoutGrid, IconSearch, IconShoppingCart } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

const pages = [
  { name: 'dashboard', to: '/dashboard', icon: IconHome },
  { name: 'category', to: '/apps/category/list', icon: IconLayoutGrid },
  { name: 'product', to: '/apps/product/list', icon: IconBox },
  { name: 'order', to: '/apps/order/list', icon: IconShoppingCart },
  { name: 'cms', to: '/apps/cms', icon: IconLayout },
] as const

/** Goes to a page by its name. Loaded when it is first wanted, and opens itself then. */
export function SearchPalette() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  useEffect(function openOnArrival() { spotlight.open() }, [])
  return (
    <Spotlight shortcut="mod+K" radius="md" title={t('shell.navbar.search')} classNames={{ header: 'sw-hidden' }} nothingFound={t('shell.navbar.nothing')} highlightQuery
      searchProps={{ leftSection: <IconSearch size={18} stroke={1.75} />, placeholder: t('shell.navbar.searchHint'), 'aria-label': t('shell.navbar.searchHint') }}
      actions={[{
        group: t('shell.navbar.pages'),
        actions: pages.map(({ name, to, icon: Icon }) => ({
          id: name, label: t(`shell.search.${name}`), leftSection: <Icon size={18} stroke={1.75} />, onClick: () => void navigate(to),
        })),
      }]} />
  )
}

export const openPalette = () => spotlight.open()
