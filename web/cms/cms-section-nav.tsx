import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CmsSection } from '#contract/cms/cms.ts'
import css from './cms.module.css'

/** The sections that are not part of the form. */
export const otherSectionNames = ['home', 'pages'] as const
export type CmsSectionName = CmsSection | (typeof otherSectionNames)[number]
const groups = [
  { name: 'appearance', sections: ['identity', 'announcement', 'home', 'footer', 'seo'] },
  { name: 'about', sections: ['navigation', 'pages', 'contact', 'chat', 'social'] },
  { name: 'selling', sections: ['checkout', 'channels', 'policies', 'productSafety'] },
] as const

type Props = {
  current: CmsSectionName
  changedNames: readonly string[]
  invalidNames: ReadonlySet<string | undefined>
  onSelect: (name: string) => void
}

/** The section list, a select on phones. A dot marks sections with changes or errors. */
export function CmsSectionNav({ current, changedNames, invalidNames, onSelect }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <nav className={css.nav} aria-label={t('cms.page.sections')}>
        {groups.map(({ name, sections }) => (
          <div key={name}>
            <h2 className={css.navGroup}>{t(`cms.group.${name}`)}</h2>
            {sections.map(section => (
              <button
                key={section}
                type="button"
                className={css.navEntry}
                aria-current={section === current || undefined}
                onClick={() => onSelect(section)}
              >
                {t(`cms.section.${section}`)}
                {(changedNames.includes(section) || invalidNames.has(section)) && (
                  <span
                    className={css.statusDot}
                    data-invalid={invalidNames.has(section) || undefined}
                  >
                    <span className="sw-hidden">{t('cms.page.unsaved')}</span>
                  </span>
                )}
              </button>
            ))}
          </div>
        ))}
      </nav>
      <Select
        className={css.navSelect}
        aria-label={t('cms.page.sections')}
        value={current}
        allowDeselect={false}
        onChange={value => value && onSelect(value)}
        data={groups.map(({ name, sections }) => ({
          group: t(`cms.group.${name}`),
          items: sections.map(section => ({ value: section, label: t(`cms.section.${section}`) })),
        }))}
      />
    </>
  )
}
