import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useCallback, useEffect, useInsertionEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type ThemeDraft, type ThemeDraftEdit, themeDraftApi } from '#contract/theme/theme-draft.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { callApi } from '../../lib/call/call-api.ts'
import { ApiError } from '../../lib/call/request.ts'
import { unsavedForms } from '../../lib/navigation/unsaved-changes.ts'
import { type EditorAction, type EditorState, isUnsaved } from './editor-state.ts'
import { findInvalidFields } from './invalid-field.ts'

export type SaveStatus = 'saved' | 'saving' | 'unsaved' | 'invalid' | 'failed' | 'conflict'

const saveDelayMs = 600
const retryDelayMs = 5000

/**
 * Saves the draft shortly after the last change, and again after an error. A draft with invalid
 * fields, or one that another user has saved, waits for the user.
 */
export function useAutosave({
  state,
  dispatch,
  canWrite,
  newestDraft,
}: {
  state: EditorState
  dispatch: Dispatch<EditorAction>
  canWrite: boolean
  /** The draft as last read, for example after another user has saved. */
  newestDraft: ThemeDraft
}): { status: SaveStatus; saveNow: () => Promise<void> } {
  const [failureCount, setFailureCount] = useState(0)
  const latest = useRef(state)
  latest.current = state
  const lastSave = useRef(Promise.resolve())
  const sendDraft = useDraftRequest(dispatch)
  const { content, savedContent } = state
  const status = getStatus(state, failureCount > 0)

  async function save() {
    const current = latest.current
    if (!canWrite || !isUnsaved(current) || current.theirDraft || isInvalid(current)) return
    dispatch({ type: 'startSave' })
    const isSaved = await sendDraft(current)
    setFailureCount(count => (isSaved ? 0 : count + 1))
  }
  const latestSave = useRef(save)
  latestSave.current = save
  /** Saves after the earlier saves, whose reply has the version that the next one changes. */
  const saveInTurn = useCallback(() => {
    lastSave.current = lastSave.current.catch(() => {}).then(() => latestSave.current())
    return lastSave.current
  }, [])

  useEffect(
    function saveAfterChange() {
      // Each change of the content starts the delay again.
      if ((status !== 'unsaved' && status !== 'failed') || content === savedContent) return
      const isRetry = status === 'failed' && failureCount > 0
      const timer = setTimeout(() => void saveInTurn(), isRetry ? retryDelayMs : saveDelayMs)
      return () => clearTimeout(timer)
    },
    [status, failureCount, content, savedContent, saveInTurn],
  )
  useEffect(
    function receiveNewestDraft() {
      dispatch({ type: 'receive', draft: newestDraft })
    },
    [newestDraft, dispatch],
  )
  useEffect(
    () => () => {
      // The user leaves the page within the delay.
      void saveInTurn()
    },
    [saveInTurn],
  )
  useUnsavedGuard(() => isUnsaved(latest.current), isUnsaved(state))
  return { status, saveNow: saveInTurn }
}

const isInvalid = ({ content, draft }: EditorState) =>
  findInvalidFields(content, draft.settingsSchema).length > 0

function getStatus(state: EditorState, hasFailed: boolean): SaveStatus {
  if (state.theirDraft) return 'conflict'
  if (state.savingContent) return 'saving'
  if (!isUnsaved(state)) return 'saved'
  if (isInvalid(state)) return 'invalid'
  return hasFailed ? 'failed' : 'unsaved'
}

/**
 * Returns a function that sends the changed parts of a draft and returns whether they were saved.
 */
function useDraftRequest(dispatch: Dispatch<EditorAction>) {
  const client = useQueryClient()
  return async (state: EditorState): Promise<boolean> => {
    const params = { id: state.draft.themeId }
    const draftQuery = queryOptionsFor(themeDraftApi.getDraft, { params })
    try {
      const draft = await callApi(themeDraftApi.saveDraft, { params, body: toEdit(state) })
      client.setQueryData(draftQuery.queryKey, draft)
      // Rendered at once, because the next save reads the version from the state.
      flushSync(() => dispatch({ type: 'finishSave', draft }))
      return true
    } catch (error) {
      dispatch({ type: 'failSave' })
      if (!(error instanceof ApiError)) throw error
      if (error.problem.code !== 'version_conflict') return false
      const draft = await client.fetchQuery({ ...draftQuery, staleTime: 0 })
      flushSync(() => dispatch({ type: 'receive', draft }))
      return true
    }
  }
}

const toEdit = ({ content, savedContent, draft }: EditorState): ThemeDraftEdit => ({
  version: draft.version,
  ...(content.settings !== savedContent.settings && { settings: content.settings }),
  ...(content.templates !== savedContent.templates && { templates: content.templates }),
})

/** Asks before the tab closes while changes are not saved, and reports them to the session. */
function useUnsavedGuard(hasUnsaved: () => boolean, isChanged: boolean) {
  const latest = useRef(hasUnsaved)
  latest.current = hasUnsaved
  useInsertionEffect(
    function warnBeforeClosing() {
      if (!isChanged) return
      const isUnsavedNow = () => latest.current()
      const handleBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
      window.addEventListener('beforeunload', handleBeforeUnload)
      unsavedForms.add(isUnsavedNow)
      return () => {
        window.removeEventListener('beforeunload', handleBeforeUnload)
        unsavedForms.delete(isUnsavedNow)
      }
    },
    [isChanged],
  )
}
