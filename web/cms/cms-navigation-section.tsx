import { ActionIcon, Button, Menu, Select, TextInput } from '@mantine/core'
import { IconDots, IconExternalLink, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  listPagePaths,
  listPages,
  maxNavDepth,
  maxNavItems,
  Navigation,
  navKinds,
} from '#contract/cms/cms-navigation.ts'
import { getMaxLength } from '#contract/lib/schema-values.ts'
import { toOptions } from '../lib/to-options.ts'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './cms.module.css'
import type { CmsForm } from './cms-form.ts'
import {
  buildNavTree,
  flattenNavTree,
  getEntryPaths,
  moveEntry,
  type NavEntry,
  removeEntry,
} from './cms-nav-tree.ts'
import { CmsPreview } from './cms-preview.tsx'
import { useLinkTargets } from './use-link-targets.ts'

export function NavigationSection({ form }: { form: CmsForm }) {
  const { t } = useTranslation()
  return (
    <>
      <SectionCard title={t('cms.nav.header')} hint={t('cms.hint.navigation')}>
        <CmsPreview form={form} parts={['header']} />
        <NavEditor form={form} menu="header" />
      </SectionCard>
      <SectionCard title={t('cms.nav.footer')}>
        <NavEditor form={form} menu="footer" />
      </SectionCard>
    </>
  )
}

const maxLabelLength = getMaxLength(Navigation.shape.header.element.shape.label)
const emptyEntry: NavEntry = { depth: 1, label: '', kind: 'url', target: '', newTab: false }

function NavEditor({ form, menu }: { form: CmsForm; menu: 'header' | 'footer' }) {
  const { t } = useTranslation()
  const path = `navigation.${menu}` as const
  const entries = flattenNavTree(form.values.navigation[menu])
  const paths = getEntryPaths(entries)
  const setEntries = (next: readonly NavEntry[]) => form.setFieldValue(path, buildNavTree(next))
  const isFull = entries.length >= maxNavItems
  return (
    <>
      {entries.length === 0 && <p className="sw-dimmed">{t('cms.nav.none')}</p>}
      <ul className={css.menuItems} aria-label={t(`cms.nav.${menu}`)}>
        {entries.map((entry, index) => (
          <li key={paths[index]} className={css.menuItem} style={{ '--level': entry.depth }}>
            <NavFields
              entry={entry}
              getError={field => form.errors[`${path}.${paths[index]}.${field}`]}
              onChange={next => setEntries(entries.with(index, next))}
            />
            <NavMenu entries={entries} index={index} isFull={isFull} onChange={setEntries} />
          </li>
        ))}
      </ul>
      <div className={css.menuFooter}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={15} stroke={1.75} />}
          disabled={isFull}
          onClick={() => setEntries([...entries, emptyEntry])}
        >
          {t('cms.nav.add')}
        </Button>
        <span className="sw-dimmed">
          {t('cms.nav.count', { count: entries.length, max: maxNavItems })}
        </span>
      </div>
    </>
  )
}

function NavFields({
  entry,
  getError,
  onChange,
}: {
  entry: NavEntry
  getError: (field: string) => React.ReactNode
  onChange: (entry: NavEntry) => void
}) {
  const { t } = useTranslation()
  const targets = useLinkTargets()
  const { kind, target } = entry
  // The input stays while the user types a longer path.
  const [isTyping, setTyping] = useState(false)
  const listPage = listPages.find(
    page => kind === 'url' && target === listPagePaths[page] && !isTyping,
  )
  return (
    <>
      <TextInput
        size="xs"
        className={css.menuItemLabel}
        aria-label={t('cms.nav.label')}
        placeholder={t('cms.nav.label')}
        maxLength={maxLabelLength}
        value={entry.label}
        error={getError('label')}
        onChange={event => onChange({ ...entry, label: event.currentTarget.value })}
      />
      <Select
        size="xs"
        className={css.menuItemKind}
        aria-label={t('cms.nav.kind')}
        allowDeselect={false}
        value={listPage ?? kind}
        data={[
          ...toOptions(navKinds, value => t(`cms.nav.kindName.${value}`)),
          ...toOptions(listPages, page => t(`shell.menu.${page}`)),
        ]}
        onChange={value => {
          const page = listPages.find(name => name === value)
          setTyping(false)
          onChange({
            ...entry,
            kind: navKinds.find(navKind => navKind === value) ?? 'url',
            ...(page
              ? { target: listPagePaths[page], label: entry.label || t(`shell.menu.${page}`) }
              : { target: '' }),
          })
        }}
      />
      {!listPage && kind === 'url' && (
        <TextInput
          size="xs"
          className={css.menuItemTarget}
          aria-label={t('cms.nav.target')}
          placeholder={t('cms.nav.urlHint')}
          value={target}
          error={getError('target')}
          onChange={event => {
            setTyping(true)
            onChange({ ...entry, target: event.currentTarget.value })
          }}
        />
      )}
      {kind !== 'url' && (
        <Select
          size="xs"
          className={css.menuItemTarget}
          aria-label={t('cms.nav.target')}
          placeholder={t('cms.nav.target')}
          searchable
          value={target || null}
          data={targets[kind].withSelected([target])}
          error={getError('target')}
          {...(kind === 'product' && { onSearchChange: targets.product.search })}
          onChange={value => onChange({ ...entry, target: value ?? '' })}
        />
      )}
    </>
  )
}

function NavMenu({
  entries,
  index,
  isFull,
  onChange,
}: {
  entries: readonly NavEntry[]
  index: number
  isFull: boolean
  onChange: (entries: readonly NavEntry[]) => void
}) {
  const { t } = useTranslation()
  const entry = entries[index]
  if (!entry) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={30}
          aria-label={t('cms.nav.actions', { name: entry.label || t('cms.nav.item') })}
        >
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {(['up', 'down', 'in', 'out'] as const).map(direction => {
          const next = moveEntry(entries, index, direction)
          return (
            <Menu.Item key={direction} disabled={!next} onClick={() => next && onChange(next)}>
              {t(`cms.nav.${direction}`)}
            </Menu.Item>
          )
        })}
        <Menu.Divider />
        {entry.depth < maxNavDepth && (
          <Menu.Item
            disabled={isFull}
            onClick={() =>
              onChange(entries.toSpliced(index + 1, 0, { ...emptyEntry, depth: entry.depth + 1 }))
            }
          >
            {t('cms.nav.addSubmenuItem')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconExternalLink size={15} stroke={1.75} />}
          onClick={() => onChange(entries.with(index, { ...entry, newTab: !entry.newTab }))}
        >
          {t(entry.newTab ? 'cms.nav.sameTab' : 'cms.nav.newTab')}
        </Menu.Item>
        <Menu.Item color="red" onClick={() => onChange(removeEntry(entries, index))}>
          {t('cms.nav.remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
