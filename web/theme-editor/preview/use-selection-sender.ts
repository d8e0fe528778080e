import { useEffect, useRef } from 'react'
import type { Section } from '#contract/section/section-catalog.ts'
import type { EditorMessage } from '#contract/theme/theme-preview-messages.ts'
import { getItemName, getSectionName } from '../form/section-labels.ts'
import type { EditorView } from '../state/use-editor-view.ts'

/** Outlines the selected and the hovered section in the preview, and their items. */
export function useSelectionSender(
  { send, isReady }: { send: (message: EditorMessage) => void; isReady: boolean },
  { selectedId, openItemId, hovered }: Pick<EditorView, 'selectedId' | 'openItemId' | 'hovered'>,
  sections: readonly Section[],
) {
  const createTarget = (id: string | undefined, itemId: string | null | undefined) => {
    const section = sections.find(candidate => candidate.id === id)
    return {
      id: id ?? null,
      label: section ? getSectionName(section.type) : '',
      itemId: itemId ?? null,
      itemLabel: section && itemId ? getItemName(section.type) : '',
    }
  }
  const latest = useRef(createTarget)
  latest.current = createTarget
  useEffect(
    function sendSelection() {
      if (isReady) send({ type: 'select', ...latest.current(selectedId, openItemId) })
    },
    [send, isReady, selectedId, openItemId],
  )
  const { id: hoveredId, itemId: hoveredItemId } = hovered ?? {}
  useEffect(
    function sendHover() {
      if (isReady) send({ type: 'hover', ...latest.current(hoveredId, hoveredItemId) })
    },
    [send, isReady, hoveredId, hoveredItemId],
  )
}
