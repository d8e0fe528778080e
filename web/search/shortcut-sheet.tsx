import { Kbd, Modal, Switch } from '@mantine/core'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { printed, type Shortcut, shortcuts } from '../lib/navigation/shortcut.ts'
import { chooseLayout, useLayout } from '../lib/preference/layout.ts'
import { useMay } from '../lib/session/session.ts'
import css from './shortcut-sheet.module.css'

const groups = ['general', 'go', 'create'] as const

/** Every shortcut that this person can use, and the switch for those of single keys. */
export function ShortcutSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const may = useMay()
  const isOn = useLayout().shortcuts
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('search.sheet.title')}
      size={720}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <div className={css.sheet}>
        {groups.map(group => (
          <section
            key={group}
            aria-labelledby={`shortcut-${group}`}
            className={css.group}
            data-off={!isOn || undefined}
          >
            <h3 id={`shortcut-${group}`} className={css.title}>
              {t(`search.sheet.${group}`)}
            </h3>
            <dl className={css.list}>
              {byLabel(
                shortcuts.filter(one => one.group === group && (!one.can || may(one.can))),
              ).map(({ label, ways }) => (
                <div key={label} className={css.line}>
                  <dt>{t(label)}</dt>
                  <dd>
                    {ways.map((keys, at) => (
                      <Fragment key={keys.join()}>
                        {at > 0 && <span className={css.between}>{t('search.sheet.or')}</span>}
                        <Keys keys={keys} />
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch
        className={css.switch}
        checked={isOn}
        onChange={event => chooseLayout({ shortcuts: event.currentTarget.checked })}
        label={t('search.sheet.isOn')}
        description={t('search.sheet.isOnHint', { keys: printed('mod+k').join('+') })}
      />
    </Modal>
  )
}

/** What can be done in two ways stands in one line. */
function byLabel(
  list: readonly Shortcut[],
): { label: Shortcut['label']; ways: (readonly string[])[] }[] {
  return [...new Set(list.map(({ label }) => label))].map(label => ({
    label,
    ways: list.filter(one => one.label === label).map(({ keys }) => keys),
  }))
}

function Keys({ keys }: { keys: readonly string[] }) {
  const { t } = useTranslation()
  const [first = '', second] = keys
  return (
    // Keys stand as they are pressed, whichever way the page is read.
    <span className={css.keys} dir="ltr">
      {printed(first).map(part => (
        <Kbd key={part} size="xs">
          {part}
        </Kbd>
      ))}
      {second !== undefined && (
        <>
          <span className={css.between}>{t('search.sheet.then')}</span>
          <Kbd size="xs">{printed(second)}</Kbd>
        </>
      )}
    </span>
  )
}
