import { useEffect, useState } from 'react'
import { templateKinds } from '#contract/section/section-definition.ts'
import type { EditorState } from './editor-state.ts'
import { listShownTemplates } from './shown-template.ts'
import type { EditorView, FieldPlace } from './use-editor-view.ts'

/** A form in a sheet or of another page appears a little later. */
const maxWaitMs = 2000

/** Returns a function that opens the form with a field, and moves the focus to the field. */
export function useFieldFocus({
  state,
  view,
  showPage,
  select,
}: {
  state: EditorState
  view: EditorView
  showPage: (path: string) => void
  select: (id: string | undefined, itemId?: string) => void
}) {
  const [target, setTarget] = useState<FieldPlace>()
  useEffect(
    function focusField() {
      if (!target) return
      const start = Date.now()
      const timer = setInterval(() => {
        const field = findInput(target)
        field?.focus()
        if (field || Date.now() - start > maxWaitMs) clearInterval(timer)
      }, 50)
      return () => clearInterval(timer)
    },
    [target],
  )
  return (place: FieldPlace) => {
    const template = templateKinds.find(kind =>
      state.content.templates[kind].some(({ id }) => id === place.sectionId),
    )
    const isShown = !template || listShownTemplates(view.template).includes(template)
    const path = isShown ? undefined : view.getPathOf(template)
    if (path) showPage(path)
    select(place.sectionId ?? undefined, place.itemId ?? undefined)
    setTarget({ ...place })
  }
}

function findInput({ sectionId, itemId, field }: FieldPlace): HTMLElement | null {
  const path = sectionId === null ? `settings.${field}` : [itemId, field].filter(Boolean).join('.')
  const element = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)
  // A collapsed item is not visible yet.
  if (!element || element.offsetParent === null) return null
  return element.matches('input, textarea, [tabindex], [contenteditable]')
    ? element
    : element.querySelector<HTMLElement>('input, [tabindex], [contenteditable]')
}
