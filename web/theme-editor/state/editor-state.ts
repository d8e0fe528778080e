import type { ThemeContent, ThemeDraft } from '#contract/theme/theme-draft.ts'
import { applyChange, type ContentChange } from './content-change.ts'
import { compareContents } from './content-difference.ts'

const maxUndoSteps = 100
/** Keystrokes in a field with a shorter pause between them are one step of undo. */
const typingPauseMs = 1500

export type EditorState = {
  content: ThemeContent
  past: readonly ThemeContent[]
  future: readonly ThemeContent[]
  lastTyping: { field: string; at: number } | null
  /** The draft as last confirmed by the server. */
  draft: ThemeDraft
  /** The content that the server has. It is the same object as `content` without changes. */
  savedContent: ThemeContent
  savingContent: ThemeContent | null
  /** The draft that another user saved while this one has unsaved changes. */
  theirDraft: ThemeDraft | null
}

export type EditorAction =
  /** `field` and `at` merge keystrokes in one field. */
  | { type: 'change'; change: ContentChange; field?: string; at?: number }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'startSave' }
  | { type: 'finishSave'; draft: ThemeDraft }
  | { type: 'failSave' }
  /** A draft that was read from the server, perhaps saved by another user. */
  | { type: 'receive'; draft: ThemeDraft }
  /** The server replaced the draft at the request of this user, such as by restoring a version. */
  | { type: 'replace'; draft: ThemeDraft }
  | { type: 'resolveConflict'; content: ThemeContent }

export const createEditorState = (draft: ThemeDraft): EditorState => {
  const content = toContent(draft)
  return {
    content,
    past: [],
    future: [],
    lastTyping: null,
    draft,
    savedContent: content,
    savingContent: null,
    theirDraft: null,
  }
}

export const toContent = ({ settings, templates }: ThemeContent): ThemeContent => ({
  settings,
  templates,
})

const isSameContent = (a: ThemeContent, b: ThemeContent) => compareContents(a, b).length === 0

export const isUnsaved = ({ content, savedContent }: EditorState) => content !== savedContent

export function reduceEditor(state: EditorState, action: EditorAction): EditorState {
  switch (action.type) {
    case 'change':
      return change(state, action)
    case 'undo':
      return travel(state, 'past')
    case 'redo':
      return travel(state, 'future')
    case 'startSave':
      return { ...state, savingContent: state.content }
    case 'finishSave':
      return {
        ...state,
        draft: action.draft,
        savedContent: state.savingContent ?? state.savedContent,
        savingContent: null,
      }
    case 'failSave':
      return { ...state, savingContent: null }
    case 'receive':
      return receive(state, action.draft)
    case 'replace':
      return acceptDraft(state, action.draft)
    case 'resolveConflict':
      return resolveConflict(state, action.content)
  }
}

function change(
  state: EditorState,
  { change, field, at = 0 }: Extract<EditorAction, { type: 'change' }>,
): EditorState {
  const content = applyChange(state.content, change)
  if (content === state.content) return state
  const { lastTyping } = state
  const isTyping = field !== undefined
  const continuesTyping =
    isTyping && lastTyping?.field === field && at - lastTyping.at < typingPauseMs
  return {
    ...(continuesTyping ? state : pushHistory(state)),
    content,
    future: [],
    lastTyping: isTyping ? { field, at } : null,
  }
}

const pushHistory = (state: EditorState): EditorState => ({
  ...state,
  past: [...state.past, state.content].slice(-maxUndoSteps),
  future: [],
  lastTyping: null,
})

function travel(state: EditorState, direction: 'past' | 'future'): EditorState {
  const opposite = direction === 'past' ? 'future' : 'past'
  const content = state[direction].at(-1)
  if (!content) return state
  return {
    ...state,
    [direction]: state[direction].slice(0, -1),
    [opposite]: [...state[opposite], state.content],
    content,
    lastTyping: null,
  }
}

function receive(state: EditorState, draft: ThemeDraft): EditorState {
  // While a save runs, a newer version can be its own result. A conflict is reported by the save.
  if (draft.version < state.draft.version || state.savingContent) return state
  // Publishing changes the draft's data without a new version.
  if (draft.version === state.draft.version) return { ...state, draft }
  return isUnsaved(state) ? { ...state, theirDraft: draft } : acceptDraft(state, draft)
}

/** Replaces the content by that of the server. Undo brings the earlier content back. */
function acceptDraft(state: EditorState, draft: ThemeDraft): EditorState {
  const content = toContent(draft)
  const isSame = isSameContent(content, state.content)
  return {
    ...(isSame ? state : pushHistory(state)),
    content: isSame ? state.content : content,
    draft,
    savedContent: isSame ? state.content : content,
    savingContent: null,
    theirDraft: null,
  }
}

/** Continues from the draft of the other user with the chosen content. Undo leads to the others. */
function resolveConflict(state: EditorState, chosen: ThemeContent): EditorState {
  const { theirDraft } = state
  if (!theirDraft) return state
  const theirs = toContent(theirDraft)
  const content = isSameContent(chosen, theirs) ? theirs : chosen
  const undoable = [state.content, theirs].filter(
    (candidate, index, all) => candidate !== content && all.indexOf(candidate) === index,
  )
  return {
    ...state,
    past: [...state.past, ...undoable].slice(-maxUndoSteps),
    future: [],
    lastTyping: null,
    content,
    draft: theirDraft,
    savedContent: theirs,
    savingContent: null,
    theirDraft: null,
  }
}
