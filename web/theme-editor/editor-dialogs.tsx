import type { ThemeVersionRow } from '#contract/theme/theme-draft.ts'
import { ShareDialog } from '../preview/share-dialog.tsx'
import type { FieldPlace } from './state/use-editor-view.ts'
import type { useThemeEditor } from './state/use-theme-editor.ts'
import { ConflictDialog } from './version/conflict-dialog.tsx'
import { HistoryDrawer } from './version/history-drawer.tsx'
import { PublishDialog } from './version/publish-dialog.tsx'

/** The dialogs of the editor. A conflict with another user comes before all others. */
export function EditorDialogs({
  editor: { state, actions, canWrite, saveStatus, saveNow },
  dialog,
  onOpenFinding,
  onPreviewVersion,
  onClose,
}: {
  editor: ReturnType<typeof useThemeEditor>
  dialog: string | null
  onOpenFinding: (place: FieldPlace) => void
  onPreviewVersion: (version: ThemeVersionRow) => void
  onClose: () => void
}) {
  if (state.theirDraft && canWrite)
    return <ConflictDialog state={state} onResolve={actions.resolveConflict} />
  if (dialog === 'publish' && canWrite)
    return (
      <PublishDialog
        state={state}
        saveStatus={saveStatus}
        onPublished={actions.replaceDraft}
        onOpenFinding={place => {
          onClose()
          onOpenFinding(place)
        }}
        onClose={onClose}
      />
    )
  if (dialog === 'history')
    return (
      <HistoryDrawer
        state={state}
        isReadOnly={!canWrite}
        saveNow={saveNow}
        onPreview={version => {
          onPreviewVersion(version)
          onClose()
        }}
        onRestored={draft => {
          actions.replaceDraft(draft)
          onClose()
        }}
        onClose={onClose}
      />
    )
  return dialog === 'share' ? <ShareDialog themeId={state.draft.themeId} onClose={onClose} /> : null
}
