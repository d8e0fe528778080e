import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ThemeDraft, ThemeVersionRow } from '#contract/theme/theme-draft.ts'
import { LeaveGuard } from '../ui/dialog/leave-guard.tsx'
import { ErrorState } from '../ui/message/error-state.tsx'
import { EditorDialogs } from './editor-dialogs.tsx'
import { Inspector } from './form/inspector.tsx'
import { getSectionName } from './form/section-labels.ts'
import { DeviceSwitcher } from './preview/device-switcher.tsx'
import { PageSwitcher } from './preview/page-switcher.tsx'
import { PreviewIframe } from './preview/preview-iframe.tsx'
import { useEditorPreview } from './preview/use-editor-preview.ts'
import { usePreviewDevice } from './preview/use-preview-device.ts'
import { RemovalBar } from './sections/removal-bar.tsx'
import { SectionPanel } from './sections/section-panel.tsx'
import { SheetBar } from './sheet-bar.tsx'
import { type OpenSheet, SidePanel } from './side-panel.tsx'
import type { EditorState } from './state/editor-state.ts'
import { findInvalidFields } from './state/invalid-field.ts'
import { findShownSection } from './state/shown-template.ts'
import { useEditorDialog } from './state/use-editor-dialog.ts'
import { useEditorHistory } from './state/use-editor-history.ts'
import { useEditorShortcuts } from './state/use-editor-shortcuts.ts'
import { type EditorView, useEditorView } from './state/use-editor-view.ts'
import { useFieldFocus } from './state/use-field-focus.ts'
import { useSectionRemoval } from './state/use-section-removal.ts'
import { useThemeEditor } from './state/use-theme-editor.ts'
import css from './theme-editor.module.css'
import { TopBar } from './top-bar.tsx'
import { VersionBar } from './version/version-bar.tsx'

export function ThemeEditor({ draft }: { draft: ThemeDraft }) {
  const { t } = useTranslation()
  const editor = useThemeEditor(draft)
  const view = useEditorView()
  const [sheet, setSheet] = useState<OpenSheet>(null)
  const [viewedVersion, setViewedVersion] = useState<ThemeVersionRow>()
  const { isNarrow, devices, device } = usePreviewDevice(view)
  const { state, actions, saveStatus, saveNow, canWrite } = editor
  const invalidFields = findInvalidFields(state.content, state.draft.settingsSchema)
  const { dialog, openDialog } = useEditorDialog(saveNow)
  const select = (id: string | undefined, itemId?: string) => {
    view.select(id, itemId)
    setSheet('form')
  }
  const removal = useSectionRemoval({ state, view, actions, canWrite })
  const preview = useEditorPreview({
    state,
    view,
    viewedVersion,
    onSelect: select,
    onKey: key => pressKey(key),
  })
  const history = useEditorHistory({ state, view, actions, showPage: preview.showPage })
  const { pressKey, handleEscape } = useEditorShortcuts({ editor, state, view, history, removal })
  const openPlace = useFieldFocus({ state, view, showPage: preview.showPage, select })
  const showInvalid = () => invalidFields[0] && openPlace(invalidFields[0])
  const hasBlockedChanges = () => ['failed', 'invalid', 'conflict'].includes(saveStatus)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the buttons within
    <div className={css.editor} onKeyDown={handleEscape}>
      <LeaveGuard hasUnsavedChanges={hasBlockedChanges} />
      <TopBar
        draft={state.draft}
        saveStatus={saveStatus}
        isReadOnly={!canWrite}
        isPhone={isNarrow}
        canUndo={state.past.length > 0}
        canRedo={state.future.length > 0}
        onUndo={history.undo}
        onRedo={history.redo}
        onRetrySave={() => void saveNow()}
        onShowInvalid={showInvalid}
        onOpenDialog={openDialog}
      >
        <div className={css.switches}>
          <PageSwitcher path={view.path} getPathOf={view.getPathOf} onChange={preview.showPage} />
          {devices.length > 0 && (
            <DeviceSwitcher devices={devices} device={device} onChange={view.setDevice} />
          )}
        </div>
      </TopBar>
      {viewedVersion && (
        <VersionBar
          version={viewedVersion}
          isReadOnly={!canWrite}
          onRestored={restored => {
            actions.replaceDraft(restored)
            setViewedVersion(undefined)
          }}
          onClose={() => setViewedVersion(undefined)}
        />
      )}
      <div className={css.workspace} data-sheet={(isNarrow && sheet) || undefined}>
        <SidePanel
          label={t('themeEditor.list.panel')}
          isSheet={isNarrow}
          isOpen={sheet === 'sections'}
          onClose={() => setSheet(null)}
        >
          <SectionPanel
            state={state}
            view={view}
            actions={actions}
            invalidFields={invalidFields}
            isReadOnly={!canWrite}
            onHover={preview.hover}
            onSelect={select}
            onRemove={removal.remove}
          />
        </SidePanel>
        {preview.error ? (
          <div className={css.stage}>
            <ErrorState error={preview.error} onRetry={preview.retry} />
          </div>
        ) : (
          <PreviewIframe
            iframeRef={preview.iframeRef}
            url={preview.url}
            device={device}
            isReady={preview.isReady}
          />
        )}
        <RemovalBar name={removal.removedName} onUndo={history.undo} />
        <SidePanel
          label={t('themeEditor.form')}
          sheetTitle={getSelectedName(state, view) ?? t('themeEditor.settings')}
          isSheet={isNarrow}
          isOpen={sheet === 'form'}
          onClose={() => setSheet(null)}
        >
          <Inspector
            state={state}
            view={view}
            actions={actions}
            invalidFields={invalidFields}
            isReadOnly={!canWrite}
            onDeselect={() => view.select(undefined)}
          />
        </SidePanel>
      </div>
      {isNarrow && <SheetBar onOpen={setSheet} onOpenSettings={() => select(undefined)} />}
      <EditorDialogs
        editor={editor}
        dialog={dialog}
        onOpenFinding={openPlace}
        onPreviewVersion={setViewedVersion}
        onClose={() => openDialog(null)}
      />
    </div>
  )
}

function getSelectedName({ content }: EditorState, { template, selectedId }: EditorView) {
  const selection = findShownSection(content, template, selectedId)
  return selection && getSectionName(selection.section.type)
}
