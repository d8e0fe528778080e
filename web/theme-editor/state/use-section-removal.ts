import { useState } from 'react'
import type { Section } from '#contract/section/section-catalog.ts'
import type { ThemeContent } from '#contract/theme/theme-draft.ts'
import { getItemName, getSectionName } from '../form/section-labels.ts'
import { isMainSection } from './content-change.ts'
import type { EditorState } from './editor-state.ts'
import { findShownSection } from './shown-template.ts'
import type { EditorView } from './use-editor-view.ts'
import type { ThemeEditorActions } from './use-theme-editor.ts'

/** Removes sections and items, and offers to undo it until the next change. */
export function useSectionRemoval({
  state,
  view,
  actions,
  canWrite,
}: {
  state: EditorState
  view: EditorView
  actions: ThemeEditorActions
  canWrite: boolean
}) {
  const [removal, setRemoval] = useState<{ name: string; contentBefore: ThemeContent }>()
  const { template, selectedId, openItemId } = view
  const findTemplate = ({ id }: Section) => findShownSection(state.content, template, id)?.template

  function remove(section: Section) {
    const ownTemplate = findTemplate(section)
    if (!ownTemplate || !canWrite || isMainSection(section)) return
    actions.change({ type: 'removeSection', template: ownTemplate, id: section.id })
    setRemoval({ name: getSectionName(section.type), contentBefore: state.content })
    if (section.id === selectedId) view.select(undefined)
  }
  function removeItem(section: Section, itemId: string) {
    const ownTemplate = findTemplate(section)
    if (!ownTemplate || !canWrite) return
    const items = section.items.filter(({ id }) => id !== itemId)
    actions.replaceSection(ownTemplate, { ...section, items })
    setRemoval({ name: getItemName(section.type), contentBefore: state.content })
    view.setOpenItemId(null)
  }
  return {
    remove,
    /** Removes the selected item, or the selected section if no item of it is open. */
    removeSelected() {
      const section = findShownSection(state.content, template, selectedId)?.section
      if (!section) return
      const item = section.items.find(({ id }) => id === openItemId)
      if (item) removeItem(section, item.id)
      else remove(section)
    },
    /** The name of the section or item that the last change removed. */
    removedName: removal && state.past.at(-1) === removal.contentBefore ? removal.name : undefined,
  }
}
