import type { ThemeContent } from '#contract/theme/theme-draft.ts'
import { compareContents } from './content-difference.ts'
import type { EditorState } from './editor-state.ts'
import { listShownTemplates } from './shown-template.ts'
import type { EditorView } from './use-editor-view.ts'
import type { ThemeEditorActions } from './use-theme-editor.ts'

/** Returns undo and redo, which also open the page that they change and select the section. */
export function useEditorHistory({
  state,
  view,
  actions,
  showPage,
}: {
  state: EditorState
  view: EditorView
  actions: ThemeEditorActions
  showPage: (path: string) => void
}) {
  function showChange(next: ThemeContent | undefined) {
    if (!next) return
    const differences = compareContents(state.content, next)
    const templates = differences.flatMap(difference =>
      'template' in difference ? [difference.template] : [],
    )
    const shownTemplates = listShownTemplates(view.template)
    const [template] = templates
    if (template && !templates.some(kind => shownTemplates.includes(kind))) {
      const path = view.getPathOf(template)
      if (path) showPage(path)
    }
    const [difference] = differences
    if (differences.length !== 1 || !difference || difference.kind === 'order') return
    const sectionId =
      'section' in difference && difference.kind !== 'removed' ? difference.section.id : undefined
    // Selecting the same section again would close its open item.
    if (sectionId !== view.selectedId) view.select(sectionId)
  }
  return {
    undo() {
      showChange(state.past.at(-1))
      actions.undo()
    },
    redo() {
      showChange(state.future.at(-1))
      actions.redo()
    },
  }
}
export type EditorHistory = ReturnType<typeof useEditorHistory>
