import { useSearchParams } from 'react-router'

export type EditorDialog = 'publish' | 'history' | 'share'

/** Returns the dialog in the URL. Opening one saves, because dialogs contain the saved draft. */
export function useEditorDialog(saveNow: () => Promise<void>) {
  const [searchParams, setSearchParams] = useSearchParams()
  function openDialog(dialog: EditorDialog | null) {
    if (dialog) void saveNow()
    setSearchParams(dialog ? { dialog } : {}, { replace: true })
  }
  return { dialog: searchParams.get('dialog'), openDialog }
}
