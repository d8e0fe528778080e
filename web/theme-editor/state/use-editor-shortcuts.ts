import { useHotkeys } from '@mantine/hooks'
import type { KeyboardEvent } from 'react'
import type { PreviewKey } from '#contract/theme/theme-preview-messages.ts'
import type { EditorState } from './editor-state.ts'
import { findShownSection } from './shown-template.ts'
import type { EditorHistory } from './use-editor-history.ts'
import type { EditorView } from './use-editor-view.ts'
import type { useSectionRemoval } from './use-section-removal.ts'
import type { useThemeEditor } from './use-theme-editor.ts'

type Options = {
  editor: ReturnType<typeof useThemeEditor>
  state: EditorState
  view: EditorView
  history: EditorHistory
  removal: ReturnType<typeof useSectionRemoval>
}

/** Returns the actions of keys: of those pressed here, and of those that the preview reports. */
export function useEditorShortcuts({ editor, state, view, history, removal }: Options) {
  const { actions, saveNow, canWrite } = editor
  // In a rich text, these belong to its own editor.
  useHotkeys(
    [
      ['mod+Z', history.undo],
      ['mod+shift+Z', history.redo],
      ['mod+Y', history.redo],
    ],
    [],
    false,
  )
  useHotkeys([['mod+S', () => void saveNow()]], [], true)
  function moveSelected(offset: number) {
    const selection = findShownSection(state.content, view.template, view.selectedId)
    if (!selection || !canWrite) return
    const { template, section } = selection
    const index = state.content.templates[template].indexOf(section) + offset
    actions.change({ type: 'moveSection', template, id: section.id, index })
  }
  const pressKey = (key: PreviewKey) =>
    ({
      undo: history.undo,
      redo: history.redo,
      save: () => void saveNow(),
      escape: () => view.select(undefined),
      remove: removal.removeSelected,
      moveUp: () => moveSelected(-1),
      moveDown: () => moveSelected(1),
    })[key]()
  return {
    pressKey,
    /** Escape deselects the section. Inputs, menus and dialogs handle it themselves. */
    handleEscape({ key, target, currentTarget, defaultPrevented }: KeyboardEvent) {
      if (key !== 'Escape' || defaultPrevented || !(target instanceof Element)) return
      const isInput = target.matches('input, textarea, [contenteditable], [aria-expanded="true"]')
      if (!isInput && currentTarget.contains(target)) view.select(undefined)
    },
  }
}
