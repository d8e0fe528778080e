import { Button, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ThemeContent } from '#contract/theme/theme-draft.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import formCss from '../form/theme-form.module.css'
import { compareContents, mergeContents } from '../state/content-difference.ts'
import { type EditorState, toContent } from '../state/editor-state.ts'
import editorCss from '../theme-editor.module.css'
import { DifferenceList } from './difference-list.tsx'
import versionCss from './theme-version.module.css'

/**
 * Asks how to continue after another user has saved the draft. Each choice can be undone, so that
 * no change is lost.
 */
export function ConflictDialog({
  state: { theirDraft, content, savedContent },
  onResolve,
}: {
  state: EditorState
  onResolve: (content: ThemeContent) => void
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  if (!theirDraft) return null
  const theirs = toContent(theirDraft)
  const merged = mergeContents(savedContent, content, theirs)
  const lists = [
    { title: t('themeEditor.conflict.theirs'), content: theirs },
    { title: t('themeEditor.conflict.mine'), content },
  ]
  return (
    <Modal
      opened
      // The user has to choose, because nothing is saved until then.
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('themeEditor.conflict.title')}
      size={680}
    >
      <p className={versionCss.dialogText}>
        {t('themeEditor.conflict.text', {
          name: theirDraft.updatedBy ?? t('themeEditor.conflict.otherTab'),
          time: format.relativeTime(theirDraft.updatedAt),
        })}
      </p>
      <div className={versionCss.conflictLists}>
        {lists.map(({ title, content: changed }) => (
          <section key={title} aria-label={title}>
            <h3 className={formCss.groupTitle}>{title}</h3>
            <DifferenceList
              differences={compareContents(savedContent, changed)}
              settingsSchema={theirDraft.settingsSchema}
            />
          </section>
        ))}
      </div>
      <p className={editorCss.hint}>
        {t(merged ? 'themeEditor.conflict.canMerge' : 'themeEditor.conflict.cannotMerge')}
      </p>
      <DialogFooter>
        <Button variant="default" onClick={() => onResolve(theirs)}>
          {t('themeEditor.conflict.useTheirs')}
        </Button>
        <Button variant={merged ? 'default' : 'filled'} onClick={() => onResolve(content)}>
          {t('themeEditor.conflict.keepMine')}
        </Button>
        {merged && (
          <Button data-autofocus onClick={() => onResolve(merged)}>
            {t('themeEditor.conflict.merge')}
          </Button>
        )}
      </DialogFooter>
    </Modal>
  )
}
