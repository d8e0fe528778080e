import { useRef, useState } from 'react'
import type { ThemeVersionRow } from '#contract/theme/theme-draft.ts'
import type { PreviewKey, PreviewMessage } from '#contract/theme/theme-preview-messages.ts'
import { usePreviewLink } from '../../preview/use-preview-link.ts'
import type { EditorState } from '../state/editor-state.ts'
import { listShownSections } from '../state/shown-template.ts'
import type { EditorView } from '../state/use-editor-view.ts'
import { buildPreviewUrl } from './preview-page.ts'
import { usePreviewBridge } from './use-preview-bridge.ts'
import { useSelectionSender } from './use-selection-sender.ts'

/** Connects the preview with the state of the editor. */
export function useEditorPreview({
  state,
  view,
  viewedVersion,
  onKey,
  onSelect,
}: {
  state: EditorState
  view: EditorView
  /** A published version that the preview shows instead of the draft. */
  viewedVersion: ThemeVersionRow | undefined
  onKey: (key: PreviewKey) => void
  onSelect: (id: string | undefined, itemId?: string) => void
}) {
  const iframeRef = useRef<HTMLIFrameElement>(null)
  const link = usePreviewLink(state.draft.themeId, {
    use: 'editor',
    ...(viewedVersion && { versionId: viewedVersion._id }),
  })
  // The iframe starts at this path. Later pages open through messages, without a new iframe.
  const [startPath, setStartPath] = useState(view.path)
  const url = link.data && buildPreviewUrl(link.data.url, startPath)
  const bridge = usePreviewBridge({
    iframe: iframeRef,
    url,
    isEditable: viewedVersion === undefined,
    template: view.template,
    content: state.content,
    savedContent: state.savedContent,
    settingsSchema: state.draft.settingsSchema,
    onMessage: message => handleMessage(message),
  })
  const sections = listShownSections(state.content, view.template)
  useSelectionSender(bridge, view, sections)

  const handleMessage = (message: PreviewMessage) =>
    receiveMessage(message, {
      view,
      pressKey: onKey,
      markLoading: bridge.markLoading,
      select: (id, itemId) => {
        if (sections.some(section => section.id === id)) onSelect(id, itemId)
      },
    })
  function showPage(path: string) {
    view.showPage(path)
    if (bridge.isReady) bridge.send({ type: 'navigate', path })
    else setStartPath(path)
    bridge.markLoading()
  }
  return {
    iframeRef,
    url,
    error: link.data ? undefined : link.error,
    retry: () => void link.refetch(),
    isReady: bridge.isReady,
    showPage,
    hover: (id: string | null) => view.setHovered(id === null ? undefined : { id }),
  }
}

function receiveMessage(
  message: PreviewMessage,
  {
    view,
    pressKey,
    markLoading,
    select,
  }: {
    view: EditorView
    pressKey: (key: PreviewKey) => void
    markLoading: () => void
    select: (id: string, itemId: string | undefined) => void
  },
) {
  switch (message.type) {
    case 'ready':
      return view.showPage(message.path, message.template)
    case 'navigate':
      view.showPage(message.path)
      return markLoading()
    case 'select':
      return select(message.id, message.itemId)
    case 'hover':
      return view.setHovered(
        message.id === null ? undefined : { id: message.id, itemId: message.itemId },
      )
    case 'key':
      return pressKey(message.key)
  }
}
