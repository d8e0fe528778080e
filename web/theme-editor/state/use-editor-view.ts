import { useRef, useState } from 'react'
import type { TemplateKind } from '#contract/section/section-definition.ts'
import { exampleCategoryPath, exampleProductPath } from '#contract/theme/example-record.ts'
import { useLinkSuggestions } from '../form/use-link-suggestions.ts'
import { getTemplateOfPath, missingPagePath, type PreviewDevice } from '../preview/preview-page.ts'

/** The place that an input is for. `field` is the key of a setting. */
export type FieldPlace = { sectionId: string | null; itemId: string | null; field: string }

/** Returns the view of the editor: the page, the selected section and the width of the preview. */
export function useEditorView() {
  const [path, setPath] = useState('/')
  const [template, setTemplate] = useState<TemplateKind | null>('home')
  const [device, setDevice] = useState<PreviewDevice>('desktop')
  const [selectedId, setSelectedId] = useState<string>()
  const [hovered, setHovered] = useState<{ id: string; itemId?: string | undefined }>()
  const [openItemId, setOpenItemId] = useState<string | null>()
  const pathByTemplate = useRef<Partial<Record<TemplateKind, string>>>({})
  const samplePaths = useSamplePaths()

  function showPage(nextPath: string, nextTemplate = getTemplateOfPath(nextPath)) {
    setPath(nextPath)
    if (nextTemplate) pathByTemplate.current[nextTemplate] = nextPath
    if (nextTemplate === template) return
    setTemplate(nextTemplate)
    setSelectedId(undefined)
  }
  function select(id: string | undefined, itemId?: string) {
    setSelectedId(id)
    setOpenItemId(itemId)
  }
  return {
    path,
    template,
    device,
    selectedId,
    hovered,
    /** The item whose form is open, or null if the user has closed it. */
    openItemId,
    setDevice,
    setHovered,
    setOpenItemId,
    showPage,
    select,
    /** Returns a page made from the template, or undefined if the store has none yet. */
    getPathOf: (kind: TemplateKind) => pathByTemplate.current[kind] ?? samplePaths[kind],
  }
}
export type EditorView = ReturnType<typeof useEditorView>

function useSamplePaths(): Partial<Record<TemplateKind, string>> {
  const paths = useLinkSuggestions('').flatMap(({ links }) => links.map(({ path }) => path))
  const find = (start: string) => paths.find(path => path.startsWith(start))
  const [category, product, content] = [find('/categories/'), find('/products/'), find('/pages/')]
  return {
    home: '/',
    notFound: missingPagePath,
    category: category ?? exampleCategoryPath,
    product: product ?? exampleProductPath,
    ...(content && { content }),
  }
}
