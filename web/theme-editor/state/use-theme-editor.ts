import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useContext, useMemo, useReducer } from 'react'
import type { Section } from '#contract/section/section-catalog.ts'
import type { TemplateKind } from '#contract/section/section-definition.ts'
import type { ThemeSettings } from '#contract/theme/theme.ts'
import { type ThemeContent, type ThemeDraft, themeDraftApi } from '#contract/theme/theme-draft.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { usePermission } from '../../lib/session/permission-gate.tsx'
import { CanSave } from '../../lib/use-contract-form.ts'
import type { ContentChange } from './content-change.ts'
import { createEditorState, type EditorAction, reduceEditor } from './editor-state.ts'
import { type SaveStatus, useAutosave } from './use-autosave.ts'

export type ThemeEditorActions = {
  change: (change: ContentChange) => void
  /** Keystrokes with the same `field` are one step of undo. */
  type: (change: ContentChange, field: string) => void
  replaceSection: (template: TemplateKind, section: Section, field?: string) => void
  changeSettings: (settings: ThemeSettings, field?: string) => void
  undo: () => void
  redo: () => void
  replaceDraft: (draft: ThemeDraft) => void
  resolveConflict: (content: ThemeContent) => void
}

/** Returns the state of the editor, the actions on it, and saves changes by itself. */
export function useThemeEditor(draft: ThemeDraft) {
  const hasPermission = usePermission('theme:write')
  const canWrite = useContext(CanSave) && hasPermission
  const [state, dispatch] = useReducer(reduceEditor, draft, createEditorState)
  const client = useQueryClient()
  const { status, saveNow } = useAutosave({ state, dispatch, canWrite, newestDraft: draft })
  const actions = useMemo(
    () =>
      createActions(dispatch, newDraft =>
        client.setQueryData(
          queryOptionsFor(themeDraftApi.getDraft, { params: { id: newDraft.themeId } }).queryKey,
          newDraft,
        ),
      ),
    [client],
  )
  return { state, actions, canWrite, saveStatus: status satisfies SaveStatus, saveNow }
}

function createActions(
  dispatch: Dispatch<EditorAction>,
  cacheDraft: (draft: ThemeDraft) => void,
): ThemeEditorActions {
  const type = (change: ContentChange, field: string) =>
    dispatch({ type: 'change', change, field, at: Date.now() })
  const change = (contentChange: ContentChange) =>
    dispatch({ type: 'change', change: contentChange })
  return {
    change,
    type,
    replaceSection: (template, section, field) =>
      field === undefined
        ? change({ type: 'replaceSection', template, section })
        : type({ type: 'replaceSection', template, section }, field),
    changeSettings: (settings, field) =>
      field === undefined
        ? change({ type: 'changeThemeSettings', settings })
        : type({ type: 'changeThemeSettings', settings }, field),
    undo: () => dispatch({ type: 'undo' }),
    redo: () => dispatch({ type: 'redo' }),
    replaceDraft: newDraft => {
      cacheDraft(newDraft)
      dispatch({ type: 'replace', draft: newDraft })
    },
    resolveConflict: content => dispatch({ type: 'resolveConflict', content }),
  }
}
