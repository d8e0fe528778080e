import { Kbd, Modal, Switch } from '@mantine/core'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { formatKeys, listShortcuts, type Shortcut } from '../lib/navigation/shortcut.ts'
import { updateLayout, useLayout } from '../lib/preference/layout.ts'
import { useHasPermission } from '../lib/session/session.ts'
import { FocusReturn } from '../ui/dialog/focus-return.tsx'
import css from './shortcut-dialog.module.css'

const groups = ['general', 'go', 'create'] as const
/** The keys that the pages of the inbox handle themselves. */
const inboxKeys = [
  { key: 'j', label: 'conversation.nextConversation' },
  { key: 'k', label: 'conversation.previousConversation' },
  { key: 'r', label: 'conversation.reply' },
  { key: 'n', label: 'conversation.note' },
  { key: 'e', label: 'conversation.close' },
  { key: 'h', label: 'conversation.snooze' },
  { key: 'z', label: 'conversation.takeBack' },
] as const

/** Lists the shortcuts that the user has permission for, with a switch for single-key shortcuts. */
export function ShortcutDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const hasPermission = useHasPermission()
  const isEnabled = useLayout().shortcuts
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('search.shortcutDialog.title')}
      size={720}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <FocusReturn />
      <div className={css.columns}>
        {groups.map(group => (
          <section
            key={group}
            aria-labelledby={`shortcut-${group}`}
            className={css.group}
            data-disabled={!isEnabled || undefined}
          >
            <h3 id={`shortcut-${group}`} className={css.title}>
              {t(`search.shortcutDialog.${group}`)}
            </h3>
            <dl className={css.list}>
              {groupByLabel(
                listShortcuts().filter(
                  shortcut =>
                    shortcut.group === group && (!shortcut.can || hasPermission(shortcut.can)),
                ),
              ).map(({ label, keyCombinations }) => (
                <div key={label} className={css.shortcut}>
                  <dt>{t(label)}</dt>
                  <dd>
                    {keyCombinations.map((keys, index) => (
                      <Fragment key={keys.join()}>
                        {index > 0 && (
                          <span className={css.separator}>{t('search.shortcutDialog.or')}</span>
                        )}
                        <KeyCombination keys={keys} />
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        {hasPermission('conversation:read') && <InboxKeys isEnabled={isEnabled} />}
      </div>
      <Switch
        className={css.switch}
        checked={isEnabled}
        onChange={event => updateLayout({ shortcuts: event.currentTarget.checked })}
        label={t('search.shortcutDialog.useSingleKeys')}
        description={t('search.shortcutDialog.useSingleKeysHint', {
          keys: formatKeys('mod+k').join('+'),
        })}
      />
    </Modal>
  )
}

function InboxKeys({ isEnabled }: { isEnabled: boolean }) {
  const { t } = useTranslation()
  return (
    <section
      aria-labelledby="shortcut-inbox"
      className={css.group}
      data-disabled={!isEnabled || undefined}
    >
      <h3 id="shortcut-inbox" className={css.title}>
        {t('conversation.title')}
      </h3>
      <dl className={css.list}>
        {inboxKeys.map(({ key, label }) => (
          <div key={key} className={css.shortcut}>
            <dt>{t(label)}</dt>
            <dd>
              <KeyCombination keys={[key]} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Groups shortcuts with the same label, such as two key combinations for the search. */
function groupByLabel(
  shortcutList: readonly Shortcut[],
): { label: Shortcut['label']; keyCombinations: (readonly string[])[] }[] {
  return [...new Set(shortcutList.map(({ label }) => label))].map(label => ({
    label,
    keyCombinations: shortcutList
      .filter(shortcut => shortcut.label === label)
      .map(({ keys }) => keys),
  }))
}

function KeyCombination({ keys }: { keys: readonly string[] }) {
  const { t } = useTranslation()
  const [first = '', second] = keys
  return (
    // Keys appear in the order in which they are pressed, in every text direction.
    <span className={css.keys} dir="ltr">
      {formatKeys(first).map(part => (
        <Kbd key={part} size="xs">
          {part}
        </Kbd>
      ))}
      {second !== undefined && (
        <>
          <span className={css.separator}>{t('search.shortcutDialog.then')}</span>
          <Kbd size="xs">{formatKeys(second)}</Kbd>
        </>
      )}
    </span>
  )
}
