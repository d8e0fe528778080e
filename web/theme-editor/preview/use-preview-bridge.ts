import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { TemplateKind } from '#contract/section/section-definition.ts'
import type { ThemeGroup } from '#contract/theme/theme.ts'
import type { ThemeContent } from '#contract/theme/theme-draft.ts'
import { type EditorMessage, PreviewMessage } from '#contract/theme/theme-preview-messages.ts'
import { hasRenderedSettingChange, listChanges } from './preview-changes.ts'

/** A section is rendered at most this often while the user types. */
const renderIntervalMs = 120

type Contents = {
  template: TemplateKind | null
  content: ThemeContent
  /** The content that the server renders when the preview loads a page. */
  savedContent: ThemeContent
}
type Options = Contents & {
  iframe: RefObject<HTMLIFrameElement | null>
  url: string | undefined
  /** Whether changes are sent. A preview of an earlier version keeps its content. */
  isEditable: boolean
  settingsSchema: readonly ThemeGroup[]
  onMessage: (message: PreviewMessage) => void
}

/** Sends the changes of the content to the preview and receives its messages. */
export function usePreviewBridge({
  iframe,
  url,
  isEditable,
  settingsSchema,
  onMessage,
  ...contents
}: Options) {
  const [readyUrl, setReadyUrl] = useState<string>()
  const isReady = url !== undefined && readyUrl === url
  const origin = url && new URL(url).origin
  const send = useCallback(
    (message: EditorMessage) => {
      if (origin) iframe.current?.contentWindow?.postMessage(message, origin)
    },
    [iframe, origin],
  )
  const sender = useChangeSender(send, contents, isReady && isEditable)
  useRefreshAfterSave(contents.savedContent, settingsSchema, () => {
    if (!isReady || !isEditable) return
    sender.beforeLoad()
    send({ type: 'refresh' })
  })
  const handlers = useRef({ onMessage, sender })
  handlers.current = { onMessage, sender }

  useEffect(
    function receiveMessages() {
      const handleMessage = ({ origin: senderOrigin, source, data }: MessageEvent) => {
        if (senderOrigin !== origin || source !== iframe.current?.contentWindow) return
        const message = PreviewMessage.safeParse(data)
        if (!message.success) return
        if (message.data.type === 'ready') {
          setReadyUrl(url)
          if (isEditable) handlers.current.sender.afterLoad(message.data.template)
        }
        handlers.current.onMessage(message.data)
      }
      window.addEventListener('message', handleMessage)
      return () => window.removeEventListener('message', handleMessage)
    },
    [iframe, origin, url, isEditable],
  )
  return {
    send,
    isReady,
    markLoading: () => {
      setReadyUrl(undefined)
      sender.beforeLoad()
    },
  }
}

/** Sends what changed since the last message, with pauses while the user types. */
function useChangeSender(
  send: (message: EditorMessage) => void,
  contents: Contents,
  isActive: boolean,
) {
  const { template, content, savedContent } = contents
  const sent = useRef({ template, content: savedContent })
  const latest = useRef(contents)
  latest.current = contents
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const loadingContent = useRef(savedContent)

  const flush = useCallback(() => {
    timer.current = undefined
    const next = latest.current
    if (sent.current.template === next.template)
      for (const message of listChanges(sent.current.content, next.content, next.template))
        send(message)
    sent.current = { template: next.template, content: next.content }
  }, [send])

  useEffect(
    function sendChangesToPreview() {
      if (!isActive || timer.current !== undefined) return
      if (sent.current.content === content && sent.current.template === template) return
      flush()
      // Changes within the interval wait for its end.
      timer.current = setTimeout(flush, renderIntervalMs)
    },
    [isActive, content, template, flush],
  )
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  return {
    /** The server renders the page from the content that is saved now or later. */
    beforeLoad() {
      loadingContent.current = latest.current.savedContent
    },
    afterLoad(loadedTemplate: TemplateKind | null) {
      latest.current = { ...latest.current, template: loadedTemplate }
      sent.current = { template: loadedTemplate, content: loadingContent.current }
      loadingContent.current = latest.current.savedContent
      flush()
    },
  }
}

/** Loads the page again after settings were saved that its HTML depends on, such as a layout. */
function useRefreshAfterSave(
  savedContent: ThemeContent,
  schema: readonly ThemeGroup[],
  refresh: () => void,
) {
  const refreshed = useRef(savedContent)
  const latestRefresh = useRef(refresh)
  latestRefresh.current = refresh
  useEffect(
    function refreshAfterSave() {
      const { settings } = refreshed.current
      refreshed.current = savedContent
      if (hasRenderedSettingChange(schema, settings, savedContent.settings)) latestRefresh.current()
    },
    [savedContent, schema],
  )
}
